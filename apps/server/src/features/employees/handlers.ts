import { randomBytes } from 'node:crypto'
import { hashCode } from '../../platform/security/passwords.ts'
import type { employees } from '@khlang/contract/employees.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Handlers } from '../../platform/call/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { numberedPageOf } from '../../platform/db/numbered-page.ts'
import { endSessions } from '../../platform/people/sessions.ts'
import { assertBrand } from '../../platform/people/visibility.ts'
import { employeeRole, otpReset } from './approval-kinds.ts'
import * as queries from './employee-queries.ts'
import { askLimits } from './limits.ts'
import { ownRights } from './own-rights.ts'
import { assertWithin, beyond, narrowed } from './rights.ts'
import * as roleQueries from './role-queries.ts'
import { confirm, standingOf } from './standing.ts'
import { whoAgreesAboutPerson } from './who-agrees.ts'

const codeMinutes = 30

/** What a person's row in the log keeps; of the phone the last four digits. */
const factsOf = ({ displayName, phone, shift, addresses }: Facts): Facts => ({
  displayName,
  phone: phone.replaceAll(/\d(?=\d{4})/g, 'x'),
  shift,
  addresses,
})
interface Facts {
  readonly displayName: string
  readonly phone: string
  readonly shift: string
  readonly addresses: readonly string[]
}

/** A person held for a change by somebody who stands no lower. @throws ownRights, beyondOwnRights */
async function lockBelow(tx: Tx, actor: EmployeeActor, id: string) {
  if (actor.id === id) throw new ApiError('ownRights')
  const person = await queries.lockPerson(tx, id)
  const rights = await roleQueries.findRights(tx, person.role_id)
  if (rights) assertWithin(rights, ownRights(actor))
  return { person, rights }
}

interface WantedCode {
  readonly employeeId: string
  readonly purpose: 'newEmployee' | 'reset'
  /** Who is handed it, and then may be the one behind the account (decisions 44). */
  readonly maker: EmployeeActor
}

