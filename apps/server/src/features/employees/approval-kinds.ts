import { employees } from '@khlang/contract/employees.ts'
import type { ResourceRequires } from '@khlang/contract/permissions.ts'
import { roles } from '@khlang/contract/roles.ts'
import { encodeId } from '@khlang/contract/values.ts'
import { sql } from 'kysely'
import type { EmployeeActor } from '../../platform/actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Carrying, FormerKind } from '../../platform/former-kinds.ts'
import type { Reader, Tx } from '../../platform/db.ts'
import { isSamePerson } from '../../platform/same-person.ts'
import { endSessions } from '../../platform/sessions.ts'
import { lockPerson } from './employee-queries.ts'
import { assertWithin, narrowed, rightsDiff, type OwnLimits, type Rights } from './rights.ts'
import * as roleQueries from './role-queries.ts'

/** Another role for a person. Ids are uuids. */
export interface EmployeeRole {
  readonly employeeId: string
  readonly roleId: string
  /** The role as it was when it was asked for: what the second person agreed to. */
  readonly rights: Rights
}
/** How a role is called and what it lets its people do. */
export interface NamedRights extends Rights {
  readonly roleName: string
  readonly description: string
}
export interface RoleChange extends NamedRights {
  readonly roleId: string
}
export interface EmployeeLimits extends OwnLimits {
  readonly employeeId: string
}
export interface OtpReset {
  readonly employeeId: string
}

interface Granted<D> {
  readonly approvalId: string
  readonly makerId: string
  readonly document: D
}
type Acting = Pick<Carrying, 'tx' | 'record' | 'announce'>

/** A person's own limits, as a row has them. */
export const limitsOf = (row: {
  approval_limit_minor: number | null
  adjustment_per_day_minor: number | null
}): OwnLimits => ({
  approvalLimitMinor: row.approval_limit_minor,
  adjustmentPerDayMinor: row.adjustment_per_day_minor,
})

const usernameOf = async (db: Reader, id: string): Promise<string> => {
  const row = await db.selectFrom('employees').select('username').where('id', '=', id).executeTakeFirst()
  return row?.username ?? ''
}
const roleNameOf = async (db: Reader, id: string): Promise<string> =>
  (await roleQueries.findRights(db, id))?.name ?? ''

/** What is granted must lie within what the maker holds at this moment. @throws beyondOwnRights */
async function assertMakerHolds(tx: Tx, makerId: string, rights: Rights): Promise<void> {
  const held = await roleQueries.rightsOfPerson(tx, makerId)
  if (!held) throw new ApiError('stateRefused', { details: { reason: 'makerNotAllowed' } })
  assertWithin(rights, held)
}

export async function carryOutEmployeeRole(
  { tx, record, announce }: Acting,
  { approvalId, makerId, document }: Granted<EmployeeRole>,
): Promise<void> {
  const { employeeId, roleId } = document
  const person = await lockPerson(tx, employeeId)
  const role = await roleQueries.lockRole(tx, roleId)
  if (person.state === 'left') throw new ApiError('stateRefused', { details: { state: person.state } })
  await assertMakerHolds(tx, makerId, role.rights)
  if (rightsDiff(document.rights, role.rights).length > 0)
    throw new ApiError('stateRefused', { details: { reason: 'roleChanged' } })
  const before = { roleName: await roleNameOf(tx, person.role_id) }
  await tx
    .updateTable('employees')
    .set({ role_id: roleId, role_approval_id: approvalId, version: sql<number>`version + 1` })
    .where('id', '=', employeeId)
    .execute()
  await record({
    entity: 'employee',
    entityId: encodeId('employee', employeeId),
    action: 'roleGiven',
    before,
    after: { roleName: role.name },
    detail: { approvalId: encodeId('approval', approvalId), askedBy: await usernameOf(tx, makerId) },
  })
  await announce('employee', encodeId('employee', employeeId), person.version + 1)
}

export async function carryOutRoleChange(
  { tx, record, announce }: Acting,
  { approvalId, makerId, document }: Granted<RoleChange>,
): Promise<void> {
  const { roleId, ...after } = document
  const role = await roleQueries.lockRole(tx, roleId)
  await assertMakerHolds(tx, makerId, after)
  const { name: roleName, description } = role
  await roleQueries.named(
    tx
      .updateTable('roles')
      .set({
        name: after.roleName,
        description: after.description,
        ...roleQueries.rightsValues(after),
        approval_id: approvalId,
        version: role.version + 1,
        updated_at: sql<string>`now()`,
      })
      .where('id', '=', roleId)
      .execute(),
  )
  await record({
    entity: 'role',
    entityId: encodeId('role', roleId),
    action: 'roleChanged',
    before: { roleName, description, ...role.rights },
    after,
    detail: { approvalId: encodeId('approval', approvalId), askedBy: await usernameOf(tx, makerId) },
  })
  await announce('role', encodeId('role', roleId), role.version + 1)
}

