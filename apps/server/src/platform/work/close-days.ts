import { sql } from 'kysely'
import { clearAlarm, raiseAlarm } from '../db/alarms.ts'
import { addDays, businessOn, instantsOf } from '../business-day.ts'
import type { Services } from '../call/context.ts'
import type { Database } from '../db/db.ts'
import { closeBusinessDay } from '../posting/ledger-store.ts'
import type { PeriodicWork } from './periodic.ts'
import type { BrandSettings } from '@khlang/contract/brand-settings.ts'

const minuteMs = 60_000
/** A posting that began on a day has ended by then. Source: decisions 20. */
const graceMs = 10 * minuteMs
/** A day that is not closed so long after it could be is told to people; before, it is tried again. */
const overdueMs = 60 * minuteMs
/** After a long stop the days are caught up with in several runs. */
const daysPerRun = 31

export const dayNotClosed = 'ledger.dayNotClosed'

/** The last day that may be closed at a moment. Pure. */
export const lastClosableOn = (settings: Pick<BrandSettings, 'dayCutOffMinutes'>, nowMs: number): string =>
  addDays(businessOn(settings, nowMs - graceMs), -1)

/**
 * The first day that is not closed: one that was sealed and no more, else the day after the last one, else
 * the first one that anything was posted to. Null where nothing was ever posted.
 */
async function firstOpenDay(db: Database): Promise<string | null> {
  const { rows } = await sql<{ on: string | null }>`
    select coalesce(min(business_on) filter (where closed_at is null), max(business_on) + 1) as on
      from day_closings`.execute(db)
  const next = rows[0]?.on ?? null
  if (next !== null) return next
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '5min'`.execute(tx)
    const found = await sql<{ on: string | null }>`select min(business_on) as on from transfers`.execute(tx)
    return found.rows[0]?.on ?? null
  })
}

/**
 * The moment it is by whichever clock is behind: a server whose clock runs ahead must not close the day on
 * which the others still post.
 */
async function surelyNow({ db, now }: Services): Promise<number> {
  const { rows } = await sql<{ at: string }>`select clock_timestamp() as at`.execute(db)
  return Math.min(now(), new Date(rows[0]?.at ?? 0).getTime())
}

async function closeDay(services: Services, on: string, overdueFrom: number, nowMs: number): Promise<void> {
  const { db, pool } = services
  try {
    await closeBusinessDay(pool, on)
  } catch (error) {
    const detail = { businessOn: on, reason: error instanceof Error ? error.message : String(error) }
    if (nowMs >= overdueFrom)
      await raiseAlarm(db, { code: dayNotClosed, entity: 'businessDay', entityId: on, detail })
    throw error
  }
  await clearAlarm(db, dayNotClosed, on)
}

/**
 * Closes every business day that is over, in order, one digest a day; days that were missed are caught up
 * with. Repeating is harmless, and so are several processes: the database closes a day once.
 * @throws for the first day that cannot be closed: none after it is
 */
export async function closeDueDays(services: Services, stopping?: AbortSignal): Promise<void> {
  const first = await firstOpenDay(services.db)
  if (first === null) return
  const settings = await services.settings.get()
  const nowMs = await surelyNow(services)
  const last = lastClosableOn(settings, nowMs)
  let on = first
  for (let closed = 0; on <= last && closed < daysPerRun; closed += 1) {
    if (stopping?.aborted) return
    const overMs = new Date(instantsOf(settings, on).until).getTime() + graceMs
    await closeDay(services, on, overMs + overdueMs, nowMs)
    on = addDays(on, 1)
  }
}

export const closeDaysWork: PeriodicWork = {
  name: 'businessDays',
  everyMs: minuteMs,
  run: closeDueDays,
}
