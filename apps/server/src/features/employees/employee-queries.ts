import type { HandlerInput } from '@khlang/contract/kit/define.ts'
import type { employees } from '@khlang/contract/employees.ts'
import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { keysetPage } from '../../platform/db/cursor.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { outsideIdOf } from '../../platform/db/outside-ids.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { seesBrand } from '../../platform/people/visibility.ts'

type Filter = Omit<HandlerInput<typeof employees.list>, 'size' | 'after' | 'before'>

/** A session that is open, of an employee aliased e. */
const openSession = sql`select from sessions s where s.employee_id = e.id and s.ended_at is null
  and s.kind = 'full' and s.idle_ends_at > now() and s.expires_at > now()`

const columns = (readerId: string) =>
  [
    'e.id',
    'e.username',
    'e.display_name as displayName',
    sql<'staff' | 'agent' | 'seller'>`e.type`.as('type'),
    sql<'active' | 'locked' | 'left'>`e.state`.as('state'),
    'e.role_id as roleId',
    'r.name as roleName',
    'r.is_admin as isAdmin',
    sql<boolean>`exists (${openSession})`.as('isOnline'),
    sql<boolean>`e.otp_confirmed_at is not null`.as('otpEnable'),
    'e.last_login_at as lastLoginAt',
    'e.last_login_address as lastLoginAddress',
    'e.created_at as createdAt',
    'c.username as createdBy',
    'e.version',
    pendingOf(outsideIdOf('employee', sql`e.id`), readerId).as('pending'),
  ] as const

export interface Pending {
  readonly id: string
  readonly kind: string
  readonly maker: string
  readonly isOwn: boolean
  readonly createdAt: string
  readonly expiresAt: string
}

/** The requests that wait for a person or a role, the oldest first. */
const pendingsOf = (entityId: RawBuilder<unknown>, readerId: string): RawBuilder<Pending[]> =>
  sql<Pending[]>`(select coalesce(json_agg(json_build_object('id', a.id, 'kind', a.kind,
      'maker', maker.username, 'isOwn', a.maker_id = ${readerId}::uuid,
      'createdAt', ${isoOf(sql`a.created_at`)}, 'expiresAt', ${isoOf(sql`a.expires_at`)})
      order by a.created_at), '[]')
    from approvals a join employees maker on maker.id = a.maker_id
   where a.entity in ('employee', 'role') and a.entity_id = ${entityId} and a.state = 'pending'
     and a.expires_at > now())`

/** The first of them, or null. */
export const pendingOf = (entityId: RawBuilder<unknown>, readerId: string): RawBuilder<Pending | null> =>
  sql<Pending | null>`${pendingsOf(entityId, readerId)} -> 0`

/** A moment inside JSON as the wire has it: UTC, milliseconds. */
export const isoOf = (moment: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${moment} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const base = (db: Reader) =>
  db
    .selectFrom('employees as e')
    .innerJoin('roles as r', 'r.id', 'e.role_id')
    .leftJoin('employees as c', 'c.id', 'e.created_by')

function conditions(actor: EmployeeActor, filter: Filter): RawBuilder<boolean> {
  const { username, roleIds, states, types, isOnline } = filter
  const asked = username.trim().toLowerCase()
  const parts = [
    sql`${seesBrand(actor)}::boolean`,
    ...(asked === ''
      ? []
      : [sql`(strpos(e.username, ${asked}) > 0 or strpos(lower(e.display_name), ${asked}) > 0)`]),
    ...(roleIds ? [sql`e.role_id = any(${[...roleIds]}::uuid[])`] : []),
    ...(states ? [sql`e.state = any(${[...states]}::text[])`] : []),
    ...(types ? [sql`e.type = any(${[...types]}::text[])`] : []),
    ...(isOnline === undefined ? [] : [sql`exists (${openSession}) = ${isOnline}::boolean`]),
  ]
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

/** One keyset page of people, the newest first. */
export const listPeople = (
  db: Reader,
  given: { actor: EmployeeActor; input: HandlerInput<typeof employees.list>; secrets: Secrets },
) =>
  keysetPage(base(db).select(columns(given.actor.id)).where(conditions(given.actor, given.input)), {
    list: 'employees',
    sort: [
      { by: sql.ref('e.created_at'), type: 'timestamptz' },
      { by: sql.ref('e.id'), type: 'uuid' },
    ],
    input: given.input,
    actor: given.actor,
    secrets: given.secrets,
  })

/** The same in numbered pages, as the specification has them. */
export async function listNumbered(
  db: Reader,
  actor: EmployeeActor,
  { page, size, username }: { page: number; size: number; username: string },
) {
  const where = conditions(actor, { username })
  const [records, counted] = await Promise.all([
    base(db)
      .select(columns(actor.id))
      .where(where)
      .orderBy('e.created_at', 'desc')
      .orderBy('e.id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    base(db)
      .select(sql<number>`count(*)`.as('count'))
      .where(where)
      .executeTakeFirstOrThrow(),
  ])
  return { records, totalRecords: counted.count }
}

/** One person with what only their page shows. */
export const findPerson = (db: Reader, id: string, readerId: string) =>
  base(db)
    .select([
      ...columns(readerId),
      pendingsOf(outsideIdOf('employee', sql`e.id`), readerId).as('pendings'),
      'e.phone',
      'e.shift',
      'e.approval_limit_minor as approvalLimitMinor',
      'e.adjustment_per_day_minor as adjustmentPerDayMinor',
      sql<string[]>`e.addresses::text[]`.as('addresses'),
      'e.state_reason as stateReason',
      'e.state_at as stateAt',
    ])
    .where('e.id', '=', id)
    .executeTakeFirstOrThrow()

export const openSessionsOf = (db: Reader, id: string) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('employees as e', 'e.id', 's.employee_id')
    .select(['s.id', 's.created_at as createdAt', 's.last_seen_at as lastSeenAt', 's.address', 's.device'])
    .where('s.employee_id', '=', id)
    .where('s.ended_at', 'is', null)
    .where('s.kind', '=', 'full')
    .where('s.idle_ends_at', '>', sql<string>`now()`)
    .where('s.expires_at', '>', sql<string>`now()`)
    .orderBy('s.last_seen_at', 'desc')
    .execute()

/** A person and their role, held until the transaction ends. */
export const lockPerson = (tx: Tx, id: string) =>
  tx
    .selectFrom('employees')
    .select([
      'id',
      'username',
      'display_name',
      'phone',
      'shift',
      'type',
      'state',
      'role_id',
      'version',
      'approval_limit_minor',
      'adjustment_per_day_minor',
      'otp_confirmed_at',
      sql<string[]>`addresses::text[]`.as('addresses'),
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
