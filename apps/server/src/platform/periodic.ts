import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Services } from './context.ts'

/** Named work done again and again: by one process at a time, and never twice at once. */
export interface PeriodicWork {
  readonly name: string
  readonly everyMs: number
  /** Long work ends early, and whole, once `stopping` is aborted: a server that stops waits for it. */
  readonly run: (services: Services, stopping: AbortSignal) => Promise<void>
}

export interface Periodic {
  /** Runs the work as soon as it can, instead of when its time comes. */
  readonly nudge: (name: string) => void
  /** Ends after the runs under way. */
  readonly stop: () => Promise<void>
}

const lockClass = 0x6b686c

/** A lock of the whole database, held by a connection of its own: it ends with the process. */
async function withLock(pool: pg.Pool, name: string, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect()
  let isBroken = false
  try {
    const { rows } = await client.query<{ got: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as got',
      [lockClass, name],
    )
    if (rows[0]?.got !== true) return
    try {
      await work()
    } finally {
      await client.query('select pg_advisory_unlock($1, hashtext($2))', [lockClass, name]).catch(() => {
        isBroken = true
      })
    }
  } finally {
    client.release(isBroken)
  }
}

/**
 * Runs each work every `everyMs` milliseconds, a run after the other. Several processes may do so: a run
 * that another process is busy with is left out. A failing run is logged and tried again in its turn.
 */
export function startPeriodic(services: Services, works: readonly PeriodicWork[]): Periodic {
  const stopped = new AbortController()
  const wakes = new Map<string, () => void>()
  const nudged = new Set<string>()
  const loop = async (work: PeriodicWork) => {
    while (!stopped.signal.aborted) {
      nudged.delete(work.name)
      try {
        await withLock(services.pool, work.name, () => work.run(services, stopped.signal))
      } catch (error) {
        services.log.error({ work: work.name, error }, 'periodic work failed')
      }
      if (stopped.signal.aborted || nudged.has(work.name)) continue
      const pause = new AbortController()
      wakes.set(work.name, () => pause.abort())
      await sleep(work.everyMs, undefined, {
        signal: AbortSignal.any([pause.signal, stopped.signal]),
        ref: false,
      }).catch(() => undefined)
      wakes.delete(work.name)
    }
  }
  const loops = works.map(loop)
  return {
    nudge: (name) => {
      nudged.add(name)
      wakes.get(name)?.()
    },
    stop: async () => {
      stopped.abort()
      await Promise.all(loops)
    },
  }
}
