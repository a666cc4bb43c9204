interface Asked<V> {
  readonly resolve: (value: V) => void
  readonly reject: (error: unknown) => void
}

/**
 * Many callers' questions of one kind in one reading: one is under way, and who asks meanwhile is in the
 * next. So each gets what a reading found that began after they had asked.
 */
export class GatheredReads<V> {
  readonly #ask: (keys: readonly string[]) => Promise<(key: string) => V>
  #waiting = new Map<string, Asked<V>[]>()
  #isReading = false

  /** @param ask answers what it found of some keys, each of them there once */
  constructor(ask: (keys: readonly string[]) => Promise<(key: string) => V>) {
    this.#ask = ask
  }

  read(key: string): Promise<V> {
    return new Promise((resolve, reject) => {
      const others = this.#waiting.get(key)
      if (others) others.push({ resolve, reject })
      else this.#waiting.set(key, [{ resolve, reject }])
      if (!this.#isReading) void this.#readAll()
    })
  }

  async #readAll(): Promise<void> {
    this.#isReading = true
    while (this.#waiting.size > 0) {
      const asked = this.#waiting
      this.#waiting = new Map()
      try {
        const found = await this.#ask([...asked.keys()])
        for (const [key, all] of asked) for (const each of all) each.resolve(found(key))
      } catch (error) {
        for (const all of asked.values()) for (const each of all) each.reject(error)
      }
    }
    this.#isReading = false
  }
}
