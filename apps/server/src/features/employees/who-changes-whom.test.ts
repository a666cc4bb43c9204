import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { decideAs, decidePassword as password } from '../../testing/world/decide.ts'

// Nobody changes themselves, nor whoever holds more; what an account's state refuses is refused to everybody.

let server: TestServer
let manager: Person
let role = ''
/** Whom the manager tries to change. */
const people: Record<string, Person> = {}

const code = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  )
const once = () => ({ idempotencyKey: crypto.randomUUID() })
const reads = { dashboard: ['isRead'] } as const
const abilities = { approvalLimitMinor: 100, adjustmentPerDayMinor: 0 }

beforeAll(async () => {
  server = await startTestServer()
  const permissions = {
    ...reads,
    employeeManagement: ['isRead', 'isCreate', 'isUpdate', 'isDelete'],
  } as const
  manager = await server.person({ permissions, abilities, hasStepUp: true })
  const add = async (name: string, options: Parameters<TestServer['person']>[0]) => {
    people[name] = await server.person({ permissions: reads, abilities, ...options })
  }
  await add('below', {})
  await add('locked', {})
  await add('left', {})
  await add('another flag', { permissions: { ...reads, paymentGateway: ['isRead'] } })
  await add('another switch', { abilities: { ...abilities, revealPii: true } })
  await add('a higher limit', { abilities: { ...abilities, approvalLimitMinor: 101 } })
  await add('no limit', { abilities: { approvalLimitMinor: 100 } })
  await add('an admin', { isAdmin: true })
  people['oneself'] = manager
  for (const state of ['locked', 'left'])
    await server.database.plant('update employees set state = $1 where id = $2', [state, people[state]?.id])
  const wanted = await server.person({ permissions: reads, abilities })
  const [row] = await server.database.asAdmin<{ id: string }>(
    'select role_id as id from employees where id = $1',
    [wanted.id],
  )
  role = encodeId('role', row?.id ?? '')
})
afterAll(() => server.stop())

const reason = 'ทดสอบ'
const noMore = {
  displayName: 'สมศรี',
  phone: '',
  shift: '',
  approvalLimitMinor: null,
  adjustmentPerDayMinor: null,
  addresses: [],
}
const acts: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
  resetOtp: (id) => manager.call('employees.resetOtp', { id, reason }),
  endSessions: (id) => manager.call('employees.endSessions', { id, reason }),
  resetPassword: (id) => manager.call('employees.resetPassword', { id, reason }, once()),
  setRole: (id) => manager.call('employees.setRole', { id, roleId: role, reason }),
  update: (id) => manager.call('employees.update', { id, version: 1, reason, ...noMore }),
  setState: (id) => manager.call('employees.setState', { id, version: 2, state: 'locked', reason }),
}
const expected: Readonly<Record<string, readonly [below: string, locked: string, left: string]>> = {
  resetOtp: ['notEnrolled', 'notEnrolled', 'notEnrolled'],
  endSessions: ['done', 'done', 'done'],
  resetPassword: ['done', 'stateRefused', 'stateRefused'],
  setRole: ['done', 'done', 'stateRefused'],
  update: ['done', 'done', 'done'],
  setState: ['done', 'stateRefused', 'stateRefused'],
}
const above = ['another flag', 'another switch', 'a higher limit', 'no limit', 'an admin']
const idOf = (name: string) => encodeId('employee', people[name]?.id ?? '')

test('a page says beforehand what may be done with its person', async () => {
  const may = async (name: string) => {
    const { change, lock, reset } = (await manager.call('employees.get', { id: idOf(name) })).may
    return [change, lock, reset]
  }
  expect(await may('below')).toEqual([true, true, true])
  expect(await may('locked')).toEqual([true, true, false])
  expect(await may('left')).toEqual([true, false, false])
  for (const name of [...above, 'oneself']) expect(await may(name), name).toEqual([false, false, false])
})

test('a page tells who must agree to whom may ask, and nothing to whom may only read', async () => {
  const reader = await server.person({
    permissions: { ...reads, employeeManagement: ['isRead'] },
    abilities,
  })
  const secondOf = async (by: Person) => (await by.call('employees.get', { id: idOf('below') })).second
  const untold = { isAlone: false, checkers: [] }
  expect(await secondOf(reader)).toEqual({ role: untold, limits: untold, otp: untold })
  const admin = {
    isAlone: false,
    checkers: expect.arrayContaining([`Role ${people['an admin']?.username}`]),
  }
  expect(await secondOf(manager)).toEqual({ role: admin, limits: admin, otp: admin })
})

describe.each(Object.keys(acts))('%s', (name) => {
  const tried = (whom: string) => code(acts[name]?.(idOf(whom)) ?? Promise.resolve())

  test('is refused of oneself and of whoever holds more in one thing, and done of the others', async () => {
    expect(await tried('oneself')).toBe('ownRights')
    for (const whom of above) expect(await tried(whom), whom).toBe('beyondOwnRights')
    const answers: string[] = []
    for (const whom of ['below', 'locked', 'left']) answers.push(await tried(whom))
    expect(answers).toEqual(expected[name])
  })
})

