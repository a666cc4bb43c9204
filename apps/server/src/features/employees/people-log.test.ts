import { permissionMap } from '@khlang/contract/kit/permissions.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { otpAt, stepSeconds } from '../../platform/security/totp.ts'
import { codeOf, key } from '../../testing/world/members.ts'
import { secretOf, stepOn } from '../../testing/otp.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { decideAs, decidePassword as password } from '../../testing/world/decide.ts'

// What stays in the log of an act on people and roles: which, about whom, by whom, why, what was and what is.

let server: TestServer
let owner: Person
let second: Person
beforeAll(async () => {
  server = await startTestServer()
  const admin = { isAdmin: true, hasStepUp: true, password, abilities: { approvalLimitMinor: null } }
  owner = await server.person({ ...admin, abilities: { approvalLimitMinor: null } })
  second = await server.person(admin)
})
afterAll(() => server.stop())

const noAbilities = {
  revealPii: false,
  exportData: false,
  seeOwnBalances: false,
  approvalLimitMinor: 0,
  adjustmentPerDayMinor: 0,
}
const idOf = (person: { id: string }) => encodeId('employee', person.id)
const roleOf = async (person: Person) => (await owner.call('employees.get', { id: idOf(person) })).roleId

interface Row {
  readonly action: string
  readonly actor: string | null
  readonly reason: string | null
  readonly before: unknown
  readonly after: unknown
  readonly detail: unknown
}
/** What the log says of a person or a role, the first act first. */
async function logOf(entity: 'employee' | 'session' | 'role', id: string): Promise<Row[]> {
  return server.database.asAdmin<Row>(
    `select action, actor_name as actor, reason, before, after, detail from activity_log
      where entity = $1 and entity_id = $2 order by id`,
    [entity, id],
  )
}
const lastOf = async (entity: 'employee' | 'role', id: string, count = 1) =>
  (await logOf(entity, id)).slice(-count)
/** The version that open screens hear of last; none: not heard of. */
async function heardVersion(topic: 'employee' | 'role', id: string): Promise<number | undefined> {
  const rows = await server.database.asAdmin<{ version: number }>(
    'select version::int from outbox where topic = $1 and entity_id = $2 order by id desc limit 1',
    [topic, id],
  )
  return rows[0]?.version
}
const act = (row: Partial<Row>) => ({
  actor: owner.username,
  reason: null,
  before: null,
  after: null,
  detail: null,
  ...row,
})

