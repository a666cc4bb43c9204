import type { Call } from '@khlang/contract/kit/define.ts'
import { actions, resources, type Action, type Resource } from '@khlang/contract/kit/permissions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { everyCall, stubHandlers } from '../../testing/stub-handlers.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'

const reached: string[] = []
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ handlers: stubHandlers(reached) })
})
afterAll(() => server.stop())
beforeEach(() => {
  reached.length = 0
})

type Flag = readonly [Resource, Action]
const everyFlag: Flag[] = resources.flatMap((resource) =>
  actions.map((action) => [resource, action] as const),
)
const isSame = (a: Flag, b: Flag): boolean => a[0] === b[0] && a[1] === b[1]

const people = new Map<string, Promise<Person>>()
/** Somebody with exactly these flags; made once. */
function personWith(flags: readonly Flag[]): Promise<Person> {
  const key = flags.map((flag) => flag.join('.')).join(' ')
  const made = people.get(key)
  if (made) return made
  const permissions: { [R in Resource]?: Action[] } = {}
  for (const [resource, action] of flags) (permissions[resource] ??= []).push(action)
  const person = server.person({ permissions, hasStepUp: true })
  people.set(key, person)
  return person
}

const bodyOf = (call: Call, body: string): RequestInit =>
  call.method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body }

async function ask(
  call: Call,
  token: string | null,
  body = '{}',
): Promise<{ status: number; code: string }> {
  const { headers, ...rest } = bodyOf(call, body)
  const answer = await server.fetch(call.path.replaceAll(/\{\w+\}/g, 'x'), {
    method: call.method,
    headers: {
      ...headers,
      'idempotency-key': crypto.randomUUID(),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...rest,
  })
  const { error } = (await answer.json()) as { error: { code: string } | string }
  return { status: answer.status, code: typeof error === 'string' ? 'text' : error.code }
}

const flagsOf = (call: Call): Flag[] =>
  typeof call.requires === 'string'
    ? []
    : Object.entries(call.requires).flatMap(([resource, needed]) =>
        needed.map((action) => [resource as Resource, action] as const),
      )

const guarded = everyCall.filter(([, call]) => flagsOf(call).length > 0)
const flagRows = guarded.flatMap(([name, call]) =>
  flagsOf(call).map((flag) => [name, flag.join('.'), call, flag] as const),
)

describe('rights, over every call of the contract', () => {
  test.each(flagRows)('%s is 403 for a role with all flags but %s', async (_, __, call, missing) => {
    const person = await personWith(everyFlag.filter((flag) => !isSame(flag, missing)))
    expect(await ask(call, person.token)).toEqual({ status: 403, code: 'forbidden' })
    expect(reached).toEqual([])
  })

  test.each(guarded)(
    '%s is 403 for a role without flags, and open to one with only its own',
    async (_, call) => {
      expect(await ask(call, (await personWith([])).token)).toEqual({ status: 403, code: 'forbidden' })
      expect(reached).toEqual([])
      const { status } = await ask(call, (await personWith(flagsOf(call))).token)
      expect([404, 409, 422]).toContain(status)
    },
  )

  test.each(everyCall.filter(([, call]) => call.requires === 'admin'))(
    '%s asks for the admin flag, which all flags together do not replace',
    async (_, call) => {
      expect(await ask(call, (await personWith(everyFlag)).token)).toEqual({
        status: 403,
        code: 'forbidden',
      })
      const admin = await server.person({ isAdmin: true, hasStepUp: true })
      expect([404, 409, 422]).toContain((await ask(call, admin.token)).status)
    },
  )

  test.each(everyCall.filter(([, call]) => call.requires !== 'public'))(
    '%s is 401 for nobody',
    async (_, call) => {
      expect((await ask(call, null)).status).toBe(401)
      expect((await ask(call, `bo1_${'A'.repeat(43)}`)).status).toBe(401)
      expect(reached).toEqual([])
    },
  )

  test.each(everyCall.filter(([, call]) => call.requires === 'signature'))(
    '%s is 401 for a person, even an admin: machines sign',
    async (_, call) => {
      const admin = await server.person({ isAdmin: true })
      expect((await ask(call, admin.token)).status).toBe(401)
      expect(reached).toEqual([])
    },
  )

  const stepUp = everyCall.filter(([, call]) => call.stepUp === 'recent')
  test.skipIf(stepUp.length === 0).each(stepUp)('%s asks for a recent second factor', async (_, call) => {
    const admin = await server.person({ isAdmin: true })
    expect(await ask(call, admin.token)).toEqual({ status: 403, code: 'stepUpRequired' })
    expect(reached).toEqual([])
  })

  test('a role that changes acts on the next call', async () => {
    const call = guarded[0]?.[1] ?? (expect.unreachable('no guarded call') as never)
    const person = await server.person({ hasStepUp: true })
    const setAdmin = (isAdmin: boolean) =>
      server.database.plant('update roles set is_admin = $1 where name = $2', [
        isAdmin,
        `Role ${person.username}`,
      ])
    expect((await ask(call, person.token)).status).toBe(403)
    await setAdmin(true)
    expect((await ask(call, person.token)).status).not.toBe(403)
    await setAdmin(false)
    expect((await ask(call, person.token)).status).toBe(403)
  })

  test.each(['{"dashboard":{"isRead":"true"}}', '{"dashboard":{"isRead":1}}', '{}', '{"dashboard":[]}'])(
    'a stored map of %s allows nothing',
    async (permission) => {
      const row = guarded.find(([, call]) => flagsOf(call).every((flag) => flag[0] === 'dashboard'))
      const person = await server.person({ permissions: { dashboard: ['isRead'] } })
      const name = `Role ${person.username}`
      await server.database.plant('update roles set permission = $1 where name = $2', [permission, name])
      const call = row?.[1] ?? (expect.unreachable('no call of the dashboard alone') as never)
      expect((await ask(call, person.token)).status).toBe(403)
    },
  )
})

describe('what a body may not bring along', () => {
  const written = everyCall.filter(([, call]) => call.method !== 'GET' && call.requires !== 'signature')

  test.each(written)('%s refuses keys it does not know', async (_, call) => {
    const admin = await server.person({ isAdmin: true, hasStepUp: true })
    const expected = call.path.includes('{') && call.subject !== undefined ? [404] : [422, 404]
    for (const key of ['roleId', 'isAdmin', '__proto__', 'constructor']) {
      if (Object.hasOwn(call.input.shape, key)) continue
      const answer = await ask(call, admin.token, `{"${key}":{"isAdmin":true}}`)
      expect(expected, key).toContain(answer.status)
    }
    expect(reached).toEqual([])
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })
})
