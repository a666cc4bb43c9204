import { encodeId } from '@khlang/contract/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'

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
  expect(asked).toEqual({ version: 2, status: 'done', approvalId: null })
  expect(await save({}, 2)).toEqual({ version: 2, status: 'done', approvalId: null })
  expect(await code(save({}, 1))).toBe('stale')
  expect(await save({ approvalLimitMinor: 99 }, 2)).toMatchObject({ version: 2, status: 'pending' })
  expect(await code(save({ approvalLimitMinor: 98 }, 2))).toBe('conflict')
})
