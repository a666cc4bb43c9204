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

/** What a failed call makes of it. Pure. */
export const opensNow = (failuresBefore: number): boolean => failuresBefore + 1 >= failuresMax
