import { sql, type RawBuilder } from 'kysely'

/** A gateway that failed so often in a row is left alone; after the pause one call tries it. */
const failuresMax = 5
const pauseMs = 30_000

export interface Health {
  readonly failures: number
  readonly openedAt: string | null
  /** When the call that tries it was let through. */
  readonly probeAt: string | null
}

export type Breaker = 'closed' | 'halfOpen' | 'open'

/** Whether a gateway may be called: `halfOpen` lets one call through, which decides. Pure. */
export function breakerOf({ openedAt, probeAt }: Health, nowMs: number): Breaker {
  if (openedAt === null) return 'closed'
  const since = Math.max(Date.parse(openedAt), probeAt === null ? 0 : Date.parse(probeAt))
  return nowMs - since >= pauseMs ? 'halfOpen' : 'open'
}

/** Whether money may go by a gateway now, where its row of `gateway_health` is `h`; without one it may. */
export const isPassable: RawBuilder<boolean> = sql`(h.opened_at is null
  or greatest(h.opened_at, h.probe_at) < now() - make_interval(secs => ${sql.lit(pauseMs / 1000)}))`

/** What a failed call makes of it. Pure. */
export const opensNow = (failuresBefore: number): boolean => failuresBefore + 1 >= failuresMax
