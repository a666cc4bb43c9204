import { sql } from 'kysely'
import { ApiError } from '../api-error.ts'
import type { Tx } from '../db/db.ts'

/** How often one person may have numbers shown in clear within an hour. Source: safety.md S4. */
const revealsPerHour = 30

/**
 * Counts the rows `revealed` of the log, whatever was shown; the caller writes the next one in this
 * transaction. @throws tooManyRequests
 */
export async function assertMayReveal(tx: Tx, actorId: string): Promise<void> {
  // One at a time per person, or thirty requests at once would each find the thirtieth free.
  await sql`select pg_advisory_xact_lock(hashtext(${`reveal:${actorId}`}))`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from activity_log
     where actor_id = ${actorId} and action = 'revealed'
       and at > clock_timestamp() - interval '1 hour'`.execute(tx)
  if ((rows[0]?.n ?? 0) >= revealsPerHour) throw new ApiError('tooManyRequests', { retryAfterS: 3600 })
}
