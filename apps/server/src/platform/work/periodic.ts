import { setTimeout as sleep } from 'node:timers/promises'
import { clearAlarm, raiseAlarm } from '../db/alarms.ts'
import type { Services } from '../call/context.ts'
import { behindMaxMs, Lags, WorkRecord, type Progress, type WorkVitals } from './vitals.ts'
import { WorkLocks } from './work-locks.ts'

/** Named work done again and again: by one process at a time, and never twice at once. */
export interface PeriodicWork {
  readonly name: string
  readonly everyMs: number
  /**
   * How long a run may take before it is given up; absent: `usualLimitMs`. Work that may take long by right
   * says so. It must bear that its next run begins, here or in another process, while remains of one that
   * was given up still end: what it does is guarded by rows and their locks, never by being alone.
   */
  readonly limitMs?: number
  /** For work that works off rows: how far it is with each kind. Cheap, for it is asked all the time. */
  readonly progress?: (services: Services) => Promise<readonly Progress[]>
  /** Long work ends early, and whole, once `stopping` is aborted: by a stop, or because it took too long. */
  readonly run: (services: Services, stopping: AbortSignal) => Promise<void>
}

export interface Periodic {
  /** Runs the work as soon as it can, instead of when its time comes. */
  readonly nudge: (name: string) => void
  /** What is known of each work. */
  readonly vitals: () => readonly WorkVitals[]
  /** Ends after the runs under way. */
  readonly stop: () => Promise<void>
}

const limitMinMs = 60_000
const limitTimes = 20

/** The limit of work that declares none. */
const usualLimitMs = ({ everyMs }: { readonly everyMs: number }): number =>
  Math.max(limitMinMs, limitTimes * everyMs)

/** A run that was given up: it took longer than it may. */
class Overdue extends Error {}

const stalled = 'work.stalled'
const behindAlarm = 'work.behind'
const usualLookMs = 5000
/** A run that failed is tried again after this at the latest: most often the database was away. */
const againMs = 10_000

/** How long to wait for the next run. Pure. */
export const pauseOf = ({ everyMs, failures }: Pick<WorkVitals, 'everyMs' | 'failures'>): number =>
  failures > 0 ? Math.min(everyMs, againMs) : everyMs

/** @returns false when another process is busy with it */
async function withLock(locks: WorkLocks, name: string, work: () => Promise<void>): Promise<boolean> {
  if (!(await locks.take(name))) return false
  try {
    await work()
  } finally {
    // Of a run that was given up too, whatever becomes of what it still waits for.
    await locks.give(name)
  }
  return true
}

/** Runs the work, no longer than it may. @throws Overdue */
async function bounded(services: Services, work: PeriodicWork, limitMs: number, stopped: AbortSignal) {
  const overdue = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      overdue.abort()
      fail(new Overdue(`${work.name} took longer than ${limitMs} ms and was given up`))
    }, limitMs)
  })
  const run = work.run(services, AbortSignal.any([stopped, overdue.signal]))
  // What a run that was given up says in the end is heard by nobody.
  run.catch(() => undefined)
  try {
    await Promise.race([run, late])
  } finally {
    clearTimeout(timer)
  }
}

/** One work, a run after the other, until it is stopped. */
class Loop {
  readonly #services: Services
  readonly #work: PeriodicWork
  readonly #limitMs: number
  readonly #stopped: AbortSignal
  readonly #locks: WorkLocks
  readonly record: WorkRecord
  #isNudged = false
  #wake: (() => void) | null = null
  /** Whether an alarm may be open: one may have been left by a process that is no more. */
  #mayAlarm = true

