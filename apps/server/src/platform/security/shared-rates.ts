import type pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { RateLimits, SharedCounts } from './rate-limits.ts'

/** Within so long the processes of a brand know of each other's calls. */
const settleEveryMs = 1000

/** The counts of all processes on one database, one statement for each caller who is told of. */
export function sharedCounts(pool: pg.Pool): SharedCounts {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_counts',
    tableCreated: true,
    keyPrefix: '',
    // Of its own it refuses nobody: it adds up, and the process judges.
    points: Number.MAX_SAFE_INTEGER,
    duration: 60,
  })
  return {
    add: async (key, calls, windowMs) => {
      const seconds = Math.max(1, Math.ceil(windowMs / 1000))
      const used = await limiter.penalty(key, calls, { customDuration: seconds })
      return { count: used.consumedPoints, leftMs: used.msBeforeNext }
    },
  }
}

/**
 * Settles again and again, beside the calls; a database that does not answer leaves each process with what it
 * counted itself.
 * @returns how to end it
 */
export function settleRates(limits: RateLimits, shared: SharedCounts): () => void {
  let isUnderWay = false
  const settle = async (): Promise<void> => {
    if (isUnderWay) return
    isUnderWay = true
    await limits.settle(shared, () => performance.now()).catch(() => undefined)
    isUnderWay = false
  }
  const timer = setInterval(() => void settle(), settleEveryMs).unref()
  return () => clearInterval(timer)
}
