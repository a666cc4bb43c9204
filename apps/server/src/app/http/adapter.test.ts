import { calls } from '@khlang/contract/calls.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Activity } from '../../platform/people/activity.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Log } from '../../platform/call/context.ts'
import { SettingsCache } from '../../platform/db/brand-settings.ts'
import { RateLimits } from '../../platform/security/rate-limits.ts'
import { createMoneyFactory, type Machine } from '../../testing/world/money-factory.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { stubHandlers } from '../../testing/stub-handlers.ts'
import { declaredDetails, undeclaredText } from './declared-details.ts'

// What happens around a handler, whichever it is: its transaction, its key, its news, its alarms, its rate.

/** Of what a handler is given the parts that are looked at here. */
interface Given {
  readonly cookie: (name: string) => string | undefined
  readonly record: (activity: Activity) => Promise<void>
  readonly announce: (topic: string, id: string) => Promise<void>
}
let server: TestServer
let person: Person
let site: Machine
/** What the act and the read do in this case. */
let act: (given: Given) => Promise<void>
let read: (given: Given) => void
let made = 0
const id = '00000000-0000-7000-8000-000000000001'

beforeAll(async () => {
  const stubs = stubHandlers([])
  const create = async (given: Given) => {
    made += 1
    await act(given)
    return { id }
  }
  const unread = async (given: Given) => {
    made += 1
    read(given)
    return { count: made, notifications: [] }
  }
  server = await startTestServer({
    handlers: {
      ...stubs,
      notifications: { ...stubs.notifications, create, unread },
      auth: { ...stubs.auth, login: async () => 'a token' },
    } as never,
  })
  person = await server.person({ isAdmin: true })
  site = await (await createMoneyFactory(server)).machine('memberSite', 'site')
})
afterAll(() => server.stop())
beforeEach(() => {
  made = 0
  act = () => Promise.resolve()
  read = () => undefined
})
afterEach(() => vi.restoreAllMocks())

const headersOf = (more: Record<string, string> = {}) => ({
  authorization: `Bearer ${person.token}`,
  'content-type': 'application/json',
  ...more,
})
async function post(path: string, body: object, more: Record<string, string> = {}) {
  const answer = await server.fetch(path, {
    method: 'POST',
    headers: headersOf(more),
    body: JSON.stringify(body),
  })
  const { error } = (await answer.json()) as { error?: { code: string } }
  const isReplayed = answer.headers.get('idempotent-replayed') === 'true'
  return { said: error?.code ?? 'done', isReplayed, calls: made }
}
const create = (title = 'a', more?: Record<string, string>) =>
  post('/api/v1/notification/create', { title }, more)
const unread = (more?: Record<string, string>) =>
  post('/api/v1/notification/unread-notifications', {}, more)
const acted = { entity: 'notification', action: 'triedHere' } as const
const count = async (text: string) => {
  const { rows } = await server.services.pool.query<{ n: number }>(`select count(*) as n from ${text}`)
  return rows[0]?.n
}
const refused = (code: string) => Object.assign(new Error('no'), { code })

describe('an act that the database could not do at once', () => {
  test.each(['40001', '40P01'])(
    'is done anew after %s, five times at most, and counts once',
    async (code) => {
      const failing = (times: number) => async (given: Given) => {
        await given.record({ ...acted, action: `tried${code}` })
        if (made <= times) throw refused(code)
      }
      act = failing(4)
      expect(await create()).toMatchObject({ said: 'done', calls: 5 })
      made = 0
      act = failing(5)
      expect(await create()).toMatchObject({ said: 'unavailable', calls: 5 })
      expect(await count(`activity_log where action = 'tried${code}'`)).toBe(1)
    },
  )

  test('is not done anew after anything else', async () => {
    act = () => Promise.reject(refused('23505'))
    expect(await create()).toMatchObject({ said: 'internal', calls: 1 })
  })
})

test('open screens are told at once of what an act committed, and asked nothing by a read', async () => {
  const nudge = vi.spyOn(server.services.live, 'nudge')
  await unread()
  expect(nudge).not.toHaveBeenCalled()
  act = (given) => given.announce('notification', encodeId('notification', id))
  await create()
  expect(nudge).toHaveBeenCalledTimes(1)
  // One with transactions of its own.
  await post('/api/v1/authorization/login', { username: 'anna', password: 'a long enough password' })
  expect(nudge).toHaveBeenCalledTimes(2)
  expect(
    await count(`outbox where topic = 'notification' and entity_id = '${encodeId('notification', id)}'`),
  ).toBe(1)
})

test('an alarm that a refusal raises stays, and of what was refused the row that says so', async () => {
  const alarm = { code: 'test.refused', entity: 'brand', entityId: 'brand' }
  act = async (given) => {
    await given.record({ ...acted, action: 'undone' })
    throw new ApiError('conflict', { alarm })
  }
  expect((await create()).said).toBe('conflict')
  expect(await count(`alarms where code = 'test.refused'`)).toBe(1)
  expect(await count(`activity_log where action = 'undone'`)).toBe(0)
  expect(await count(`activity_log where entity_id = 'notifications.create' and result = 'refused'`)).toBe(
    1,
  )
})