describe('of a person', () => {
  const sheet = {
    displayName: 'สมศรี',
    phone: '0812345678',
    shift: 'กะเช้า',
    approvalLimitMinor: 300,
    adjustmentPerDayMinor: 200,
    addresses: ['203.0.113.0/24', '2001:db8::/32'],
  }

  test('hired: the whole sheet but the phone, and the sheet is what was typed', async () => {
    const role = await server.person({ abilities: { ...noAbilities, approvalLimitMinor: 500 } })
    const username = `n${crypto.randomUUID().slice(0, 8)}`
    const roleId = await roleOf(role)
    const made = await owner.call('employees.create', { username, roleId, ...sheet }, key())
    expect(Math.round((Date.parse(made.expiresAt) - Date.now()) / 60_000)).toBe(30)
    const shown = await owner.call('employees.get', { id: made.id })
    const roleName = `Role ${role.username}`
    expect(shown).toMatchObject({
      ...sheet,
      username,
      type: 'staff',
      state: 'active',
      roleId,
      roleName,
      createdBy: owner.username,
      lastLoginAt: null,
      otpEnable: false,
      version: 1,
    })
    const { phone: _, ...told } = sheet
    const after = { username, type: 'staff', roleName, ...told }
    expect(await logOf('employee', made.id)).toEqual([act({ action: 'employeeCreated', after })])
    expect(await heardVersion('employee', made.id)).toBe(1)
  })

  test('changed: what was and is, of a phone its last digits; another phone alone is a change', async () => {
    const { id, version } = await owner.call('employees.get', { id: idOf(await server.person()) })
    const { displayName, phone, shift, addresses } = sheet
    const limits = { approvalLimitMinor: null, adjustmentPerDayMinor: null }
    const change = { displayName, phone, shift, addresses, ...limits, reason: 'a new desk' }
    await owner.call('employees.update', { id, version, ...change })
    const [row] = await lastOf('employee', id)
    const after = { displayName, phone: 'xxxxxx5678', shift, addresses }
    expect(row).toEqual(
      act({
        action: 'employeeChanged',
        reason: 'a new desk',
        before: { displayName: expect.stringMatching(/^p/), phone: '', shift: '', addresses: [] },
        after,
      }),
    )
    expect(await owner.call('employees.get', { id })).toMatchObject({ ...sheet, ...limits, version: 2 })
    expect(await heardVersion('employee', id)).toBe(2)

    await owner.call('employees.update', { id, version: 2, ...change, phone: '0899995678' })
    const [again] = await lastOf('employee', id)
    expect([again?.before, again?.after]).toEqual([after, after])
    expect((await owner.call('employees.get', { id })).phone).toBe('0899995678')
  })

  test('given other limits: who asked and why, then who agreed', async () => {
    const id = idOf(await server.person())
    const { version } = await owner.call('employees.get', { id })
    const facts = { displayName: 'x', phone: '', shift: '', addresses: [] }
    const limits = { approvalLimitMinor: 70, adjustmentPerDayMinor: 60 }
    const asked = await owner.call('employees.update', { id, version, ...facts, ...limits, reason: 'grew' })
    await decideAs(second, asked.approvalId)
    const { approvalId } = asked
    const before = { approvalLimitMinor: null, adjustmentPerDayMinor: null }
    const [ask, settled, given] = await lastOf('employee', id, 3)
    const detail = { approvalId, soleOwner: false }
    expect(ask).toEqual(act({ action: 'limitsAsked', reason: 'grew', before, after: limits, detail }))
    expect(settled).toMatchObject({
      action: 'employeeLimitsApproved',
      actor: second.username,
      reason: 'looked at it',
      detail: { approvalId, askedBy: owner.username, askedReason: 'grew' },
    })
    expect(given).toEqual(
      act({
        action: 'limitsChanged',
        actor: second.username,
        before,
        after: limits,
        detail: { approvalId, askedBy: owner.username },
      }),
    )
    expect(await heardVersion('employee', id)).toBe(version + 2)
  })

  test('given another role: which it was and is, who asked, who agreed', async () => {
    const person = await server.person()
    const other = await server.person({ permissions: { dashboard: ['isRead'] } })
    const id = idOf(person)
    const roleId = await roleOf(other)
    const { approvalId } = await owner.call('employees.setRole', { id, roleId, reason: 'moves on' })
    await decideAs(second, approvalId)
    const [ask, , given] = await lastOf('employee', id, 3)
    const [before, after] = [person, other].map(({ username }) => ({ roleName: `Role ${username}` }))
    const detail = { approvalId, soleOwner: false }
    expect(ask).toEqual(act({ action: 'roleAsked', reason: 'moves on', before, after, detail }))
    const by = { approvalId, askedBy: owner.username }
    expect(given).toEqual(act({ action: 'roleGiven', actor: second.username, before, after, detail: by }))
    expect(await heardVersion('employee', id)).toBe(2)
  })

  test('locked and let in again: from what to what, why, and what ended with it', async () => {
    const person = await server.person({ password })
    const id = idOf(person)
    const code = (await owner.call('employees.resetPassword', { id, reason: 'forgot' }, key())).code
    const redeem = () => {
      const given = { username: person.username, code, newPassword: 'seven-green-elephants-walk' }
      return codeOf(server.as(null)('auth.redeem', given))
    }
    await server.as(null)('auth.login', { username: person.username, password })
    await server.as(null)('auth.login', { username: person.username, password })
    const lock = { id, version: 1, state: 'locked', reason: 'on leave' } as const
    expect(await owner.call('employees.setState', lock)).toEqual({ version: 2, releasedClaims: 0 })
    const detail = { endedSessions: 2, releasedClaims: 0 }
    const [before, after] = [{ state: 'active' }, { state: 'locked' }]
    expect(await lastOf('employee', id)).toEqual([
      act({ action: 'employeeStateSet', reason: 'on leave', before, after, detail }),
    ])
    expect(await owner.call('employees.get', { id })).toMatchObject({
      state: 'locked',
      stateReason: 'on leave',
      stateAt: expect.any(String),
      sessions: [],
    })
    expect(await heardVersion('employee', id)).toBe(2)
    // Neither the password nor a code that was handed over opens anything meanwhile.
    const login = server.as(null)('auth.login', { username: person.username, password })
    expect(await codeOf(login)).toBe('401 badCredentials')
    expect(await redeem()).toBe('401 badCode')
    await owner.call('employees.setState', { ...lock, version: 2, state: 'active', reason: 'is back' })
    const none = { endedSessions: 0, releasedClaims: 0 }
    expect(await lastOf('employee', id)).toEqual([
      act({ action: 'employeeStateSet', reason: 'is back', before: after, after: before, detail: none }),
    ])
    expect(await redeem()).toBe('ok')
  })

  test('signed out by another, handed a code: how many ended, and the former code is dead', async () => {
    const person = await server.person({ password })
    const id = idOf(person)
    await server.as(null)('auth.login', { username: person.username, password })
    expect(await owner.call('employees.endSessions', { id, reason: 'a lost phone' })).toEqual({ ended: 2 })
    const reset = () => owner.call('employees.resetPassword', { id, reason: 'forgot' }, key())
    const [first, newest] = [await reset(), await reset()]
    expect(Math.round((Date.parse(newest.expiresAt) - Date.now()) / 60_000)).toBe(30)
    expect(await logOf('employee', id)).toEqual([
      act({ action: 'sessionsEnded', reason: 'a lost phone', detail: { ended: 2 } }),
      act({ action: 'passwordResetBegun', reason: 'forgot' }),
      act({ action: 'passwordResetBegun', reason: 'forgot' }),
    ])
    const redeem = (code: string) => {
      const given = { username: person.username, code, newPassword: 'seven-green-elephants-walk' }
      return codeOf(server.as(null)('auth.redeem', given))
    }
    expect(await redeem(first.code)).toBe('401 badCode')
    // Of two at once with one code one alone sets a password.
    const both = await Promise.all([redeem(newest.code), redeem(newest.code)])
    expect(both.toSorted()).toEqual(['401 badCode', 'ok'])
  })

  test('freed of a lost authenticator: asked, done, and nothing of the lost one is left', async () => {
    const person = await server.person({ password })
    const id = idOf(person)
    const secret = secretOf(await person.call('auth.otpCreate', {}))
    const full = server.as(await person.call('auth.otpVerify', { token: otpAt(secret, stepOn(server)) }))
    await full('auth.recoveryCodes', { isFirst: true })
    server.clock.ms += stepSeconds * 1000
    await full('auth.replaceOtp', { password, code: otpAt(secret, stepOn(server)) })
    await server.database.plant(
      'update employees set otp_locked_at = now(), otp_failures_in_row = 9 where id = $1',
      [person.id],
    )
    const { approvalId } = await owner.call('employees.resetOtp', { id, reason: 'a lost phone' })
    await decideAs(second, approvalId)
    const [ask, , done] = await lastOf('employee', id, 3)
    const detail = { approvalId, soleOwner: false }
    expect(ask).toEqual(act({ action: 'otpResetAsked', reason: 'a lost phone', detail }))
    const by = { approvalId, askedBy: owner.username }
    expect(done).toEqual(act({ action: 'otpReset', actor: second.username, detail: by }))
    const left = await server.database.asAdmin(
      `select num_nonnulls(otp_secret, otp_confirmed_at, otp_pending_until, otp_next_secret, otp_next_until,
         otp_last_step, otp_locked_at) as kept, otp_failures_in_row as failures,
         (select count(*)::int from recovery_codes where employee_id = e.id and used_at is null) as codes
         from employees e where id = $1`,
      [person.id],
    )
    expect(left).toEqual([{ kept: 0, failures: 0, codes: 0 }])
    const early = server.as(await server.as(null)('auth.login', { username: person.username, password }))
    expect((await early('auth.self', {})).otpEnable).toBe(false)
  })
})

