import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/db.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { worksFrom } from '../../platform/people/sessions.ts'

export interface Credentials {
  readonly id: string
  readonly username: string
  readonly state: string
  readonly password_hash: string | null
  readonly otp_confirmed_at: string | null
  readonly worksFromHere: boolean
}

/** The stored credentials of a canonical user name, and whether they may sign in from this address. */
export const findCredentials = (
  db: Reader,
  username: string,
  address: string,
): Promise<Credentials | undefined> =>
  db
    .selectFrom('employees as e')
    .select(['e.id', 'e.username', 'e.state', 'e.password_hash', 'e.otp_confirmed_at'])
    .select(worksFrom(address).as('worksFromHere'))
    .where('e.username', '=', username)
    .executeTakeFirst()

/** What is known of a second factor, the row locked until the transaction ends. */
export const lockSecondFactor = (tx: Tx, employeeId: string) =>
  tx
    .selectFrom('employees')
    .select([
      'username',
      'password_hash',
      'otp_secret',
      'otp_confirmed_at',
      'otp_last_step',
      'otp_locked_at',
      sql<boolean>`coalesce(otp_pending_until > now(), false)`.as('isPending'),
    ])
    .where('id', '=', employeeId)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** The key under which failures of a user name are counted; the name itself is never stored. */
export const usernameKey = (secrets: Secrets, username: string): string =>
  createHmac('sha256', secrets.key('login-failures')).update(username).digest('hex').slice(0, 32)

/** Accepts a time step once: two uses at the same moment give one success. */
export async function takeOtpStep(tx: Tx, employeeId: string, step: number): Promise<boolean> {
  const taken = await tx
    .updateTable('employees')
    .set({
      otp_last_step: step,
      otp_confirmed_at: sql`coalesce(otp_confirmed_at, now())`,
      otp_pending_until: null,
    })
    .where('id', '=', employeeId)
    .where((where) => where.or([where('otp_last_step', 'is', null), where('otp_last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

export const storePendingOtp = (tx: Tx, employeeId: string, sealed: Buffer) =>
  tx
    .updateTable('employees')
    .set({
      otp_secret: sealed,
      otp_last_step: null,
      otp_pending_until: sql<string>`now() + interval '10 minutes'`,
    })
    .where('id', '=', employeeId)
    .where('otp_confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()

export const storePassword = (tx: Reader, employeeId: string, hash: string) =>
  tx.updateTable('employees').set({ password_hash: hash }).where('id', '=', employeeId).execute()

export const noteLogin = (tx: Reader, employeeId: string, address: string) =>
  tx
    .updateTable('employees')
    .set({ last_login_at: sql`now()`, last_login_address: address })
    .where('id', '=', employeeId)
    .execute()

/** Whether a one-time code of this person is right and unused now. */
export async function hasOneTimeCode(db: Reader, employeeId: string, codeHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('one_time_codes')
    .select('id')
    .where('employee_id', '=', employeeId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

/** Uses a one-time code up, once. @returns the person it belongs to */
export async function takeOneTimeCode(tx: Tx, employeeId: string, codeHash: Buffer): Promise<boolean> {
  const row = await tx
    .updateTable('one_time_codes')
    .set({ used_at: sql`now()` })
    .where('employee_id', '=', employeeId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const openRecoveryCodes = (db: Reader, employeeId: string) =>
  db
    .selectFrom('recovery_codes')
    .select(['id', 'code_hash'])
    .where('employee_id', '=', employeeId)
    .where('used_at', 'is', null)
    .execute()

export async function takeRecoveryCode(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('recovery_codes')
    .set({ used_at: sql`now()` })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function replaceRecoveryCodes(
  tx: Tx,
  employeeId: string,
  hashes: readonly string[],
): Promise<void> {
  await tx
    .updateTable('recovery_codes')
    .set({ used_at: sql`now()` })
    .where('employee_id', '=', employeeId)
    .where('used_at', 'is', null)
    .execute()
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ employee_id: employeeId, code_hash: hash })))
    .execute()
}

export const listSessions = (db: Reader, employeeId: string) =>
  db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_seen_at', 'address', 'device'])
    .where('employee_id', '=', employeeId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .where('idle_ends_at', '>', sql<string>`now()`)
    .orderBy('id', 'desc')
    .execute()

/** Whether a session began with the enrolment of the authenticator in force, which has no codes yet. */
export async function hasJustEnrolled(db: Reader, sessionId: string, minutes: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from sessions s join employees e on e.id = s.employee_id
      where s.id = ${sessionId} and s.created_at = e.otp_confirmed_at
        and s.created_at > now() - make_interval(mins => ${minutes})
        and not exists (select from recovery_codes r where r.employee_id = e.id
          and (r.used_at is null or r.created_at >= e.otp_confirmed_at))) as has`.execute(db)
  return rows[0]?.has === true
}

export const grantStepUp = (db: Reader, sessionId: string, minutes: number) =>
  db
    .updateTable('sessions')
    .set({ step_up_until: sql`now() + make_interval(mins => ${minutes})` })
    .where('id', '=', sessionId)
    .returning('step_up_until')
    .executeTakeFirstOrThrow()

export const touchSession = (tx: Reader, sessionId: string) =>
  tx
    .updateTable('sessions')
    .set({
      last_seen_at: sql`now()`,
      idle_ends_at: sql`least(expires_at, now() + (idle_ends_at - last_seen_at))`,
    })
    .where('id', '=', sessionId)
    .returning('idle_ends_at')
    .executeTakeFirstOrThrow()
