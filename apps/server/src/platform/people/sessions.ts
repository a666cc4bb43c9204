import { createHash, randomBytes } from 'node:crypto'
import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { Abilities, PermissionMap } from '@khlang/contract/kit/permissions.ts'
import { sql, type RawBuilder } from 'kysely'
import { effectivePermissions, type EmployeeActor } from './actor.ts'
import type { Reader, Tx } from '../db/db.ts'

const sessionsMax = 5
const preOtpMinutes = 5

export type SessionEnd =
  | 'logout'
  | 'replaced'
  | 'otherSession'
  | 'admin'
  | 'passwordChange'
  | 'otpChange'
  | 'otpFailures'
  | 'tooMany'
  | 'reset'

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Mints a token: the only place that does. Sign-in, code verification and recovery call it; a test lists
 * them. At most five sessions of a kind live for one person; the oldest of that kind ends, so that whoever
 * knows the password alone ends nobody's work.
 */
export async function mintSession(
  tx: Tx,
  for_: {
    employeeId: string
    kind: 'preOtp' | 'full'
    address: string
    device: string
    settings: BrandSettings
  },
): Promise<string> {
  const token = `${for_.kind === 'full' ? 'bo1_' : 'bo1p_'}${randomBytes(32).toString('base64url')}`
  const isFull = for_.kind === 'full'
  const idleMinutes = isFull ? for_.settings.idleTimeoutMinutes : preOtpMinutes
  const lifeMinutes = isFull ? for_.settings.sessionHours * 60 : preOtpMinutes
  await tx
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      kind: for_.kind,
      employee_id: for_.employeeId,
      address: for_.address,
      device: for_.device,
      idle_ends_at: sql<string>`now() + make_interval(mins => ${idleMinutes})`,
      expires_at: sql<string>`now() + make_interval(mins => ${lifeMinutes})`,
    })
    .execute()
  await tx
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, ended_by: 'tooMany' })
    .where('employee_id', '=', for_.employeeId)
    .where('kind', '=', for_.kind)
    .where('ended_at', 'is', null)
    .where('id', 'not in', (query) =>
      query
        .selectFrom('sessions')
        .select('id')
        .where('employee_id', '=', for_.employeeId)
        .where('kind', '=', for_.kind)
        .where('ended_at', 'is', null)
        .orderBy('id', 'desc')
        .limit(sessionsMax),
    )
    .execute()
  return token
}

/** Ends sessions of a person: one, all, or all but one. @returns the ids that ended */
export async function endSessions(
  tx: Reader,
  which: { employeeId: string; only?: string; except?: string },
  by: SessionEnd,
): Promise<string[]> {
  let query = tx
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, ended_by: by })
    .where('employee_id', '=', which.employeeId)
    .where('ended_at', 'is', null)
  if (which.only !== undefined) query = query.where('id', '=', which.only)
  if (which.except !== undefined) query = query.where('id', '<>', which.except)
  const ended = await query.returning('id').execute()
  return ended.map((row) => row.id)
}

/** Whether a person, aliased e, may sign in and work from an address; an empty list: from anywhere. */
export const worksFrom = (address: string | RawBuilder<string>) =>
  sql<boolean>`(e.addresses = '{}' or
    ${typeof address === 'string' ? plainAddress(address) : address}::inet <<= any (e.addresses))`

/** An address as PostgreSQL compares it: IPv4 that came over IPv6 is IPv4 again, a zone is left out. Pure. */
export const plainAddress = (address: string): string =>
  address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')

const personColumns = [
  'e.id',
  'e.username',
  'e.display_name',
  'e.type',
  'e.otp_confirmed_at',
  'r.id as roleId',
  'r.name as roleName',
  'r.template',
  'r.version as roleVersion',
  'r.is_admin',
  'r.permission',
  'r.reveal_pii',
  'r.export_data',
  'r.see_own_balances',
  sql<number | null>`least(r.approval_limit_minor, e.approval_limit_minor)`.as('approval_limit_minor'),
  sql<number | null>`least(r.adjustment_per_day_minor, e.adjustment_per_day_minor)`.as(
    'adjustment_per_day_minor',
  ),
] as const

