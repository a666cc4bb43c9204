import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Services } from '../../platform/call/context.ts'
import type { Database } from '../../platform/db/db.ts'
import type { PeriodicWork } from '../../platform/work/periodic.ts'
import { countsOf, standingOf } from './close-day.ts'
import { findClosedDay } from './ledger-facts.ts'
import { lateItems } from './queries.ts'

/** After a long stop days are caught up with in several runs. */
const daysPerRun = 31
/** Open days that are counted again and again, of the closed ones those that were closed last. */
const watchedDays = 7
/** Days that were never counted, after a long stop or an upgrade; so many beside them in each round. */
const uncountedDays = 4
/** Open days that were counted longest ago: lines come late, and a day must not look balanced for ever. */
const recountedDays = 4

/** Days that the ledger has closed and that are not summed, the oldest first. */
async function unpreparedDays(db: Database): Promise<string[]> {
  const { rows } = await sql<{ on: string }>`
    select business_on as on from day_closings
     where closed_at is not null and business_on > coalesce((select max(business_on) from reconcile_days),
       '-infinity') order by 1 limit ${sql.lit(daysPerRun)}`.execute(db)
  return rows.map(({ on }) => on)
}

/** Sums what the ledger closed. */
export async function prepareDays({ db }: Services, stopping?: AbortSignal): Promise<void> {
  const days = await unpreparedDays(db)
  for (const on of days) {
    if (stopping?.aborted) return
    await db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = '5min'`.execute(tx)
      await sql`select prepare_reconcile_day(${on}::date)`.execute(tx)
    })
    // While days are caught up with, all later transfers would be summed for each of them.
    if (on === days.at(-1) && days.length < daysPerRun) await countDay(db, on)
  }
}

/** Counts what differs on the days that are open, and what came late on those that were closed last. */
async function countDays({ db }: Services, stopping?: AbortSignal): Promise<void> {
  const { rows } = await sql<{ on: string; closedAt: string | null }>`
    (select r.business_on as on, null::timestamptz as "closedAt" from reconcile_days r
      where r.state <> 'closed' order by r.business_on desc limit ${sql.lit(watchedDays)})
    union
    (select r.business_on, null from reconcile_days r
      where r.state <> 'closed' and r.checked_at is null
      order by r.business_on desc limit ${sql.lit(uncountedDays)})
    union
    (select r.business_on, null from reconcile_days r
      where r.state <> 'closed' and r.checked_at is not null
      order by r.checked_at limit ${sql.lit(recountedDays)})
    union all
    (select r.business_on, c.closed_at from reconcile_days r
       join reconcile_closes c on c.day_id = r.id and c.reopened_at is null
      where r.state = 'closed' order by r.business_on desc limit ${sql.lit(watchedDays)})`.execute(db)
  for (const { on, closedAt } of rows) {
    if (stopping?.aborted) return
    if (closedAt === null) await countDay(db, on)
    else {
      const late = await lateItems(db, on, closedAt)
      await sql`update reconcile_days set late_count = ${late.length}::integer
        where business_on = ${on}::date and late_count <> ${late.length}::integer`.execute(db)
    }
  }
}

/** A day with more loose lines than are named stays uncounted: whoever opens it is told. */
function unlessTooMany(error: unknown): null {
  if (error instanceof ApiError && error.code === 'stateRefused') return null
  throw error
}

/** Keeps what differs on an open day for the list of days. */
async function countDay(db: Database, on: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const day = await findClosedDay(tx, on)
    if (day === null || day.state === 'closed') return
    const standing = await standingOf(tx, day).catch(unlessTooMany)
    if (standing === null) return
    const { items } = standing
    await sql`update reconcile_days set ${countsOf(items)}
      where id = ${day.id} and state <> 'closed'`.execute(tx)
  })
}

/** Follows the ledger from day to day. Tests call it. */
export async function watchDays(services: Services, stopping?: AbortSignal): Promise<void> {
  await prepareDays(services, stopping)
  await countDays(services, stopping)
}

/** The day is there for people soon after the ledger closed it; what is open is counted once a minute. */
export const reconcileWork: readonly PeriodicWork[] = [
  { name: 'reconcile', everyMs: 3000, limitMs: 600_000, run: prepareDays },
  { name: 'reconcileCounts', everyMs: 60_000, run: countDays },
]
