import { sql, type RawBuilder } from 'kysely'
import type { Services } from '../call/context.ts'
import type { Database } from '../db/db.ts'
import { forgetOldKeys } from '../call/idempotency.ts'
import type { PeriodicWork } from './periodic.ts'
import { StepSize } from './step-size.ts'
import { forgetOldNonces } from '../call/signatures.ts'

/** So many rows in one transaction: none holds its locks for long. */
const stepSize = () => new StepSize({ first: 5_000, least: 50, most: 5_000 })
/** So many transactions in one run: the rest waits for the next. */
const batchesPerRun = 40
const everyMs = 10 * 60_000

/** Runs a delete of so many rows until it finds fewer. */
function inBatches(
  size: StepSize,
  stopping: AbortSignal,
  remove: (most: number) => Promise<number>,
): Promise<void> {
  let batch = 0
  return size.drain(async (most) => {
    batch += 1
    return (await remove(most)) >= most && batch < batchesPerRun
  }, stopping)
}

const countOf = async (db: Database, statement: RawBuilder<unknown>): Promise<number> => {
  const { numAffectedRows } = await statement.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Guesses of a user name or an address whose window and lock are long over. */
async function forgetOldGuesses(db: Database, most: number): Promise<number> {
  const names = await countOf(
    db,
    sql`delete from login_failures where ctid = any(array(
      select ctid from login_failures
       where window_started_at < now() - interval '1 day'
         and coalesce(greatest(not_before, locked_until), window_started_at) < now() - interval '1 day'
       limit ${sql.lit(most)}))`,
  )
  const addresses = await countOf(
    db,
    sql`delete from address_failures where ctid = any(array(
      select ctid from address_failures where window_started_at < now() - interval '1 day'
       limit ${sql.lit(most)}))`,
  )
  return Math.max(names, addresses)
}

/**
 * Sessions that were over 400 days ago: the activity log tells of them by itself, and is read for a year.
 * The database judges their age; the product may not delete sessions.
 */
async function forgetOldSessions(db: Database, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select forget_old_sessions(${most}::integer) as count`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Notifications, what was read of them, messages to groups and events that nobody reads any more. The
 * database judges their age too.
 */
async function forgetOldNotices(db: Database, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select forget_old_notices(${most}::integer) as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** Launches of games that were over 30 days ago: who asks what a member opened asks sooner. */
const forgetOldLaunches = (db: Database, most: number): Promise<number> =>
  countOf(
    db,
    sql`delete from game_launches where ctid = any(array(
      select ctid from game_launches where expires_at < now() - interval '30 days'
       limit ${sql.lit(most)}))`,
  )

/** How calls of providers went, a year and some ago: boards look back 30 days. */
const forgetOldCalls = (db: Database, most: number): Promise<number> =>
  countOf(
    db,
    sql`delete from provider_calls where ctid = any(array(
      select ctid from provider_calls where business_on < (now() - interval '400 days')::date
       limit ${sql.lit(most)}))`,
  )

function work(name: string, remove: (db: Database, most: number) => Promise<number>): PeriodicWork {
  const size = stepSize()
  return {
    name,
    everyMs,
    run: ({ db }: Services, stopping) => inBatches(size, stopping, (most) => remove(db, most)),
  }
}

/** Rows that nothing asks for any more, each kind by its own name. */
export const oldRowsWork: readonly PeriodicWork[] = [
  work('oldIdempotencyKeys', forgetOldKeys),
  work('oldNonces', forgetOldNonces),
  work('oldGuesses', forgetOldGuesses),
  work('oldSessions', forgetOldSessions),
  work('oldNotices', forgetOldNotices),
  work('oldLaunches', forgetOldLaunches),
  work('oldProviderCalls', forgetOldCalls),
]
