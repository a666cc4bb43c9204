import { setTimeout as sleep } from 'node:timers/promises'
import { isGuardedCode } from '@khlang/ledger/accounts.ts'
import type { Posting } from '@khlang/ledger/posting.ts'
import type pg from 'pg'
import { ApiError } from '../api-error.ts'
import { columnsOf, postTransfersText } from './posting-columns.ts'
import { isHeld, isUnknown, ledgerFailure, mayRepeat, refused } from './ledger-error.ts'
import {
  assertShape,
  isSettled,
  itemsOf,
  type ItemResult,
  type PostAnswer,
  type PostingResult,
} from './ledger-store.ts'

export interface GroupCommitSettings {
  /** Calls under way at once; more than two only add latency on two cores. */
  readonly lanes?: number
  readonly batchMax?: number
  /** Callers beyond this are refused with ledgerBusy rather than kept waiting. */
  readonly queueMax?: number
}

interface Waiting {
  readonly posting: Posting
  /** Codes of the accounts whose rows it moves. */
  readonly moves: readonly string[]
  readonly resolve: (result: PostingResult) => void
  readonly reject: (error: unknown) => void
}

const attemptsMax = 5

const movesOf = (posting: Posting): string[] =>
  posting.legs.flatMap((each) => [each.from, each.to]).filter(isGuardedCode)

/**
 * Posts many callers' transfers with one commit: a lane takes what is waiting, calls once, and answers each
 * caller after the commit. Only for calls whose whole effect is transfers (bets); their key is the
 * idempotency. No two lanes have an account in common, so a batch seldom meets anybody: it reads without
 * locks first, and with them when another process came between.
 */
export class GroupCommit {
  readonly #pool: pg.Pool
  readonly #batchMax: number
  readonly #queueMax: number
  #idleLanes: number
  #queue: Waiting[] = []
  #isPlanned = false
  #running = new Set<Promise<void>>()
  /** Accounts that a lane is moving. */
  #moving = new Set<string>()

  constructor(pool: pg.Pool, settings: GroupCommitSettings = {}) {
    this.#pool = pool
    this.#idleLanes = settings.lanes ?? 2
    this.#batchMax = settings.batchMax ?? 128
    this.#queueMax = settings.queueMax ?? 10_000
  }

  /**
   * Resolves once the posting is durable (or was there before).
   * @throws ApiError of the ledger's refusals; `outcomeUnknown` when the connection went before the answer:
   *   repeat with the same key; `ledgerBusy` when too many wait; `unavailable` when there is no connection.
   */
  post(posting: Posting): Promise<PostingResult> {
    return new Promise((resolve, reject) => {
      assertShape(posting)
      if (this.#queue.length >= this.#queueMax) throw new ApiError('ledgerBusy', { retryAfterS: 1 })
      this.#queue.push({ posting, moves: movesOf(posting), resolve, reject })
      this.#plan()
    })
  }

  /** Waits until nobody waits. */
  async drain(): Promise<void> {
    while (this.#running.size > 0 || this.#queue.length > 0) {
      await Promise.race(this.#running)
      await new Promise((done) => {
        setImmediate(done)
      })
    }
  }

  // One turn of the event loop gathers everybody who is ready now.
  #plan(): void {
    if (this.#isPlanned || this.#idleLanes === 0) return
    this.#isPlanned = true
    setImmediate(() => {
      this.#isPlanned = false
      while (this.#idleLanes > 0) {
        const batch = this.#next()
        if (batch.length === 0) return
        this.#start(batch)
      }
    })
  }

  // Who waits longest comes first. What another lane moves waits for that lane, and what comes after it on
  // the same account waits behind it. A crowd on one account is not looked through to its end.
  #next(): Waiting[] {
    const batch: Waiting[] = []
    const behind: Waiting[] = []
    const blocked = new Set<string>()
    let at = 0
    for (const each of this.#queue.slice(0, 4 * this.#batchMax)) {
      if (batch.length === this.#batchMax) break
      at += 1
      if (each.moves.some((code) => this.#moving.has(code) || blocked.has(code))) {
        behind.push(each)
        for (const code of each.moves) blocked.add(code)
      } else batch.push(each)
    }
    this.#queue.splice(0, at, ...behind)
    return batch
  }

  #start(batch: Waiting[]): void {
    this.#idleLanes -= 1
    for (const { moves } of batch) for (const code of moves) this.#moving.add(code)
    const run = this.#postBatch(batch).finally(() => {
      for (const { moves } of batch) for (const code of moves) this.#moving.delete(code)
      this.#running.delete(run)
      this.#idleLanes += 1
      if (this.#queue.length > 0) this.#plan()
    })
    this.#running.add(run)
  }

  async #postBatch(batch: readonly Waiting[]): Promise<void> {
    let items: ItemResult[]
    try {
      items = await this.#call(
        batch.map((each) => each.posting),
        'swift',
      )
    } catch (error) {
      if (error instanceof ApiError && (error.code === 'outcomeUnknown' || error.code === 'unavailable')) {
        for (const each of batch) each.reject(error)
        return
      }
      // One of them makes the whole call fail: each is posted alone, so that only that one does.
      for (const each of batch) await this.#postAlone(each)
      return
    }
    const again: Waiting[] = []
    batch.forEach((each, position) => {
      const item = items[position]
      if (item === undefined || item.outcome === 'busy') again.push(each)
      else if (isSettled(item)) each.resolve(item)
      else each.reject(refused(item.outcome, each.posting.key))
    })
    for (const each of again) await this.#postAlone(each)
  }

  /** Waits for the locks of its accounts, as a batch does not. */
  async #postAlone(each: Waiting): Promise<void> {
    try {
      const [item] = await this.#call([each.posting], 'strict')
      if (item === undefined || !isSettled(item)) throw new ApiError('ledgerBusy', { retryAfterS: 1 })
      each.resolve(item)
    } catch (error) {
      each.reject(mayRepeat(error) ? new ApiError('ledgerBusy', { cause: error, retryAfterS: 1 }) : error)
    }
  }

  /**
   * One statement, so one transaction and one commit; repeated while PostgreSQL says nothing of it
   * happened. A repetition of a swift call locks.
   */
  async #call(postings: readonly Posting[], mode: 'swift' | 'strict'): Promise<ItemResult[]> {
    const columns = columnsOf(postings)
    for (let attempt = 1; ; attempt += 1) {
      const client = await this.#pool.connect().catch((cause: unknown) => {
        throw new ApiError('unavailable', { cause, retryAfterS: 1 })
      })
      try {
        const { rows } = await client.query<{ answer: PostAnswer }>({
          name: 'postTransfers',
          text: postTransfersText,
          values: [mode === 'swift' && attempt > 1 ? 'batch' : mode, ...columns],
        })
        client.release()
        const answer = rows[0]?.answer
        if (answer === undefined) throw new ApiError('internal')
        return itemsOf(postings, answer)
      } catch (error) {
        if (error instanceof ApiError) throw error
        client.release(isUnknown(error))
        if (isUnknown(error)) throw new ApiError('outcomeUnknown', { cause: error })
        if (mode === 'swift' && attempt === 1 && isHeld(error)) continue
        if (!mayRepeat(error) || attempt === attemptsMax) throw ledgerFailure(error)
      }
      await sleep(Math.random() * 10 * attempt)
    }
  }
}
