import { setTimeout as sleep } from 'node:timers/promises'

/**
 * One reading for all who ask the same while another one is under way: each gets an answer whose reading
 * began after they had asked, so that what was changed before is seen; one question is in flight, one waits.
 */
export class FreshReads<T> {
  readonly #running = new Map<string, Promise<T>>()
  readonly #next = new Map<string, Promise<T>>()
  readonly #restMs: number

  /** @param restMs so long a question rests between two readings, so that more who ask share the second */
  constructor(restMs = 0) {
    this.#restMs = restMs
  }

  read(key: string, ask: () => Promise<T>): Promise<T> {
    const waiting = this.#next.get(key)
    if (waiting !== undefined) return waiting
    const running = this.#running.get(key)
    if (running === undefined) return this.#start(key, ask)
    const next = running.then(
      () => this.#follow(key, ask),
      () => this.#follow(key, ask),
    )
    this.#next.set(key, next)
    return next
  }

  async #follow(key: string, ask: () => Promise<T>): Promise<T> {
    if (this.#restMs > 0) await sleep(this.#restMs)
    this.#next.delete(key)
    return this.#start(key, ask)
  }

  #start(key: string, ask: () => Promise<T>): Promise<T> {
    const reading = ask().finally(() => {
      if (this.#running.get(key) === reading) this.#running.delete(key)
    })
    this.#running.set(key, reading)
    return reading
  }
}