async function newCode(tx: Tx, { employeeId, purpose, maker }: WantedCode) {
  const code = randomBytes(16).toString('base64url')
  // Only the newest code works.
  await tx
    .updateTable('one_time_codes')
    .set({ used_at: sql<string>`now()` })
    .where('employee_id', '=', employeeId)
    .where('used_at', 'is', null)
    .execute()
  const row = await tx
    .insertInto('one_time_codes')
    .values({
      employee_id: employeeId,
      purpose,
      given_to: maker.id,
      code_hash: hashCode(code),
      expires_at: sql<string>`now() + make_interval(mins => ${codeMinutes})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { code, expiresAt: row.expires_at }
}

/** The claims of a person who leaves the desk are free for others at once. @returns how many there were */
async function releaseClaims(tx: Tx, employeeId: string): Promise<number> {
  const freed = await tx
    .updateTable('withdrawals')
    .set({ claimed_by: null, claimed_until: null })
    .where('claimed_by', '=', employeeId)
    .returning('id')
    .execute()
  return freed.length
}

export const employeeHandlers: Handlers<typeof employees> = {
  listNumbered: async ({ db, input, actor }) => {
    const { records, totalRecords } = await queries.listNumbered(db, actor, input)
    return numberedPageOf(input, records, totalRecords)
  },

  list: ({ db, input, actor, services }) =>
    queries.listPeople(db, { actor, input, secrets: services.secrets }),

  get: async ({ db, input, actor }) => {
    const [person, sessions, standing] = await Promise.all([
      queries.findPerson(db, input.id, actor.id),
      queries.openSessionsOf(db, input.id),
      standingOf(db, actor, input.id),
    ])
    const rights = await roleQueries.findRights(db, person.roleId)
    if (!rights) throw new ApiError('notFound')
    const isBelow = person.id !== actor.id && beyond(rights, ownRights(actor)).length === 0
    const isActive = person.state === 'active'
    return {
      ...person,
      second: await whoAgreesAboutPerson(db, { actor, id: person.id, mayChange: isBelow }),
      role: { permission: rights.permission, abilities: rights.abilities },
      sessions,
      standing,
      may: { change: isBelow, lock: isBelow && person.state !== 'left', reset: isBelow && isActive },
    }
  },

  create: async ({ tx, input, actor, record, announce }) => {
    assertBrand(actor)
    const { username, roleId, type, displayName, phone, shift, addresses, ...limits } = input
    const rights = await roleQueries.findRights(tx, roleId)
    if (!rights) throw new ApiError('invalidValue', { field: 'roleId' })
    assertWithin(narrowed(rights, limits), ownRights(actor))
    const made = await tx
      .insertInto('employees')
      .values({
        username,
        display_name: displayName,
        type,
        role_id: roleId,
        phone,
        shift,
        approval_limit_minor: limits.approvalLimitMinor,
        adjustment_per_day_minor: limits.adjustmentPerDayMinor,
        addresses: networks(addresses),
        created_by: actor.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const entityId = encodeId('employee', made.id)
    const after = { username, displayName, roleName: rights.name, type, shift, addresses, ...limits }
    await record({ entity: 'employee', entityId, action: 'employeeCreated', after })
    await announce('employee', entityId, 1)
    const code = await newCode(tx, { employeeId: made.id, purpose: 'newEmployee', maker: actor })
    return { id: made.id, username, ...code }
  },

  update: async (context) => {
    const { tx, input, actor, record, announce } = context
    const { id, version, reason, displayName, phone, shift, addresses, ...limits } = input
    // Limits of one's own only narrow the role, which goes no further than the caller's rights.
    const { person } = await lockBelow(tx, actor, id)
    if (person.version !== version) throw new ApiError('stale', { details: { version: person.version } })
    const before = factsOf({ ...person, displayName: person.display_name })
    const after = factsOf({ displayName, phone, shift, addresses })
    const isChanged = JSON.stringify(before) !== JSON.stringify(after) || phone !== person.phone
    if (isChanged) {
      await tx
        .updateTable('employees')
        .set({ display_name: displayName, phone, shift, addresses: networks(addresses) })
        .set({ version: version + 1 })
        .where('id', '=', id)
        .execute()
      const entityId = encodeId('employee', id)
      await record({ entity: 'employee', entityId, action: 'employeeChanged', reason, before, after })
      await announce('employee', entityId, version + 1)
    }
    const asked = await askLimits(context, person, limits)
    const isAlone = asked.state === 'done' && asked.approvalId !== null
    const acts = (isChanged ? 1 : 0) + (isAlone ? 1 : 0)
    return { version: version + acts, ...asked }
  },

  setRole: async ({ tx, input, actor, ask }) => {
    const { id, roleId, reason } = input
    const { person, rights } = await lockBelow(tx, actor, id)
    const wanted = await roleQueries.findRights(tx, roleId)
    if (!wanted || !rights) throw new ApiError('invalidValue', { field: 'roleId' })
    if (person.state === 'left') throw new ApiError('stateRefused', { details: { state: person.state } })
    if (person.role_id === roleId) return { state: 'done', approvalId: null }
    const { name, ...granted } = wanted
    const { name: nameBefore, ...held } = rights
    assertWithin(granted, ownRights(actor))
    const answer = await ask(
      employeeRole,
      { employeeId: id, roleId, rights: granted },
      {
        reason: reason ?? '',
        version: person.version,
        before: { roleId: person.role_id, rights: held },
        audit: { before: { roleName: nameBefore }, after: { roleName: name } },
      },
    )
    // Alone, nobody else gives a second factor for it; what was done is taken back with the transaction.
    if (answer.state === 'done' && !actor.session.hasStepUp) throw new ApiError('stepUpRequired')
    return answer
  },

  setState: async ({ tx, input, actor, record, announce }) => {
    const { id, version, state, reason } = input
    const { person } = await lockBelow(tx, actor, id)
    if (person.version !== version) throw new ApiError('stale', { details: { version: person.version } })
    if (person.state === state || person.state === 'left')
      throw new ApiError('stateRefused', { details: { state: person.state } })
    await tx
      .updateTable('employees')
      .set({ state, state_reason: reason, state_at: sql<string>`now()`, version: version + 1 })
      .where('id', '=', id)
      .execute()
    const isOut = state !== 'active'
    const ended = isOut ? await endSessions(tx, { employeeId: id }, 'admin') : []
    const releasedClaims = isOut ? await releaseClaims(tx, id) : 0
    const entityId = encodeId('employee', id)
    await record({
      entity: 'employee',
      entityId,
      action: 'employeeStateSet',
      reason,
      before: { state: person.state },
      after: { state },
      detail: { endedSessions: ended.length, releasedClaims },
    })
    await announce('employee', entityId, version + 1)
    return { version: version + 1, releasedClaims }
  },

  endSessions: async ({ tx, input, actor, record, announce }) => {
    const { person } = await lockBelow(tx, actor, input.id)
    const ended = await endSessions(tx, { employeeId: person.id }, 'admin')
    const [entityId, detail] = [encodeId('employee', person.id), { ended: ended.length }]
    await record({ entity: 'employee', entityId, action: 'sessionsEnded', reason: input.reason, detail })
    await announce('employee', entityId, person.version)
    return detail
  },

  confirm,

  resetPassword: async ({ tx, input, actor, record, announce }) => {
    const { person } = await lockBelow(tx, actor, input.id)
    if (person.state !== 'active') throw new ApiError('stateRefused', { details: { state: person.state } })
    const code = await newCode(tx, { employeeId: person.id, purpose: 'reset', maker: actor })
    await endSessions(tx, { employeeId: person.id }, 'reset')
    const entityId = encodeId('employee', person.id)
    await record({ entity: 'employee', entityId, action: 'passwordResetBegun', reason: input.reason })
    await announce('employee', entityId, person.version)
    return code
  },

  resetOtp: async ({ tx, input, actor, ask }) => {
    const { person } = await lockBelow(tx, actor, input.id)
    if (person.otp_confirmed_at === null) throw new ApiError('notEnrolled')
    const { reason } = input
    return ask(otpReset, { employeeId: person.id }, { reason, version: person.version })
  },
}

const networks = (addresses: readonly string[]) => sql<string[]>`${[...addresses]}::text[]::cidr[]`
