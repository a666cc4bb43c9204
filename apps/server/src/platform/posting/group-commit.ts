import { setTimeout as sleep } from 'node:timers/promises'
import { isGuardedCode } from '@khlang/ledger/accounts.ts'
import type { Posting } from '@khlang/ledger/posting.ts'
import type pg from 'pg'
import { ApiError } from '../api-error.ts'
import { Lanes, type LaneSettings, type Waiting } from './lanes.ts'
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

interface Posted extends Waiting {
  readonly posting: Posting
  readonly resolve: (result: PostingResult) => void
  readonly reject: (error: unknown) => void
}

const attemptsMax = 5

const movesOf = (posting: Posting): string[] =>
  posting.legs.flatMap((each) => [each.from, each.to]).filter(isGuardedCode)

/**
 * Posts many callers' transfers with one commit: a lane takes what is waiting, calls once, and answers each
 * caller after the commit. Only for calls whose whole effect is transfers; their key is the idempotency. A
 * batch reads without locks first, and with them when another process came between.
 */
export class GroupCommit {
  readonly #pool: pg.Pool
  readonly #lanes: Lanes<Posted>

  constructor(pool: pg.Pool, settings: LaneSettings = {}) {
    this.#pool = pool
    this.#lanes = new Lanes((batch) => this.#postBatch(batch), settings)
  }

  /**
   * Resolves once the posting is durable (or was there before).
   * @throws ApiError of the ledger's refusals; `outcomeUnknown` when the connection went before the answer:
   *   repeat with the same key; `ledgerBusy` when too many wait; `unavailable` when there is no connection.
   */
  post(posting: Posting): Promise<PostingResult> {
    return new Promise((resolve, reject) => {
      assertShape(posting)
      this.#lanes.add({ posting, moves: movesOf(posting), resolve, reject })
    })
  }

  /** Waits until nobody waits. */
  drain(): Promise<void> {
    return this.#lanes.drain()
  }

  async #postBatch(batch: readonly Posted[]): Promise<void> {
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
    const again: Posted[] = []
    batch.forEach((each, position) => {
      const item = items[position]
      if (item === undefined || item.outcome === 'busy') again.push(each)
      else if (isSettled(item)) each.resolve(item)
      else each.reject(refused(item.outcome, each.posting.key))
    })
    for (const each of again) await this.#postAlone(each)
  }

  /** Waits for the locks of its accounts, as a batch does not. */
  async #postAlone(each: Posted): Promise<void> {
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
