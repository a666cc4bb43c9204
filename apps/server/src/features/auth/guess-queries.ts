import { sql } from 'kysely'
import type { Database, Reader, Tx } from '../../platform/db/db.ts'
import { lineOf } from '../../platform/people/address-line.ts'

/**
 * Guesses are counted, and committed, before the secret is compared: however many come at once, no more than
 * the limit are ever judged. A right one is given back. Source: decisions 46.
 */
export interface Guess {
  /** The count with this guess in it. */
  readonly failures: number
  /** Refused whatever it says: a delay runs, or the lock. */
  readonly isHeld: boolean
}

const windowMinutes = 15
const lockAfter = 10
const lockMinutes = 30
const delayFrom = 5

const isOver = sql`(f.window_started_at < now() - make_interval(mins => ${windowMinutes})
  and coalesce(f.locked_until, now()) <= now())`
const counted = sql`(case when ${isOver} then 1 else f.failures + 1 end)`

/**
 * Takes one guess at a user name on a device: from the fifth in 15 minutes a doubling delay of 1 to 32 s, at
 * the tenth 30 minutes. One that is held counts too.
 */
export async function takeGuess(db: Reader, key: string, device: string): Promise<Guess> {
  const { rows } = await sql<Guess>`
    insert into login_failures as f (username_key, device_key, failures, window_started_at)
    values (${key}, ${device}, 1, now())
    on conflict (username_key, device_key) do update set
      failures = ${counted},
      window_started_at = case when ${isOver} then now() else f.window_started_at end,
      not_before = case when ${counted} >= ${delayFrom}
        then now() + make_interval(secs => least(32, power(2, least(${counted} - ${delayFrom}, 5)))) end,
      locked_until = case when coalesce(f.locked_until, now()) > now() then f.locked_until
        when ${counted} >= ${lockAfter} then now() + make_interval(mins => ${lockMinutes}) end
    returning failures,
      coalesce(greatest(old.not_before, old.locked_until) > now(), false) as "isHeld"`.execute(db)
  return rows[0] ?? { failures: lockAfter, isHeld: true }
}

/** Gives a right guess back, and forgets the wrong ones before it; those that came after it stay counted. */
export async function giveBackGuess(db: Reader, key: string, device: string, guess: Guess): Promise<void> {
  await sql`
    update login_failures set failures = greatest(0, failures - ${guess.failures}),
      not_before = case when failures - ${guess.failures} >= ${delayFrom} then not_before end,
      locked_until = case when failures - ${guess.failures} >= ${lockAfter} then locked_until end
     where username_key = ${key} and device_key = ${device}`.execute(db)
}

const addressFailuresMax = 20

/**
 * Whether an address may guess once more in its ten minutes. All that is counted of one is counted of its
 * line: whoever has a line of the newer kind has more addresses on it than anybody could hold off.
 */
export async function isAddressFree(db: Reader, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('address_failures')
    .select('failures')
    .where('address', '=', lineOf(address))
    .where('window_started_at', '>', sql<string>`now() - interval '10 minutes'`)
    .executeTakeFirst()
  return (row?.failures ?? 0) < addressFailuresMax
}

/** Takes one guess of an address; false when it has none left, and then none is counted. */
export async function takeAddressGuess(db: Reader, address: string): Promise<boolean> {
  const { rows } = await sql`
    insert into address_failures as f (address, failures, window_started_at) values (${lineOf(address)}, 1,
      now())
    on conflict (address) do update set
      failures = case when f.window_started_at < now() - interval '10 minutes' then 1 else f.failures + 1 end,
      window_started_at = case when f.window_started_at < now() - interval '10 minutes'
        then now() else f.window_started_at end
      where f.failures < ${addressFailuresMax} or f.window_started_at < now() - interval '10 minutes'
    returning address`.execute(db)
  return rows.length > 0
}

/** Gives a right guess back; the wrong ones of the address stay counted. */
export async function giveBackAddressGuess(db: Reader, address: string): Promise<void> {
  await db
    .updateTable('address_failures')
    .set({ failures: sql<number>`greatest(0, failures - 1)` })
    .where('address', '=', lineOf(address))
    .execute()
}

const triesPerSession = 5
const triesPerPerson = 10

export interface CodeTry {
  /** Whether the code may be compared at all. */
  readonly isOpen: boolean
  /** Whether the session still was one that tries are counted on. */
  readonly isCounted: boolean
  /** The person's tries in a row with this one in them. */
  readonly inRow: number
}

/**
 * Takes one try at a second factor, of the session and of the person, in a transaction of its own: 5 for a
 * session, 10 in a row for a person. First the person's row, then the session's, as everywhere.
 */
export const takeCodeTry = (db: Database, sessionId: string, employeeId: string): Promise<CodeTry> =>
  db.transaction().execute(async (tx) => {
    const person = await tx
      .selectFrom('employees')
      .select(['otp_locked_at', 'otp_failures_in_row'])
      .where('id', '=', employeeId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const session = await tx
      .updateTable('sessions')
      .set({ otp_failures: sql<number>`otp_failures + 1` })
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .where('otp_failures', '<', triesPerSession)
      .returning('id')
      .executeTakeFirst()
    const isCounted = session !== undefined
    const inRow = person.otp_failures_in_row + 1
    if (!isCounted || person.otp_locked_at !== null || inRow > triesPerPerson)
      return { isOpen: false, isCounted, inRow }
    await tx
      .updateTable('employees')
      .set({ otp_failures_in_row: inRow })
      .where('id', '=', employeeId)
      .execute()
    return { isOpen: true, isCounted, inRow }
  })

/** Gives tries back: one of the session, and so many of the person as were in a row with it. */
export async function giveBackTry(
  tx: Tx,
  of: { readonly sessionId: string; readonly employeeId: string },
  inRow: number,
): Promise<void> {
  await tx
    .updateTable('employees')
    .set({ otp_failures_in_row: sql<number>`greatest(0, otp_failures_in_row - ${inRow})` })
    .where('id', '=', of.employeeId)
    .execute()
  await tx
    .updateTable('sessions')
    .set({ otp_failures: sql<number>`greatest(0, otp_failures - 1)` })
    .where('id', '=', of.sessionId)
    .execute()
}

/** After a refusal: a session without a try left ends, and the factor of a person without one is locked. */
export async function endSpentTries(db: Database, sessionId: string, employeeId: string): Promise<void> {
  await db
    .updateTable('employees')
    .set({ otp_locked_at: sql<string>`now()` })
    .where('id', '=', employeeId)
    .where('otp_locked_at', 'is', null)
    .where('otp_failures_in_row', '>=', triesPerPerson)
    .execute()
  await db
    .updateTable('sessions')
    .set({ ended_at: sql<string>`now()`, ended_by: 'otpFailures' })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where('otp_failures', '>=', triesPerSession)
    .execute()
}
