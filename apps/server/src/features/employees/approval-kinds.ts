import { employees } from '@khlang/contract/employees.ts'
import { Abilities, PermissionMap } from '@khlang/contract/kit/permissions.ts'
import { roles } from '@khlang/contract/roles.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import { defineApproval, type Agreement } from '../../platform/approvals/approval-kinds.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { isSamePerson } from '../../platform/people/same-person.ts'
import { endSessions } from '../../platform/people/sessions.ts'
import { lockPerson } from './employee-queries.ts'
import { assertWithin, narrowed, rightsDiff, type OwnLimits, type Rights } from './rights.ts'
import * as roleQueries from './role-queries.ts'

const rightsShape = {
  isAdmin: z.boolean(),
  permission: PermissionMap,
  abilities: Abilities,
}
/** How a role is called and what it lets its people do. */
const namedRights = { roleName: z.string(), description: z.string(), ...rightsShape }
const ownLimits = {
  approvalLimitMinor: z.int().nullable(),
  adjustmentPerDayMinor: z.int().nullable(),
}
type Request = Pick<Agreement, 'id' | 'askedBy'>
/** What the log keeps of an act that was agreed to. */
const agreedDetail = ({ id, askedBy }: Request) => ({ approvalId: encodeId('approval', id), askedBy })

/** A person's own limits, as a row has them. */
export const limitsOf = (row: {
  approval_limit_minor: number | null
  adjustment_per_day_minor: number | null
}): OwnLimits => ({
  approvalLimitMinor: row.approval_limit_minor,
  adjustmentPerDayMinor: row.adjustment_per_day_minor,
})

const roleNameOf = async (db: Reader, id: string): Promise<string> =>
  (await roleQueries.findRights(db, id))?.name ?? ''

/** What is granted must lie within what the maker holds at this moment. @throws beyondOwnRights */
async function assertMakerHolds(tx: Tx, makerId: string, rights: Rights): Promise<void> {
  const held = await roleQueries.rightsOfPerson(tx, makerId)
  if (!held) throw new ApiError('stateRefused', { details: { reason: 'makerNotAllowed' } })
  assertWithin(rights, held)
}

/** Nothing of the lost authenticator is left, its recovery codes neither. */
async function takeOtpOff(tx: Tx, employeeId: string, approvalId: string): Promise<void> {
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
}

/** The fields of these that differ. */
const differing = <T extends object>(before: T, after: T, fields: readonly (keyof T & string)[]) =>
  fields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, before: before[field], after: after[field] }))

const subjectOf = ({ employeeId }: { readonly employeeId: string }) => ({
  entity: 'employee' as const,
  id: employeeId,
})
const isAboutThem = (actor: EmployeeActor) => sql<boolean>`exists (select from employees e
  where e.id::text = a.document ->> 'employeeId' and ${isSamePerson(sql`e.id`, actor.id)})`

const holdsRole = (actor: EmployeeActor) => sql<boolean>`exists (select from employees e
  where e.role_id::text = a.document ->> 'roleId' and ${isSamePerson(sql`e.id`, actor.id)})`

const aboutPerson = { concerns: isAboutThem, subject: subjectOf }

/** Another role for a person, with its rights as they were when it was asked for. */
export const employeeRole = defineApproval({
  kind: 'employeeRole',
  requires: employees.setRole.requires,
  document: z.strictObject({ employeeId: z.guid(), roleId: z.guid(), rights: z.strictObject(rightsShape) }),
  before: z.strictObject({ roleId: z.guid(), rights: z.strictObject(rightsShape) }),
  ...aboutPerson,
  log: { asked: 'roleAsked' },
  differences: async (db, { document, before }) => {
    const names = {
      before: await roleNameOf(db, before.roleId),
      after: await roleNameOf(db, document.roleId),
    }
    return [{ field: 'roleName', ...names }, ...rightsDiff(before.rights, document.rights)]
  },
  execute: async ({ tx, record, announce }, { document, ...request }) => {
    const { employeeId, roleId } = document
    const person = await lockPerson(tx, employeeId)
    const role = await roleQueries.lockRole(tx, roleId)
    if (person.state === 'left') throw new ApiError('stateRefused', { details: { state: person.state } })
    await assertMakerHolds(tx, request.makerId, role.rights)
    if (rightsDiff(document.rights, role.rights).length > 0)
      throw new ApiError('stateRefused', { details: { reason: 'roleChanged' } })
    const before = { roleName: await roleNameOf(tx, person.role_id) }
    await tx
      .updateTable('employees')
      .set({ role_id: roleId, role_approval_id: request.id, version: sql<number>`version + 1` })
      .where('id', '=', employeeId)
      .execute()
    const entityId = encodeId('employee', employeeId)
    const after = { roleName: role.name }
    const detail = agreedDetail(request)
    await record({ entity: 'employee', entityId, action: 'roleGiven', before, after, detail })
    await announce('employee', entityId, person.version + 1)
  },
})

