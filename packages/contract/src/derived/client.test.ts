import { describe, expect, test } from 'vitest'
import { CallError, createClient, isRefusal } from './client.ts'

const bases = { api: '' }
const answering = (status: number, body: unknown) =>
  createClient({
    bases,
    token: () => null,
    language: () => 'th',
    fetch: () => Promise.resolve(new Response(JSON.stringify(body), { status })),
  })
const unread = { count: 3, notifications: [] }

test('a notification call reads the data whatever the status says', async () => {
  expect(await answering(503, { data: unread })('notifications.unread', {})).toEqual(unread)
})

test('without data a failure stays a failure, so that nothing is taken for an empty inbox', async () => {
  const failing = answering(500, { data: null, error: { code: 'internal', message: 'x' } })
  await expect(failing('notifications.unread', {})).rejects.toBeInstanceOf(CallError)
  const lost = createClient({
    bases,
    token: () => null,
    language: () => 'th',
    fetch: () => Promise.reject(new TypeError('no network')),
  })
  await expect(lost('notifications.unread', {})).rejects.toMatchObject({ code: 'offline' })
})

test('every other call goes by its status', async () => {
  await expect(answering(403, { data: [] })('roles.options', {})).rejects.toBeInstanceOf(CallError)
})

describe('what is sent', () => {
  const sent: { address: string; init: RequestInit }[] = []
  let token: string | null = 'secret'
  const client = createClient({
    bases: { api: 'https://a.test' },
    token: () => token,
    language: () => 'en',
    fetch: (address, init = {}) => {
      sent.push({ address: address as string, init })
      return Promise.resolve(new Response('{"data":{}}'))
    },
  })
  const last = () => {
    const { address = '', init = {} } = sent.at(-1) ?? {}
    return { address, init, headers: new Headers(init.headers) }
  }

  test('an id stands in the path alone, escaped, the rest in the body, with the key of the act', async () => {
    const input = { id: 'wdr_/?#', version: 3, remark: 'x' } as never
    await client('preTransactions.approve', input, { idempotencyKey: 'k1', isLeaving: true })
    const { address, init, headers } = last()
    expect(address).toBe('https://a.test/api/v1/pre-transaction/approve/wdr_%2F%3F%23')
    expect([init.method, init.body, init.keepalive]).toEqual(['POST', '{"version":3,"remark":"x"}', true])
    expect(Object.fromEntries(headers)).toEqual({
      'accept-language': 'en',
      authorization: 'Bearer secret',
      'content-type': 'application/json',
      'idempotency-key': 'k1',
    })
  })

  test('what is asked for goes as a query, lists with their places, without what is not said', async () => {
    const input = { state: ['a&b', 'c'], on: '', from: undefined, to: null, isX: false, size: 0 } as never
    await client('preTransactions.queue', input)
    const { address, init, headers } = last()
    expect(address).toBe(
      'https://a.test/api/v2/pre-transaction/queue?state%5B0%5D=a%26b&state%5B1%5D=c&isX=false&size=0',
    )
    expect([init.method, init.body, init.keepalive]).toEqual(['GET', undefined, undefined])
    expect([headers.get('content-type'), headers.get('idempotency-key')]).toEqual([null, null])
  })

  test('nobody’s call carries no token, and what machines sign is no call of a browser', async () => {
    token = null
    await client('auth.self', {})
    expect(last().headers.get('authorization')).toBeNull()
    const { length } = sent
    await expect(client('memberApi.list', {})).rejects.toThrow(RangeError)
    await expect(client('autoApi.heartbeat', {} as never)).rejects.toThrow(RangeError)
    expect(sent).toHaveLength(length)
  })
})

describe('what an answer tells', () => {
  const told: unknown[] = []
  const failing = (answer: () => Promise<Response>) =>
    createClient({
      bases,
      token: () => null,
      language: () => 'th',
      onStart: (name, isTracked) => told.push(name, isTracked),
      onAnswer: (_, error) => told.push(error?.code ?? null),
      fetch: answer,
    })
  const of = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    failing(() => Promise.resolve(new Response(JSON.stringify(body), { status, headers })))

  test('a failure keeps its code, field, details, number and when to ask again', async () => {
    const error = { code: 'stale', message: 'old', field: 'version', details: { a: 1 } }
    const call = of(409, { error }, { 'retry-after': '7', 'x-request-id': 'r1' })
    await expect(call('roles.options', {}, { isTracked: false })).rejects.toMatchObject({
      ...error,
      status: 409,
      requestId: 'r1',
      retryAfterMs: 7000,
    })
    expect(told.splice(0)).toEqual(['roles.options', false, 'stale'])
  })

  test('of a refused call the details are those of its code, and no other name compiles', async () => {
    const until = '2026-11-21T03:00:00.000Z'
    const error = { code: 'claimedByOther', message: 'held', details: { by: 'ploy', until } }
    const claim = of(409, { error })('preTransactions.claim', { id: 'wdr_1', isTakeover: false } as never)
    const thrown = await claim.catch((refused: unknown) => refused)
    expect(isRefusal(thrown, 'preTransactions.reject')).toBe(false)
    if (!isRefusal(thrown, 'preTransactions.reject', 'preTransactions.claim')) throw new Error('no refusal')
    if (thrown.code !== 'claimedByOther') throw new Error('another code')
    expect(thrown.details?.until).toBe(until)
    // @ts-expect-error No refusal of a claim has this.
    expect(thrown.details?.handledBy).toBeUndefined()
    // @ts-expect-error Nor do these calls answer this code.
    expect(thrown.code === 'roleNameInUse').toBe(false)
    told.length = 0
  })

  test('a failure of the line is no refusal of the call', async () => {
    const lost = failing(() => Promise.reject(new TypeError('no network')))
    const thrown = await lost('roles.options', {}).catch((refused: unknown) => refused)
    expect(isRefusal(thrown, 'roles.options')).toBe(false)
    told.length = 0
  })

  test.each([
    [401, { error: 'wrong' }, 'badCredentials', 'wrong'],
    [429, { error: 'slow' }, 'tooManyRequests', 'slow'],
    [502, null, 'internal', 'HTTP 502'],
  ])('a failure of %i without a code has one of its status', async (status, body, code, message) => {
    await expect(of(status, body)('roles.options', {})).rejects.toMatchObject({ code, message, status })
    expect(told.splice(0)).toEqual(['roles.options', true, code])
  })

  test('data beside a failure counts for notes, groups and the log, never for money or people', async () => {
    const body = { data: { records: [] }, error: { code: 'internal', message: 'x' } }
    for (const name of ['notifications.list', 'groupNotifications.list', 'activityLogs.list'] as const)
      expect(await of(500, body)(name, {} as never)).toEqual(body.data)
    for (const name of ['preTransactions.queue', 'members.list', 'employees.list'] as const)
      await expect(of(500, body)(name, {} as never)).rejects.toBeInstanceOf(CallError)
  })

  test('a call that its caller gave up is no failure of the line', async () => {
    const stop = new AbortController()
    const call = failing(() => Promise.reject(new DOMException('over', 'AbortError')))
    stop.abort()
    told.length = 0
    await expect(call('roles.options', {}, { signal: stop.signal })).rejects.toThrow('over')
    expect(told).toEqual(['roles.options', true, null])
  })
})