  constructor(services: Services, work: PeriodicWork, stopped: AbortSignal, locks: WorkLocks) {
    this.#services = services
    this.#locks = locks
    this.#work = work
    this.#limitMs = work.limitMs ?? usualLimitMs(work)
    this.#stopped = stopped
    this.record = new WorkRecord({ ...work, limitMs: this.#limitMs })
  }

  nudge(): void {
    this.#isNudged = true
    this.#wake?.()
  }

  async run(): Promise<void> {
    while (!this.#stopped.aborted) {
      this.#isNudged = false
      await this.#once()
      if (this.#stopped.aborted || this.#isNudged) continue
      const pause = new AbortController()
      this.#wake = () => pause.abort()
      await sleep(pauseOf(this.record.vitals), undefined, {
        signal: AbortSignal.any([pause.signal, this.#stopped]),
        ref: false,
      }).catch(() => undefined)
      this.#wake = null
    }
  }

  /** Looks how far behind the work is, also while a run is under way; too far raises an alarm. */
  async watch(everyMs: number): Promise<void> {
    const { progress, name } = this.#work
    if (progress === undefined) return
    const { db, log } = this.#services
    const lags = new Lags()
    let mayAlarm = true
    while (!this.#stopped.aborted) {
      try {
        const seen = lags.see(await progress(this.#services), this.#services.now())
        this.record.sawBehind(seen)
        if (seen.waitedMs > behindMaxMs) {
          await raiseAlarm(db, { code: behindAlarm, entity: 'work', entityId: name, detail: { ...seen } })
          mayAlarm = true
        } else if (mayAlarm) {
          await clearAlarm(db, behindAlarm, name)
          mayAlarm = false
        }
      } catch (error) {
        log.error({ work: name, error: String(error) }, 'how far behind could not be seen')
      }
      await sleep(everyMs, undefined, { signal: this.#stopped, ref: false }).catch(() => undefined)
    }
  }

  async #once(): Promise<void> {
    const { log } = this.#services
    const { name } = this.#work
    this.record.tried(Date.now())
    try {
      const isOurs = await withLock(this.#locks, name, async () => {
        this.record.began(Date.now())
        await bounded(this.#services, this.#work, this.#limitMs, this.#stopped)
      })
      if (!isOurs) return this.record.elsewhere()
      this.record.succeeded(Date.now())
      await this.#endAlarm()
    } catch (error) {
      this.record.failed(Date.now())
      const cause = error instanceof Error ? String(error.stack) : String(error)
      log.error({ work: name, error: cause }, 'periodic work failed')
      if (error instanceof Overdue) await this.#alarm()
    }
  }

  async #alarm(): Promise<void> {
    const { db, log } = this.#services
    const { name } = this.#work
    this.#mayAlarm = true
    const detail = { work: name, limitMs: this.#limitMs }
    await raiseAlarm(db, { code: stalled, entity: 'work', entityId: name, detail }).catch(
      (error: unknown) => log.error({ work: name, error: String(error) }, 'alarm not raised'),
    )
  }

  async #endAlarm(): Promise<void> {
    if (!this.#mayAlarm) return
    await clearAlarm(this.#services.db, stalled, this.#work.name)
    this.#mayAlarm = false
  }
}

/**
 * Runs each work every `everyMs` milliseconds, a run after the other. Several processes may do so: a run
 * that another process is busy with is left out. A failing run is logged and tried again in its turn; one
 * that takes too long is given up, and people are told.
 */
export function startPeriodic(
  services: Services,
  works: readonly PeriodicWork[],
  lookEveryMs = usualLookMs,
): Periodic {
  const stopped = new AbortController()
  const locks = new WorkLocks(services.pool)
  const loops = new Map(works.map((work) => [work.name, new Loop(services, work, stopped.signal, locks)]))
  const running = [...loops.values()].flatMap((loop) => [loop.run(), loop.watch(lookEveryMs)])
  return {
    nudge: (name) => loops.get(name)?.nudge(),
    vitals: () => [...loops.values()].map(({ record }) => record.vitals),
    stop: async () => {
      stopped.abort()
      await Promise.all(running)
      await locks.end()
    },
  }
}