test('of a role: made, asked to change and changed, each with all that it was and is', async () => {
  const permission = permissionMap((resource, action) => resource === 'dashboard' && action === 'isRead')
  const rights = { isAdmin: false, permission, abilities: noAbilities }
  const roleName = 'กะดึกพิเศษ'
  const { _id: id } = await owner.call('roles.create', { roleName, description: 'd', ...rights }, key())
  expect(await logOf('role', id)).toEqual([act({ action: 'roleCreated', after: { roleName, ...rights } })])
  const abilities = { ...noAbilities, approvalLimitMinor: 5 }
  const wanted = { roleName: 'กะเช้าพิเศษ', description: 'e', isAdmin: false, permission, abilities }
  const { approvalId } = await owner.call('roles.update', { id, version: 1, ...wanted, reason: 'grew' })
  const before = { roleName, description: 'd', ...rights }
  expect((await logOf('role', id)).slice(1)).toEqual([
    act({
      action: 'roleChangeAsked',
      reason: 'grew',
      before,
      after: wanted,
      detail: { approvalId, soleOwner: false },
    }),
  ])
  await decideAs(second, approvalId)
  expect(await lastOf('role', id)).toEqual([
    act({
      action: 'roleChanged',
      actor: second.username,
      before,
      after: wanted,
      detail: { approvalId, askedBy: owner.username },
    }),
  ])
  expect(await heardVersion('role', id)).toBe(2)
  const copy = { roleName: 'สำเนา', description: '', ...rights, clonedFrom: id }
  const { _id: cloned } = await owner.call('roles.create', copy, key())
  expect(await owner.call('roles.get', { id: cloned })).toMatchObject({
    clonedFrom: wanted.roleName,
    flagCount: 1,
    memberCount: 0,
    template: null,
    isOwn: false,
    mayChange: true,
  })
})