export async function carryOutEmployeeLimits(
  { tx, record, announce }: Acting,
  { approvalId, makerId, document }: Granted<EmployeeLimits>,
): Promise<void> {
  const { employeeId, ...limits } = document
  const person = await lockPerson(tx, employeeId)
  if (person.state === 'left') throw new ApiError('stateRefused', { details: { state: person.state } })
  const rights = await roleQueries.findRights(tx, person.role_id)
  if (rights) await assertMakerHolds(tx, makerId, narrowed(rights, limits))
  await tx
    .updateTable('employees')
    .set({
      approval_limit_minor: limits.approvalLimitMinor,
      adjustment_per_day_minor: limits.adjustmentPerDayMinor,
      limits_approval_id: approvalId,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', employeeId)
    .execute()
  const entityId = encodeId('employee', employeeId)
  await record({
    entity: 'employee',
    entityId,
    action: 'limitsChanged',
    before: limitsOf(person),
    after: limits,
    detail: { approvalId: encodeId('approval', approvalId), askedBy: await usernameOf(tx, makerId) },
  })
  await announce('employee', entityId, person.version + 1)
}

export async function carryOutOtpReset(
  { tx, record, announce }: Acting,
  { approvalId, makerId, document }: Granted<OtpReset>,
): Promise<void> {
  const { employeeId } = document
  const person = await lockPerson(tx, employeeId)
  if (person.otp_confirmed_at === null) throw new ApiError('notEnrolled')
  await tx
    .updateTable('employees')
    .set({
      otp_secret: null,
      otp_confirmed_at: null,
      otp_pending_until: null,
      otp_next_secret: null,
      otp_next_until: null,
      otp_last_step: null,
      otp_locked_at: null,
      otp_failures_in_row: 0,
      otp_approval_id: approvalId,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', employeeId)
    .execute()
  await tx
    .updateTable('recovery_codes')
    .set({ used_at: sql<string>`now()` })
    .where('employee_id', '=', employeeId)
    .where('used_at', 'is', null)
    .execute()
  await endSessions(tx, { employeeId }, 'reset')
  const entityId = encodeId('employee', employeeId)
  const detail = { approvalId: encodeId('approval', approvalId), askedBy: await usernameOf(tx, makerId) }
  await record({ entity: 'employee', entityId, action: 'otpReset', detail })
  await announce('employee', entityId, person.version + 1)
}

/** The fields of these that differ. */
const differing = <T extends object>(before: T, after: T, fields: readonly (keyof T & string)[]) =>
  fields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, before: before[field], after: after[field] }))

const isAboutHim = (actor: EmployeeActor) => sql<boolean>`exists (select from employees e
  where e.id::text = a.document ->> 'employeeId' and ${isSamePerson(sql`e.id`, actor.id)})`

const holdsRole = (actor: EmployeeActor) => sql<boolean>`exists (select from employees e
  where e.role_id::text = a.document ->> 'roleId' and ${isSamePerson(sql`e.id`, actor.id)})`

export const employeeRole: FormerKind = {
  requires: employees.setRole.requires,
  concerns: isAboutHim,
  differences: async (db, asked) => {
    const { roleId, rights } = asked.document as EmployeeRole
    const before = asked.before as { roleId: string; rights: Rights }
    const names = { before: await roleNameOf(db, before.roleId), after: await roleNameOf(db, roleId) }
    return [{ field: 'roleName', ...names }, ...rightsDiff(before.rights, rights)]
  },
  carryOut: (carrying, { id, makerId, document }) =>
    carryOutEmployeeRole(carrying, { approvalId: id, makerId, document: document as EmployeeRole }),
}

const roleChangeRequires: ResourceRequires = roles.update.requires

/** Who holds the role is concerned by it: nobody approves a change to his own role. */
export const roleChange: FormerKind = {
  requires: roleChangeRequires,
  concerns: holdsRole,
  differences: async (_db, { before, document }) => {
    const [was, wanted] = [before as NamedRights, document as RoleChange]
    return [...differing(was, wanted, ['roleName', 'description']), ...rightsDiff(was, wanted)]
  },
  carryOut: (carrying, { id, makerId, document }) =>
    carryOutRoleChange(carrying, { approvalId: id, makerId, document: document as RoleChange }),
}

export const employeeLimits: FormerKind = {
  requires: employees.update.requires,
  concerns: isAboutHim,
  // Without a limit of his own a person has the role's, which is not "no limit".
  differences: async (_db, { before, document }) =>
    differing(before as OwnLimits, document as EmployeeLimits, [
      'approvalLimitMinor',
      'adjustmentPerDayMinor',
    ]).map((each) => ({ ...each, before: each.before ?? 'asRole', after: each.after ?? 'asRole' })),
  carryOut: (carrying, { id, makerId, document }) =>
    carryOutEmployeeLimits(carrying, { approvalId: id, makerId, document: document as EmployeeLimits }),
}

export const otpReset: FormerKind = {
  requires: employees.resetOtp.requires,
  concerns: isAboutHim,
  differences: async () => [{ field: 'otpEnable', before: true, after: false }],
  carryOut: (carrying, { id, makerId, document }) =>
    carryOutOtpReset(carrying, { approvalId: id, makerId, document: document as OtpReset }),
}
