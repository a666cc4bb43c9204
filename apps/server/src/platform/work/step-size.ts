interface StepBounds {
  readonly first: number
  readonly least: number
  readonly most: number
}

/** A step that takes less than this may be larger the next time. */
const quickMs = 1000

/** PostgreSQL's code of a statement that its time limit ended. */
const timeIsOver = '57014'

/**
 * How much a job takes at once: half after a step that did not fit its time limit, and a quarter more after
 * one that was quick. A backlog, however large and on however slow a day, is then worked off step by step.
 * A work keeps its own from run to run: what one run has learnt about the day, the next need not learn again.
 */
export class StepSize {
  readonly #bounds: StepBounds
  #size: number

  constructor(bounds: StepBounds) {
    this.#bounds = bounds
    this.#size = bounds.first
  }

  get now(): number {
    return this.#size
  }

  /**
   * Runs one step of the present size.
   * @returns what the step did; `undefined` when it did not fit its time and wants to be tried again, smaller
   * @throws whatever else ends it, and that the least step does not fit either
   */
  async run<T>(step: (size: number) => Promise<T>): Promise<T | undefined> {
    const { least, most } = this.#bounds
    const started = performance.now()
    try {
      const done = await step(this.#size)
      if (performance.now() - started < quickMs) this.#size = Math.min(most, Math.ceil(this.#size * 1.25))
      return done
    } catch (error) {
      const isOver = (error as { code?: unknown }).code === timeIsOver
      if (!isOver || this.#size <= least) throw error
      this.#size = Math.max(least, Math.floor(this.#size / 2))
      return undefined
    }
  }

  /**
   * Runs step after step, until one says that no more is left to do at once or the work is stopped.
   * @throws whatever ends a step for good
   */
  async drain(step: (size: number) => Promise<boolean>, stopping?: AbortSignal): Promise<void> {
    const isOver = () => stopping?.aborted === true
    for (let isBehind = true; isBehind && !isOver();) isBehind = (await this.run(step)) ?? true
  }
}