// Requests of before names were part of a role have none, and change none.
const former = (stored: object) => ({ roleName: '', description: '', ...stored })

/** Who holds the role is concerned by it: nobody approves a change to their own role. */
export const roleChange = defineApproval({
  kind: 'roleChange',
  requires: roles.update.requires,
  concerns: holdsRole,
  document: z.strictObject({ roleId: z.guid(), ...namedRights }),
  before: z.strictObject(namedRights),
  former,
  formerBefore: former,
  subject: ({ roleId }) => ({ entity: 'role', id: roleId }),
  differences: async (_db, { before, document }) => [
    ...differing(before, document, ['roleName', 'description']),
    ...rightsDiff(before, document),
  ],
  execute: async ({ tx, record, announce }, { document, ...request }) => {
    const { roleId, ...after } = document
    const role = await roleQueries.lockRole(tx, roleId)
    await assertMakerHolds(tx, request.makerId, after)
    const { name: roleName, description } = role
    await tx
      .updateTable('roles')
      .set({
        name: after.roleName === '' ? roleName : after.roleName,
        description: after.roleName === '' ? description : after.description,
        ...roleQueries.rightsValues(after),
        approval_id: request.id,
        version: role.version + 1,
        updated_at: sql<string>`now()`,
      })
      .where('id', '=', roleId)
      .execute()
    await record({
      entity: 'role',
      entityId: encodeId('role', roleId),
      action: 'roleChanged',
      before: { roleName, description, ...role.rights },
      after,
      detail: agreedDetail(request),
    })
    await announce('role', encodeId('role', roleId), role.version + 1)
  },
})

/** Without a limit of their own a person has the role's, which is not "no limit". */
const orRole = (limit: unknown) => limit ?? 'asRole'

/** Other limits of a person, lowered or raised. */
export const employeeLimits = defineApproval({
  kind: 'employeeLimits',
  requires: employees.update.requires,
  document: z.strictObject({ employeeId: z.guid(), ...ownLimits }),
  before: z.strictObject(ownLimits),
  ...aboutPerson,
  log: { asked: 'limitsAsked' },
  differences: async (_db, { before, document }) =>
    differing(before, document, ['approvalLimitMinor', 'adjustmentPerDayMinor']).map((each) => ({
      ...each,
      before: orRole(each.before),
      after: orRole(each.after),
    })),
  execute: async ({ tx, record, announce }, { document, ...request }) => {
    const { employeeId, ...limits } = document
    const person = await lockPerson(tx, employeeId)
    if (person.state === 'left') throw new ApiError('stateRefused', { details: { state: person.state } })
    const held = await roleQueries.findRights(tx, person.role_id)
    if (held) await assertMakerHolds(tx, request.makerId, narrowed(held, limits))
    await tx
      .updateTable('employees')
      .set({
        approval_limit_minor: limits.approvalLimitMinor,
        adjustment_per_day_minor: limits.adjustmentPerDayMinor,
        limits_approval_id: request.id,
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
      detail: agreedDetail(request),
    })
    await announce('employee', entityId, person.version + 1)
  },
})

/** The authenticator is taken off a person who lost it. */
export const otpReset = defineApproval({
  kind: 'otpReset',
  requires: employees.resetOtp.requires,
  document: z.strictObject({ employeeId: z.guid() }),
  before: z.null(),
  ...aboutPerson,
  differences: async () => [{ field: 'otpEnable', before: true, after: false }],
  execute: async ({ tx, record, announce }, { document, ...request }) => {
    const { employeeId } = document
    const person = await lockPerson(tx, employeeId)
    if (person.otp_confirmed_at === null) throw new ApiError('notEnrolled')
    await takeOtpOff(tx, employeeId, request.id)
    await endSessions(tx, { employeeId }, 'reset')
    const entityId = encodeId('employee', employeeId)
    await record({ entity: 'employee', entityId, action: 'otpReset', detail: agreedDetail(request) })
    await announce('employee', entityId, person.version + 1)
  },
})
