import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '../../../platform/api-error.ts'
import { constraintOf, sqlState, type Database } from '../../../platform/db/db.ts'
import { Lanes, type LaneSettings, type Waiting } from '../../../platform/posting/lanes.ts'
import { isUnknown, ledgerFailure, mayRepeat, refused } from '../../../platform/posting/ledger-error.ts'
import type { ItemResult } from '../../../platform/posting/ledger-store.ts'
import type { Told, Word } from '../adapters/adapter.ts'
import { decide } from './decide.ts'
import type { Decision, Kept, Provider } from './known.ts'
import { knownOf, walletOf, type Heard } from './rows.ts'
import { writeWords } from './write-words.ts'

/** Decided anew so often where somebody else came between. */
const attemptsMax = 8

interface Waits extends Waiting, Heard {
  readonly resolve: (told: Told) => void
  readonly reject: (error: unknown) => void
}

/** When words are taken, and which business day that is. */
type When = () => Promise<{ readonly at: string; readonly businessOn: string }>

/** A name or a round that another process took a moment ago, or anything else that is decided anew. */
const isToBeDecidedAnew = (error: unknown): boolean =>
  mayRepeat(error) ||
  sqlState(error) === '55P03' ||
  (sqlState(error) === '23505' &&
    ['play_words_pkey', 'bet_rounds_pkey', 'bet_outcomes_pkey'].includes(constraintOf(error) ?? ''))

/**
 * Takes what providers tell of bets: many words with one commit, which writes their names, the bets and the
 * movements (post_play). Words are read and decided without a lock, and written only where nothing of it
 * moved on meanwhile. No two lanes have a wallet in common, and a batch holds a round once.
 */
export class PlayWallet {
  readonly #db: Database
  readonly #when: When
  readonly #lanes: Lanes<Waits>

  constructor(db: Database, when: When, settings: LaneSettings = {}) {
    this.#db = db
    this.#when = when
    this.#lanes = new Lanes((batch) => this.#takeBatch(batch), settings)
  }

  /**
   * Resolves once what became of the word is durable, or was before.
   * @throws ApiError outcomeUnknown when the connection went before the answer: the same word finds out;
   *   ledgerBusy when too many wait; unavailable without a connection
   */
  take(provider: Provider, word: Word): Promise<Told> {
    return new Promise((resolve, reject) => {
      const once = [word.transactionRef, word.voids, word.betRef && `round ${word.betRef}`]
      this.#lanes.add({
        provider,
        word,
        moves: [walletOf(word)],
        once: once.flatMap((name) => (name === null ? [] : [`${provider.id} ${name}`])),
        resolve,
        reject,
      })
    })
  }

  /** Waits until nobody waits. */
  drain(): Promise<void> {
    return this.#lanes.drain()
  }

  async #takeBatch(batch: readonly Waits[]): Promise<void> {
    const again = await this.#try(batch, 'swift').catch((error: unknown) => {
      if (error instanceof ApiError && (error.code === 'outcomeUnknown' || error.code === 'unavailable')) {
        for (const each of batch) each.reject(error)
        return []
      }
      // One of them makes the whole call fail: each is taken alone, so that only that one does.
      return batch
    })
    for (const each of again) await this.#takeAlone(each)
  }

  async #takeAlone(each: Waits): Promise<void> {
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      try {
        if ((await this.#try([each], 'batch')).length === 0) return
      } catch (error) {
        if (!isToBeDecidedAnew(error)) return each.reject(ledgerFailure(error))
      }
      await sleep(Math.random() * 10 * attempt)
    }
    each.reject(new ApiError('ledgerBusy', { retryAfterS: 1 }))
  }

  /** Reads, decides and writes some words. @returns those whose wallet was busy */
  async #try(batch: readonly Waits[], mode: 'swift' | 'batch'): Promise<readonly Waits[]> {
    const known = await knownOf(this.#db, batch, await this.#when()).catch((cause: unknown) => {
      throw isUnknown(cause) ? new ApiError('unavailable', { cause, retryAfterS: 1 }) : cause
    })
    const decided = batch.flatMap((each, position) => {
      const of = known[position]
      return of === undefined ? [] : [{ each, decision: decide(each.word, of) }]
    })
    const results = await writeWords(this.#db, wordsOf(decided), mode)
    return decided.flatMap(({ each, decision }) => {
      const told = toldOf(each.word, decision, results)
      if (told === 'busy') return [each]
      if (told instanceof ApiError) each.reject(told)
      else each.resolve(told)
      return []
    })
  }
}

const wordsOf = (decided: readonly { readonly each: Waits; readonly decision: Decision }[]) =>
  decided.flatMap(({ each, decision }) =>
    decision.kind === 'kept' ? decision.kept.map((kept) => ({ provider: each.provider.id, kept })) : [],
  )

/**
 * A stake that does not go back for it was paid, a correction that takes more than was paid or what the
 * wallet has no more, a prize under the name of a round, or a win of a round that is void.
 */
const isForPeople = ({ kind, refusal, posting, amountMinor }: Kept): boolean =>
  (['void', 'adjust', 'prize'].includes(kind) && refusal === 'roundOver') ||
  (kind !== 'void' && refusal === 'voided' && amountMinor > 0) ||
  posting?.kind === 'bet.amend'

/** What a provider is told of its word; `busy`: nothing happened yet. */
function toldOf(
  word: Word,
  decision: Decision,
  results: ReadonlyMap<string, ItemResult>,
): Told | 'busy' | ApiError {
  const ourRef = word.transactionRef
  if (decision.kind === 'answered') return { ...decision.told, ourRef }
  const own = decision.kept.find(({ name }) => name === word.transactionRef)
  if (own === undefined) return new ApiError('internal')
  const { refusal, posting, balanceMinor } = own
  const needsPerson = isForPeople(own)
  if (posting === null) return { outcome: refusal ?? 'done', balanceMinor, ourRef, needsPerson }
  const result = results.get(posting.key)
  if (result === undefined || result.outcome === 'busy') return 'busy'
  if (result.outcome === 'insufficientFunds')
    return { outcome: 'insufficientFunds', balanceMinor, ourRef, needsPerson }
  if (result.outcome !== 'posted' && result.outcome !== 'replayed')
    return refused(result.outcome, posting.key)
  return {
    outcome: 'done',
    balanceMinor: result.balancesAfter.at(-1)?.balanceMinor ?? balanceMinor,
    ourRef,
  }
}