test('of one’s own signing in and out: every step by its name, and by which way', async () => {
  const person = await server.person({ password })
  const id = idOf(person)
  const { username } = person
  const shown = () => owner.call('employees.get', { id })
  const login = async () => server.as(await server.as(null)('auth.login', { username, password }))
  const code = (secret: Buffer) => {
    server.clock.ms += stepSeconds * 1000
    return otpAt(secret, stepOn(server))
  }
  expect((await shown()).lastLoginAt).toBeNull()
  const first = await login()
  expect(await shown()).toMatchObject({ lastLoginAddress: '127.0.0.1', isOnline: true })
  await server.database.plant('update employees set last_login_at = null where id = $1', [person.id])
  const session = async () => (await first('auth.self', {})).session
  expect((await session()).stepUpUntil).toBeNull()
  const { stepUpUntil } = await first('auth.stepUp', { password })
  const { idleTimeoutMs, expiresAt, ...rest } = await session()
  expect(rest.stepUpUntil).toBe(stepUpUntil)
  const { idleTimeoutMinutes, sessionHours } = await server.services.settings.get()
  expect(idleTimeoutMs).toBe(idleTimeoutMinutes * 60_000)
  expect(Math.round((Date.parse(expiresAt) - Date.now()) / 60_000)).toBe(sessionHours * 60)
  const { idleEndsAt } = await first('auth.touch', {})
  expect(Math.round((Date.parse(idleEndsAt) - Date.now()) / 60_000)).toBe(idleTimeoutMinutes)
  const { records } = await first('auth.sessions', {})
  expect(records.map(({ isCurrent, device }) => [isCurrent, device])).toEqual([
    [true, 'node'],
    [false, 'test'],
  ])
  // One's other session ends, and this one goes on.
  await first('auth.endSession', { id: records[1]?.id ?? '' })
  expect(await codeOf(person.call('auth.self', {}))).toBe('401 unauthenticated')
  const secret = secretOf(await first('auth.otpCreate', {}))
  const full = server.as(await first('auth.otpVerify', { token: code(secret) }))
  const { codes } = await full('auth.recoveryCodes', { isFirst: true })
  expect((await shown()).lastLoginAt).not.toBeNull()
  await server.database.plant('update employees set last_login_at = null where id = $1', [person.id])
  const early = await login()
  // The password alone is no sign-in yet.
  expect((await shown()).lastLoginAt).toBeNull()
  const again = server.as(await early('auth.otpVerify', { token: code(secret) }))
  await again('auth.logout', {})
  expect(await codeOf(again('auth.self', {}))).toBe('401 unauthenticated')
  const last = server.as(await (await login())('auth.recover', { code: codes[0] ?? '' }))
  const newPassword = 'seven-green-elephants-walk'
  await last('auth.changePassword', { currentPassword: password, newPassword, code: code(secret) })
  const { code: handed } = await owner.call('employees.resetPassword', { id, reason: 'forgot' }, key())
  await server.as(null)('auth.redeem', { username, code: handed, newPassword: password })

  const own = async (entity: 'session' | 'employee') =>
    (await logOf(entity, id)).map(({ action, actor, detail }) => [action, actor, detail])
  const by = (action: string, detail: unknown = null) => [action, username, detail]
  expect(await own('session')).toEqual([
    ['login', null, { username, kind: 'full' }],
    by('steppedUp'),
    by('sessionEnded'),
    by('otpEnrolled'),
    ['login', null, { username, kind: 'preOtp' }],
    by('otpVerified'),
    by('logout'),
    ['login', null, { username, kind: 'preOtp' }],
    by('recoveryCodeUsed'),
  ])
  expect(await own('employee')).toEqual([
    by('otpEnrolmentBegun'),
    by('recoveryCodesMade'),
    by('passwordChanged'),
    ['passwordResetBegun', owner.username, null],
    ['passwordSetByCode', null, { username }],
  ])
})