/** The open session of a token with its person and role; undefined when the token opens nothing. */
function findSession(db: Reader, token: string, address: string) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('employees as e', 'e.id', 's.employee_id')
    .innerJoin('roles as r', 'r.id', 'e.role_id')
    .select([
      's.id as sessionId',
      's.kind',
      's.step_up_until',
      's.expires_at',
      ...personColumns,
      sql<boolean>`coalesce(s.step_up_until > now(), false)`.as('hasStepUp'),
      sql<number>`(extract(epoch from s.idle_ends_at - s.last_seen_at) * 1000)::integer`.as(
        'idleTimeoutMs',
      ),
    ])
    .where('s.token_hash', '=', hashToken(token))
    .where('s.ended_at', 'is', null)
    .where('s.idle_ends_at', '>', sql<string>`now()`)
    .where('s.expires_at', '>', sql<string>`now()`)
    .where('e.state', '=', 'active')
    .where(worksFrom(address))
    .executeTakeFirst()
}

/** A person who may work, by their id. */
const findRow = (db: Reader, employeeId: string) =>
  db
    .selectFrom('employees as e')
    .innerJoin('roles as r', 'r.id', 'e.role_id')
    .select(personColumns)
    .where('e.id', '=', employeeId)
    .where('e.state', '=', 'active')
    .executeTakeFirst()

type PersonRow = NonNullable<Awaited<ReturnType<typeof findRow>>>

const abilitiesOf = (row: PersonRow): Abilities => ({
  revealPii: row.reveal_pii,
  exportData: row.export_data,
  seeOwnBalances: row.see_own_balances,
  approvalLimitMinor: row.approval_limit_minor,
  adjustmentPerDayMinor: row.adjustment_per_day_minor,
})

/** What of a person does not hang on their session. */
function personOf(row: PersonRow) {
  const stored = row.permission as unknown as PermissionMap
  return {
    kind: 'employee' as const,
    id: row.id,
    username: row.username,
    displayName: row.display_name,
    type: row.type as EmployeeActor['type'],
    role: {
      id: row.roleId,
      name: row.roleName,
      template: row.template,
      version: row.roleVersion,
      isAdmin: row.is_admin,
      stored,
      abilities: abilitiesOf(row),
    },
    permissions: effectivePermissions(stored, row.is_admin),
    isEnrolled: row.otp_confirmed_at !== null,
  }
}

/** The person behind a token, with the rights of this very moment; null when the token opens nothing. */
export async function findActor(
  db: Reader,
  token: string,
  from: { address: string; device: string },
): Promise<EmployeeActor | null> {
  const row = await findSession(db, token, from.address)
  if (!row) return null
  return {
    ...personOf(row),
    session: {
      id: row.sessionId,
      kind: row.kind as 'preOtp' | 'full',
      idleTimeoutMs: row.idleTimeoutMs,
      expiresAt: row.expires_at,
      stepUpUntil: row.step_up_until,
      hasStepUp: row.hasStepUp,
    },
    address: from.address,
    device: from.device,
  }
}

/**
 * The person for whom work goes on after their call, with the rights of this very moment; null when they may
 * no longer work. Their session may have ended: it proves nothing any more and only names where they asked.
 */
export async function findAbsentActor(
  db: Reader,
  asked: { employeeId: string; sessionId: string; address: string; device: string },
): Promise<EmployeeActor | null> {
  const row = await findRow(db, asked.employeeId)
  if (!row) return null
  const expiresAt = new Date(0).toISOString()
  return {
    ...personOf(row),
    session: {
      id: asked.sessionId,
      kind: 'full',
      idleTimeoutMs: 0,
      expiresAt,
      stepUpUntil: null,
      hasStepUp: false,
    },
    address: asked.address,
    device: asked.device,
  }
}

/** A person acted: their idle time begins anew. Written at most every 20 seconds. @returns the new end */
export async function extendIdle(db: Reader, sessionId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      last_seen_at: sql`now()`,
      idle_ends_at: sql`least(expires_at, now() + (idle_ends_at - last_seen_at))`,
    })
    .where('id', '=', sessionId)
    .where('kind', '=', 'full')
    .where('ended_at', 'is', null)
    .where('last_seen_at', '<', sql<string>`now() - interval '20 seconds'`)
    .execute()
}
