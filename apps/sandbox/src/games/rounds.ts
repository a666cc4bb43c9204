const everyMs = 4000

interface Around {
  /** Nothing is played while nobody looks on. */
  readonly isPaused: () => boolean
  readonly say: (text: string) => void
}

/** Rounds that are played now and then by members whom nobody plays for. */
export abstract class Rounds<Parts extends Around> {
  protected readonly parts: Parts
  #timer: NodeJS.Timeout | null = null
  readonly #running = new Set<Promise<void>>()

  constructor(parts: Parts) {
    this.parts = parts
  }

  start(): void {
    this.#timer = setInterval(() => {
      if (this.parts.isPaused()) return
      const running = this.playOnce()
      this.#running.add(running)
      void running.finally(() => this.#running.delete(running))
    }, everyMs)
  }

  /** A round that was begun is told to its end, where that takes no second. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer)
    await Promise.race([Promise.all(this.#running), new Promise((done) => setTimeout(done, 1000).unref())])
  }

  /** One round of somebody who has money, told as providers tell. */
  async playOnce(): Promise<void> {
    try {
      await this.round()
    } catch (error) {
      this.parts.say(`game: ${String(error)}`)
    }
  }

  protected abstract round(): Promise<void>
}
