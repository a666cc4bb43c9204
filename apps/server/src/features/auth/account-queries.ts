import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/db.ts'

/** What is kept of a person beside their profile, and their sign-in before the one of this session. */
export async function ownAccount(db: Reader, employeeId: string, sessionId: string) {
  const person = await db
    .selectFrom('employees')
    .select(['phone', 'shift', 'approval_limit_minor', 'adjustment_per_day_minor'])
    .select(sql<string[]>`addresses::text[]`.as('addresses'))
    .where('id', '=', employeeId)
    .executeTakeFirstOrThrow()
  const before = await db
    .selectFrom('sessions')
    .select(['created_at as at', 'address', 'device'])
    .where('employee_id', '=', employeeId)
    .where('kind', '=', 'full')
    .where('id', '<', sessionId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    phone: person.phone,
    shift: person.shift,
    approvalLimitMinor: person.approval_limit_minor,
    adjustmentPerDayMinor: person.adjustment_per_day_minor,
    addresses: person.addresses,
    signedInBefore: before ?? null,
  }
}

/** Puts a new secret beside the one in force, for ten minutes; one that waited before is forgotten. */
export const storeNextOtp = (tx: Tx, employeeId: string, sealed: Buffer) =>
  tx
    .updateTable('employees')
    .set({ otp_next_secret: sealed, otp_next_until: sql<string>`now() + interval '10 minutes'` })
    .where('id', '=', employeeId)
    .where('otp_confirmed_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()

/** The secret that waits for its first code, the row locked until the transaction ends. */
export const lockNextOtp = (tx: Tx, employeeId: string) =>
  tx
    .selectFrom('employees')
    .select([
      'otp_next_secret as secret',
      'otp_locked_at as lockedAt',
      sql<boolean>`coalesce(otp_next_until > now(), false)`.as('isPending'),
    ])
    .where('id', '=', employeeId)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** The secret that waited is in force from now on, and the time step of its first code is used. */
export const takeNextOtp = (tx: Tx, employeeId: string, step: number) =>
  tx
    .updateTable('employees')
    .set((row) => ({
      otp_secret: row.ref('otp_next_secret'),
      otp_last_step: step,
      otp_next_secret: null,
      otp_next_until: null,
    }))
    .where('id', '=', employeeId)
    .execute()
