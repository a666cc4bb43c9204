/** Of a work that works off rows in their order: the number of the last it has done, and of the newest. */
export interface Progress {
  readonly done: number
  readonly newest: number
}

/** How many rows a work is behind, and for how long what was the newest then has waited. */
export interface Behind {
  readonly rows: number
  readonly waitedMs: number
}

/** Turns what is seen of a work's progress into how far it is behind. */
class Lag {
  #mark: number | null = null
  #markedAtMs = 0

  see({ done, newest }: Progress, nowMs: number): Behind {
    if (this.#mark === null || done >= this.#mark) {
      this.#mark = newest
      this.#markedAtMs = nowMs
    }
    if (newest > done) return { rows: newest - done, waitedMs: nowMs - this.#markedAtMs }
    this.#mark = null
    return { rows: 0, waitedMs: 0 }
  }
}

/** The same of work that works off several kinds of rows: what waits in all, and what waits longest. */
export class Lags {
  readonly #each: Lag[] = []

  see(all: readonly Progress[], nowMs: number): Behind {
    const seen = all.map((progress, nth) => (this.#each[nth] ??= new Lag()).see(progress, nowMs))
    return {
      rows: seen.reduce((sum, { rows }) => sum + rows, 0),
      waitedMs: Math.max(0, ...seen.map(({ waitedMs }) => waitedMs)),
    }
  }
}

/** What is known of one work of this process. Times in milliseconds since 1970; null: never yet. */
export interface WorkVitals {
  readonly name: string
  readonly everyMs: number
  /** A run that takes longer is given up. */
  readonly limitMs: number
  /** When this process last tried; another process may have been busy with the work then. */
  readonly triedAtMs: number | null
  readonly lastRunAtMs: number | null
  readonly lastSuccessAtMs: number | null
  readonly lastDurationMs: number | null
  /** Since when the run under way runs; null: none. */
  readonly runningSinceMs: number | null
  /** Runs that failed or were given up, one after the other, up to now. */
  readonly failures: number
  /** What was still to do when last looked at; null: never yet, or it is no work of that kind. */
  readonly behind: Behind | null
}

export type WorkState = 'ok' | 'late' | 'failed'

/** How many times the usual pause may pass before a work counts as late, and the least such time. */
const lateTimes = 5
const lateMinMs = 15_000

/** Rows that wait so long make their work late, and raise an alarm. */
export const behindMaxMs = 60_000

/**
 * `failed`: its last run did; `late`: not even tried for long, it runs longer than it may, or what it has to
 * do waits too long. Pure.
 */
export function stateOf(work: WorkVitals, startedAtMs: number, nowMs: number): WorkState {
  if (work.failures > 0) return 'failed'
  if ((work.behind?.waitedMs ?? 0) > behindMaxMs) return 'late'
  if (work.runningSinceMs !== null) return nowMs - work.runningSinceMs > work.limitMs ? 'late' : 'ok'
  const waitedMs = nowMs - (work.triedAtMs ?? startedAtMs)
  return waitedMs > Math.max(lateMinMs, work.everyMs * lateTimes) ? 'late' : 'ok'
}

/** The record of one work, kept by whoever runs it. */
export class WorkRecord {
  #vitals: WorkVitals

  constructor(work: { readonly name: string; readonly everyMs: number; readonly limitMs: number }) {
    this.#vitals = {
      name: work.name,
      everyMs: work.everyMs,
      limitMs: work.limitMs,
      triedAtMs: null,
      lastRunAtMs: null,
      lastSuccessAtMs: null,
      lastDurationMs: null,
      runningSinceMs: null,
      failures: 0,
      behind: null,
    }
  }

  get vitals(): WorkVitals {
    return this.#vitals
  }

  sawBehind(behind: Behind): void {
    this.#vitals = { ...this.#vitals, behind }
  }

  tried(nowMs: number): void {
    this.#vitals = { ...this.#vitals, triedAtMs: nowMs }
  }

  began(nowMs: number): void {
    this.#vitals = { ...this.#vitals, lastRunAtMs: nowMs, runningSinceMs: nowMs }
  }

  /** Another process is busy with it: nothing to say against this one. */
  elsewhere(): void {
    this.#vitals = { ...this.#vitals, failures: 0 }
  }

  succeeded(nowMs: number): void {
    const lastDurationMs = nowMs - (this.#vitals.runningSinceMs ?? nowMs)
    const ended = { lastSuccessAtMs: nowMs, lastDurationMs, runningSinceMs: null, failures: 0 }
    this.#vitals = { ...this.#vitals, ...ended }
  }

  failed(nowMs: number): void {
    const { runningSinceMs, failures, lastDurationMs } = this.#vitals
    this.#vitals = {
      ...this.#vitals,
      lastDurationMs: runningSinceMs === null ? lastDurationMs : nowMs - runningSinceMs,
      runningSinceMs: null,
      failures: failures + 1,
    }
  }
}
