import type { betStates, roundAnswers } from '@khlang/contract/values/play-values.ts'
import { createHash } from 'node:crypto'
import type { Word } from '../play/adapters/adapter.ts'
import type { Bet } from '../play/wallet/known.ts'
import { endOf } from '../play/wallet/settlement.ts'

interface Sums {
  readonly state: (typeof betStates)[number]
  readonly stakeMinor: number
  readonly payoutMinor: number
}

/** A word that never came, as far as people look at it. */
interface Missing {
  readonly kind: 'settle' | 'jackpot' | 'round' | 'feed'
  readonly transactionRef: string
  readonly amountMinor: number
}

export interface Compared {
  readonly answer: (typeof roundAnswers)[number]
  readonly theirs: Sums | null
  readonly ours: Sums
  readonly missing: readonly Missing[]
  /** The same, as the wallet takes them. */
  readonly words: readonly Word[]
}

/** Told whole, and again whenever it changes. */
const isWhole = ({ kind }: Word): boolean => kind === 'round' || kind === 'feed'

/** What came back, each beside what came before. */
const isPaid = ({ kind }: Word): boolean => kind === 'settle' || kind === 'jackpot'

/** A bet of a wallet that was told everything. Pure. */
function sumsOf(words: readonly Word[]): Sums {
  const round = words.findLast(isWhole)
  if (round) {
    const sums = { stakeMinor: round.stakeMinor ?? 0, payoutMinor: round.amountMinor }
    return { ...sums, state: endOf(sums) }
  }
  const voided = new Set(words.map(({ voids }) => voids))
  const stakes = words.filter(({ kind, transactionRef }) => kind === 'bet' && !voided.has(transactionRef))
  const results = words.filter(isPaid)
  const total = (all: readonly Word[]) => all.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const sums = { stakeMinor: total(stakes), payoutMinor: total(results) }
  if (stakes.length === 0) return { ...sums, state: 'void' }
  return { ...sums, state: results.length === 0 ? 'running' : endOf(sums) }
}

const isSame = (one: Sums, other: Sums): boolean =>
  one.state === other.state && one.stakeMinor === other.stakeMinor && one.payoutMinor === other.payoutMinor

/**
 * Results of theirs whose names were never told here. What was told and refused is not offered again: by its
 * name it is refused for ever.
 */
const untold = (words: readonly Word[], told: ReadonlySet<string>, ours: Sums): readonly Word[] =>
  words.filter((word) => {
    const { kind, transactionRef, amountMinor } = word
    if (told.has(transactionRef)) return false
    // A round is told in whole: another payout is what never came.
    return (
      isPaid(word) ||
      kind === 'feed' ||
      (kind === 'round' && (amountMinor !== ours.payoutMinor || ours.state === 'running'))
    )
  })

/** Whether the bet stands as its provider has it once these were taken, in this order. Pure. */
function isEnough(lacking: readonly Word[], ours: Sums, theirs: Sums, words: readonly Word[]): boolean {
  const last = lacking.at(-1)
  if (last === undefined) return false
  // A log tells each state of a bet: nothing older may come after what is newest.
  if (last.kind === 'feed') return last === words.at(-1)
  const added = lacking.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const after = lacking.some(isWhole) ? theirs.payoutMinor : ours.payoutMinor + added
  return theirs.stakeMinor === ours.stakeMinor && theirs.payoutMinor === after
}

/**
 * What a provider says of a round beside the bet as it stands: whether it is the same, or would be once the
 * words that never came were taken. What else differs only people can settle with the provider. Pure.
 * @param told which of their names its provider told before
 */
export function compareRound(
  bet: Pick<Bet, 'state' | 'stakeMinor' | 'payoutMinor'>,
  words: readonly Word[],
  told: ReadonlySet<string>,
): Compared {
  const { state, stakeMinor, payoutMinor } = bet
  const ours = { state, stakeMinor, payoutMinor }
  const nothing = { ours, missing: [], words: [] }
  if (words.length === 0) return { ...nothing, answer: 'notFound', theirs: null }
  const theirs = sumsOf(words)
  if (isSame(ours, theirs)) return { ...nothing, answer: 'same', theirs }
  const lacking = untold(words, told, ours)
  if (state === 'void' || !isEnough(lacking, ours, theirs, words))
    return { ...nothing, answer: 'differs', theirs }
  const missing = lacking.flatMap(({ kind, transactionRef, amountMinor }) =>
    kind === 'settle' || kind === 'jackpot' || kind === 'round' || kind === 'feed'
      ? [{ kind, transactionRef, amountMinor }]
      : [],
  )
  return { answer: 'missing', theirs, ours, missing, words: lacking }
}

/** By what the words are known again that were shown. Pure. */
export const digestOf = ({ missing }: Pick<Compared, 'missing'>): string | null =>
  missing.length === 0
    ? null
    : createHash('sha256')
        .update(JSON.stringify(missing.map((each) => [each.kind, each.transactionRef, each.amountMinor])))
        .digest('hex')
