import type { Abilities, PermissionMap } from '@khlang/contract/kit/permissions.ts'
import { sql } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { outsideIdOf } from '../../platform/db/outside-ids.ts'
import { seesBrand } from '../../platform/people/visibility.ts'
import { pendingOf } from './employee-queries.ts'
import type { Rights } from './rights.ts'

/** The abilities of a role as columns of a row aliased r. */
const rightsColumns = [
  'r.is_admin',
  'r.permission',
  'r.reveal_pii',
  'r.export_data',
  'r.see_own_balances',
  'r.approval_limit_minor',
  'r.adjustment_per_day_minor',
] as const

interface RightsRow {
  readonly is_admin: boolean
  readonly permission: unknown
  readonly reveal_pii: boolean
  readonly export_data: boolean
  readonly see_own_balances: boolean
  readonly approval_limit_minor: number | null
  readonly adjustment_per_day_minor: number | null
}

export const abilitiesOf = (row: RightsRow): Abilities => ({
  revealPii: row.reveal_pii,
  exportData: row.export_data,
  seeOwnBalances: row.see_own_balances,
  approvalLimitMinor: row.approval_limit_minor,
  adjustmentPerDayMinor: row.adjustment_per_day_minor,
})

export const rightsOf = (row: RightsRow): Rights => ({
  isAdmin: row.is_admin,
  permission: row.permission as PermissionMap,
  abilities: abilitiesOf(row),
})

/** Rights as columns of `roles`. */
export const rightsValues = ({ isAdmin, permission, abilities }: Rights) => ({
  is_admin: isAdmin,
  permission: JSON.stringify(permission),
  reveal_pii: abilities.revealPii,
  export_data: abilities.exportData,
  see_own_balances: abilities.seeOwnBalances,
  approval_limit_minor: abilities.approvalLimitMinor,
  adjustment_per_day_minor: abilities.adjustmentPerDayMinor,
})

/** @throws roleNameInUse by another role than this one, however it is spelt */
export async function assertNameFree(db: Reader, name: string, roleId: string): Promise<void> {
  const { rows: taken } = await sql`
    select from roles where lower(name) = lower(${name}) and id <> ${roleId}`.execute(db)
  if (taken.length > 0) throw new ApiError('roleNameInUse', { field: 'roleName' })
}

/** Roles, aliased r, that a person knows of: all, or for a seller or an agent their own. */
const knownTo = (actor: EmployeeActor) =>
  sql<boolean>`(${seesBrand(actor)}::boolean or r.id = ${actor.role.id}::uuid)`

/** All of them, or a page where a size is given. */
export const roleNames = (
  db: Reader,
  actor: EmployeeActor,
  {
    page,
    size,
    search,
  }: { readonly page: number; readonly size?: number | undefined; readonly search: string },
) =>
  db
    .selectFrom('roles as r')
    .select(['r.id as _id', 'r.name as roleName'])
    .where(sql<boolean>`strpos(lower(r.name), lower(${search})) > 0 and ${knownTo(actor)}`)
    .orderBy('r.name')
    .$if(size !== undefined, (query) => query.limit(size ?? 0).offset((page - 1) * (size ?? 0)))
    .execute()

const rows = (db: Reader, readerId: string) =>
  db
    .selectFrom('roles as r')
    .leftJoin('roles as source', 'source.id', 'r.cloned_from')
    .select([
      'r.id',
      'r.name',
      'r.description',
      'r.template',
      'r.version',
      'r.updated_at',
      'source.name as clonedFrom',
      ...rightsColumns,
      sql<number>`(select count(*) from employees e where e.role_id = r.id and e.state = 'active')`.as(
        'memberCount',
      ),
      pendingOf(outsideIdOf('role', sql`r.id`), readerId).as('pending'),
    ])

/** Roles by name, one numbered page; to a seller or an agent none. */
export async function listRoles(
  db: Reader,
  actor: EmployeeActor,
  { page, size, search }: { page: number; size: number; search: string },
) {
  const asked = search.trim().toLowerCase()
  const found = sql<boolean>`${seesBrand(actor)}::boolean and (strpos(lower(r.name), ${asked}) > 0
    or strpos(lower(r.description), ${asked}) > 0)`
  const [records, counted] = await Promise.all([
    rows(db, actor.id)
      .where(found)
      .orderBy('r.name')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    db
      .selectFrom('roles as r')
      .select(sql<number>`count(*)`.as('count'))
      .where(found)
      .executeTakeFirstOrThrow(),
  ])
  return { records, totalRecords: counted.count }
}

export const findRole = (db: Reader, id: string, readerId: string) =>
  rows(db, readerId).where('r.id', '=', id).executeTakeFirstOrThrow()

export const holdersOf = (db: Reader, roleId: string) =>
  db
    .selectFrom('employees')
    .select([
      'id',
      'username',
      'display_name as displayName',
      sql<'active' | 'locked' | 'left'>`state`.as('state'),
    ])
    .where('role_id', '=', roleId)
    .orderBy('username')
    .limit(500)
    .execute()

/** The rights of a role; undefined when there is no such role. */
export async function findRights(db: Reader, id: string): Promise<(Rights & { name: string }) | undefined> {
  const row = await db
    .selectFrom('roles as r')
    .select(['r.name', ...rightsColumns])
    .where('r.id', '=', id)
    .executeTakeFirst()
  return row && { name: row.name, ...rightsOf(row) }
}

/** A role, held until the transaction ends. */
export async function lockRole(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('roles as r')
    .select(['r.id', 'r.name', 'r.description', 'r.version', ...rightsColumns])
    .where('r.id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    version: row.version,
    rights: rightsOf(row),
  }
}

/** What an active person holds now, their own limits counted; undefined for one who is not active. */
export async function rightsOfPerson(db: Reader, id: string): Promise<Rights | undefined> {
  const row = await db
    .selectFrom('employees as e')
    .innerJoin('roles as r', 'r.id', 'e.role_id')
    .select(['r.is_admin', 'r.permission', 'r.reveal_pii', 'r.export_data', 'r.see_own_balances'])
    .select([
      sql<number | null>`least(r.approval_limit_minor, e.approval_limit_minor)`.as('approval_limit_minor'),
      sql<number | null>`least(r.adjustment_per_day_minor, e.adjustment_per_day_minor)`.as(
        'adjustment_per_day_minor',
      ),
    ])
    .where('e.id', '=', id)
    .where('e.state', '=', 'active')
    .executeTakeFirst()
  return row && rightsOf(row)
}