test('limits are given up to one’s own, and a sheet saved as it is changes nothing', async () => {
  const id = encodeId('employee', (await server.person({ permissions: reads, abilities })).id)
  const save = (change: object, version = 1) =>
    manager.call('employees.update', { id, version, reason, ...noMore, ...change })
  const asked = await save({ displayName: 'สมศรี' })
  expect(asked).toEqual({ version: 2, state: 'done', approvalId: null })
  expect(await save({}, 2)).toEqual({ version: 2, state: 'done', approvalId: null })
  expect(await code(save({}, 1))).toBe('stale')
  expect(await save({ approvalLimitMinor: 99 }, 2)).toMatchObject({ version: 2, state: 'waiting' })
  expect(await code(save({ approvalLimitMinor: 98 }, 2))).toBe('conflict')
})

describe('what is granted goes no further than what its giver holds', () => {
  let owner: Person
  beforeAll(async () => {
    owner = await server.person({ isAdmin: true, hasStepUp: true, password })
  })
  const add = async () => {
    const person = await server.person({ permissions: reads, abilities })
    return { ...person, id: encodeId('employee', person.id), uuid: person.id }
  }
  const roleOf = async ({ id }: { id: string }) => (await owner.call('employees.get', { id })).roleId
  /** As if the giver had lost something since they asked. */
  const ofManager = (set: string) =>
    server.database.plant(
      `update roles r set ${set} from employees e where r.id = e.role_id and e.id = $1`,
      [manager.id],
    )

  test('when it is asked for: no role that holds more in one thing', async () => {
    const { id } = await add()
    for (const whom of above) {
      const roleId = await roleOf({ id: idOf(whom) })
      const asked = manager.call('employees.setRole', { id, roleId, reason })
      expect(await code(asked), whom).toBe('beyondOwnRights')
    }
  })

  test('and when it is agreed to, by what its giver holds then', async () => {
    const lead = await server.person({
      permissions: { ...reads, roleManagement: ['isRead', 'isUpdate'] },
      abilities,
      hasStepUp: true,
    })
    const [one, other, holder] = [await add(), await add(), await add()]
    const given = await manager.call('employees.setRole', { id: one.id, roleId: role, reason })
    const sheet = { ...noMore, id: other.id, version: 1, reason, approvalLimitMinor: 90 }
    const limited = await manager.call('employees.update', sheet)
    const wanted = await owner.call('roles.get', { id: await roleOf(holder) })
    const { roleName, description, isAdmin, permission, version } = wanted
    const changed = await lead.call('roles.update', {
      id: wanted['_id'],
      roleName,
      description,
      isAdmin,
      permission,
      version,
      reason,
      abilities: { ...wanted.abilities, approvalLimitMinor: 90 },
    })
    const settles = (asked: { approvalId: string | null }) => code(decideAs(owner, asked.approvalId))
    await ofManager('approval_limit_minor = 89')
    await server.database.plant('update employees set approval_limit_minor = 89 where id = $1', [lead.id])
    for (const asked of [given, limited, changed]) expect(await settles(asked)).toBe('beyondOwnRights')
    await ofManager('approval_limit_minor = 100')
    await server.database.plant('update employees set approval_limit_minor = null where id = $1', [lead.id])
    for (const asked of [given, limited, changed]) expect(await settles(asked)).toBe('done')
    expect(await roleOf(one)).toBe(role)
  })

  test('and only to somebody who still works here, of a role that is still as it was', async () => {
    const [gone, limited, bare, free] = [await add(), await add(), await add(), await add()]
    const grant = await manager.call('employees.setRole', { id: gone.id, roleId: role, reason })
    const sheet = { ...noMore, id: limited.id, version: 1, reason, approvalLimitMinor: 90 }
    const limits = await manager.call('employees.update', sheet)
    await server.database.plant('update employees set otp_confirmed_at = now() where id = $1', [free.uuid])
    const reset = await manager.call('employees.resetOtp', { id: free.id, reason })
    await server.database.plant('update employees set otp_confirmed_at = null where id = $1', [free.uuid])
    const later = await manager.call('employees.setRole', { id: bare.id, roleId: role, reason })
    await server.database.plant(`update employees set state = 'left' where id = any($1)`, [
      [gone.uuid, limited.uuid],
    ])
    const refused = async (asked: { approvalId: string | null }) =>
      decideAs(owner, asked.approvalId).then(
        () => 'done',
        (error: unknown) => [(error as { code: string }).code, (error as { details?: unknown }).details],
      )
    const left = ['stateRefused', { state: 'left' }]
    expect([await refused(grant), await refused(limits)]).toEqual([left, left])
    expect((await refused(reset))[0]).toBe('notEnrolled')
    const [id] = await server.database.asAdmin<{ id: string }>(
      `select r.id from roles r where outside_id('rol', r.id) = $1`,
      [role],
    )
    await server.database.plant('update roles set export_data = not export_data where id = $1', [id?.id])
    expect((await refused(later))[0]).toBe('beyondOwnRights')
    await server.database.plant(
      'update roles set export_data = false, approval_limit_minor = 99 where id = $1',
      [id?.id],
    )
    expect(await refused(later)).toEqual(['stateRefused', { reason: 'roleChanged' }])
  })
})