test('of what a refusal knows only that leaves which the call declares', async () => {
  const said = vi.spyOn(server.services.log, 'error')
  const answer = async (refusal: ApiError) => {
    act = () => Promise.reject(refusal)
    const path = '/api/v1/notification/create'
    const sent = { method: 'POST', headers: headersOf(), body: JSON.stringify({ title: 'a' }) }
    const { error } = (await (await server.fetch(path, sent)).json()) as { error: { details?: object } }
    return error
  }
  const state = { by: 'Anna', at: null, state: 'done' }
  // Of another call's code nothing but the code, and the log says so.
  expect(await answer(new ApiError('alreadyHandled', { details: state }))).toEqual(
    expect.objectContaining({ code: 'alreadyHandled', message: expect.any(String) }),
  )
  expect(said).toHaveBeenLastCalledWith(
    expect.objectContaining({ call: 'notifications.create', code: 'alreadyHandled' }),
    undeclaredText,
  )
  expect(await answer(new ApiError('alreadyHandled', { details: state }))).not.toHaveProperty('details')
  said.mockClear()
  expect(await answer(new ApiError('forbidden'))).toMatchObject({ code: 'forbidden' })
  expect(said).not.toHaveBeenCalled()
})

test('details are held against the schema of their code', () => {
  const call = calls.preTransactions.link
  const of = { name: 'preTransactions.link', call, requestId: 'r' }
  const log = { ...server.services.log, error: vi.fn<Log['error']>() }
  const uuid = '00000000-0000-7000-8000-000000000001'
  const waiting = { reason: 'approvalPending', by: 'Anna', approvalId: uuid } as const
  const spelt = { ...waiting, approvalId: encodeId('approval', uuid) }
  expect(declaredDetails(of, new ApiError('conflict', { details: waiting }), log)).toEqual(spelt)
  expect(log.error).not.toHaveBeenCalled()
  // Another call's details of this code, and one fact too many.
  const more = { ...waiting, password: 'x' }
  for (const details of [{ reason: 'walletMoved' } as const, more])
    expect(declaredDetails(of, new ApiError('conflict', { details }), log)).toBeUndefined()
  expect(log.error).toHaveBeenCalledTimes(2)
})

test('a call that may have a key is done once under it, and each time without', async () => {
  const key = { 'idempotency-key': 'one' }
  expect(await create('a', key)).toEqual({ said: 'done', isReplayed: false, calls: 1 })
  expect(await create('a', key)).toEqual({ said: 'done', isReplayed: true, calls: 1 })
  expect((await create('b', key)).said).toBe('idempotencyMismatch')
  expect((await create('a', { 'idempotency-key': '' })).said).toBe('idempotencyKeyMissing')
  for (const isReplayed of [false, false])
    expect(await create()).toMatchObject({ said: 'done', isReplayed })
  expect(made).toBe(3)
})

test('a cookie is read by its whole name', async () => {
  const found: (string | undefined)[] = []
  read = ({ cookie }) => void found.push(cookie('mark'), cookie('none'))
  await unread({ cookie: 'markOld=1; mark=2; amark=3' })
  await unread({ cookie: 'amark=3;mark=a=b' })
  expect(found).toEqual(['2', undefined, 'a=b', undefined])
})

test('a rate is of the person whatever the session, of the key, of a stranger’s address', async () => {
  const counted: (readonly [string, string])[] = []
  vi.spyOn(RateLimits.prototype, 'count').mockImplementation(
    (caller, rate) => void counted.push([caller, rate]),
  )
  await unread()
  await create()
  await server.fetch('/api/v1/authorization/login', { method: 'POST' })
  await site.send('/member/v1/member/list', {})
  expect(counted).toEqual([
    [person.id, 'read'],
    [person.id, 'write'],
    ['127.0.0.1', 'login'],
    [site.key, 'machine'],
  ])
})

test('the brand’s settings are read anew after half a second, and at once after a failure', async () => {
  const { db } = server.services
  let isAway = true
  const reader = new Proxy(db, {
    get: (of, name) => {
      if (isAway) throw new Error('away')
      const found: unknown = Reflect.get(of, name)
      return typeof found === 'function' ? (found.bind(of) as unknown) : found
    },
  })
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000_000)
  const cache = new SettingsCache(reader)
  await expect(cache.get()).rejects.toThrow('away')
  isAway = false
  const { claimSeconds } = await cache.get()
  const set = (seconds: number) =>
    server.database.plant('update brand_settings set value = value || $1::jsonb', [
      JSON.stringify({ claimSeconds: seconds }),
    ])
  await set(claimSeconds + 1)
  now.mockReturnValue(1_000_499)
  expect((await cache.get()).claimSeconds).toBe(claimSeconds)
  now.mockReturnValue(1_000_500)
  expect((await cache.get()).claimSeconds).toBe(claimSeconds + 1)
  await set(claimSeconds)
  cache.forget()
  expect((await cache.get()).claimSeconds).toBe(claimSeconds)
})
