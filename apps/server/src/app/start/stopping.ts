import type { Log } from '../../platform/call/context.ts'

/** A step to undo at the end. */
export interface Closer {
  readonly name: string
  readonly close: () => Promise<void> | void
  /** How long it may take; absent: as long as the whole stop has left. */
  readonly limitMs?: number
  /** What ends it without ceremony when its time is over. */
  readonly cut?: () => void
}

/** A supervisor kills hard what does not end in its time (commonly 10 s), and PostgreSQL with it. */
const wholeMs = 9000

/** What each step may take at most, so that those after it have their time: together less than the whole. */
export const stopLimits = {
  sandboxMs: 1000,
  serverMs: 4500,
  backgroundMs: 2000,
  poolMs: 500,
} as const

/**
 * Ends the process, within ten seconds whatever holds a step up: each has its time, and all of them have one
 * together, at the end of which what is left is cut. PostgreSQL, cut off, recovers at the next start.
 */
export class Stopping {
  readonly #log: Log
  readonly #say: (text: string) => void
  readonly #exit: (code: number) => void
  readonly #wholeMs: number
  readonly #closers: Closer[] = []
  #isBegun = false

  constructor(log: Log, say: (text: string) => void, exit: (code: number) => void, limitMs = wholeMs) {
    this.#log = log
    this.#say = say
    this.#exit = exit
    this.#wholeMs = limitMs
  }

  add(closer: Closer): void {
    this.#closers.push(closer)
  }

  /** Undoes the steps, the last first, and exits. A second time changes nothing: the end is near as it is. */
  begin(code: number): void {
    if (this.#isBegun) return
    this.#isBegun = true
    if (code === 0) this.#say('Stopping')
    void this.#undo().then(() => this.#exit(code))
  }

  async #undo(): Promise<void> {
    const endsAt = performance.now() + this.#wholeMs
    for (const closer of this.#closers.toReversed()) {
      const leftMs = Math.max(0, endsAt - performance.now())
      await this.#close(closer, Math.min(leftMs, closer.limitMs ?? leftMs))
    }
  }

  async #close({ name, close, cut }: Closer, limitMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((done) => {
      timer = setTimeout(() => done('late'), limitMs)
    })
    const closed = Promise.resolve()
      .then(close)
      .then(() => 'closed' as const)
    try {
      if ((await Promise.race([closed, late])) === 'closed') return
      this.#log.warn({ name, limitMs: Math.round(limitMs) }, 'stop cut short')
      closed.catch(() => undefined)
      cut?.()
    } catch (error) {
      this.#log.error({ name, error: String(error) }, 'stop failed')
    } finally {
      clearTimeout(timer)
    }
  }
}
