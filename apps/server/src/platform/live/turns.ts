/** Lets what may wait go one by one, with whatever else has come done between two. */
export class Turns {
  readonly #waiting: (() => void)[] = []

  next(): Promise<void> {
    return new Promise((done) => {
      this.#waiting.push(done)
      if (this.#waiting.length === 1) setImmediate(this.#go)
    })
  }

  readonly #go = (): void => {
    this.#waiting.shift()?.()
    if (this.#waiting.length > 0) setImmediate(this.#go)
  }
}
