import { ApiError } from '../api-error.ts'

export interface LaneSettings {
  /** Calls under way at once; more than two only add latency on two cores. */
  readonly lanes?: number
  readonly batchMax?: number
  /** Callers beyond this are refused with ledgerBusy rather than kept waiting. */
  readonly queueMax?: number
}

/** Somebody who waits for a lane. */
export interface Waiting {
  /** What it moves: two lanes never have one of these in common. */
  readonly moves: readonly string[]
  /** What comes once in a batch, for what is decided about it needs the one before. */
  readonly once?: readonly string[]
}

/**
 * Many callers' work with one commit: a lane takes what is waiting and does it in one go. No two lanes move
 * the same thing, so a batch seldom meets anybody.
 */
export class Lanes<T extends Waiting> {
  readonly #work: (batch: readonly T[]) => Promise<void>
  readonly #batchMax: number
  readonly #queueMax: number
  #idleLanes: number
  #queue: T[] = []
  #isPlanned = false
  #running = new Set<Promise<void>>()
  /** What a lane is moving. */
  #moving = new Set<string>()

  /** @param work settles each of a batch, and never throws */
  constructor(work: (batch: readonly T[]) => Promise<void>, settings: LaneSettings = {}) {
    this.#work = work
    this.#idleLanes = settings.lanes ?? 2
    this.#batchMax = settings.batchMax ?? 128
    this.#queueMax = settings.queueMax ?? 10_000
  }

  /** @throws ledgerBusy when too many wait */
  add(each: T): void {
    if (this.#queue.length >= this.#queueMax) throw new ApiError('ledgerBusy', { retryAfterS: 1 })
    this.#queue.push(each)
    this.#plan()
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
  // the same thing waits behind it. A crowd on one thing is not looked through to its end.
  #next(): T[] {
    const batch: T[] = []
    const behind: T[] = []
    const blocked = new Set<string>()
    let at = 0
    for (const each of this.#queue.slice(0, 4 * this.#batchMax)) {
      if (batch.length === this.#batchMax) break
      at += 1
      const { moves, once = [] } = each
      const named = [...moves, ...once]
      if (named.some((name) => this.#moving.has(name) || blocked.has(name))) {
        behind.push(each)
        for (const name of named) blocked.add(name)
      } else {
        batch.push(each)
        for (const name of once) blocked.add(name)
      }
    }
    this.#queue.splice(0, at, ...behind)
    return batch
  }

  #start(batch: readonly T[]): void {
    this.#idleLanes -= 1
    const names = batch.flatMap(({ moves, once = [] }) => [...moves, ...once])
    for (const name of names) this.#moving.add(name)
    const run = this.#work(batch).finally(() => {
      for (const name of names) this.#moving.delete(name)
      this.#running.delete(run)
      this.#idleLanes += 1
      if (this.#queue.length > 0) this.#plan()
    })
    this.#running.add(run)
  }
}
