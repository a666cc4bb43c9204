import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealActivity } from '../../features/activity-logs/seal.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

// Written from the specification's table of calls (section 7) and its fields (section 3) alone: plain
// `fetch`, paths and names as they are printed there, nothing of our own contract.
interface Row {
  readonly method: string
  readonly path: string
}
const table = JSON.parse(
  readFileSync(new URL('../../../../../packages/contract/src/spec/calls.json', import.meta.url), 'utf8'),
) as Row[]

type Json = Record<string, unknown>
interface Answer {
  readonly status: number
  readonly body: Json
  /** What the table calls `data`. */
  readonly data: Json
}
interface Sent {
  readonly id?: string
  /** After the `?`. */
  readonly query?: string
  /** Absent: no body at all; a text goes as it stands. */
  readonly body?: object | string
  readonly token?: string | null
  readonly type?: string
}

const password = 'correct horse battery 7'
let server: TestServer
let username = ''
/** A full token of an admin. */
let token = ''
const driven = new Set<string>()

/** Sends a call named as the table prints it. */
async function ask(call: string, sent: Sent = {}): Promise<Answer> {
  const [method = '', printed = ''] = call.split(' ')
  if (!table.some((row) => row.method === method && row.path === printed))
    throw new Error(`the table has no ${call}`)
  const filled = printed.replace('{id}', sent.id ?? '').replace('?{query}', '')
  const bearer = sent.token === undefined ? token : sent.token
  const type = sent.type ?? (sent.body === undefined ? undefined : 'application/json')
  const answer = await fetch(`${server.url}${filled}${sent.query === undefined ? '' : `?${sent.query}`}`, {
    method,
    headers: {
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...(type === undefined ? {} : { 'content-type': type }),
    },
    ...(sent.body === undefined
      ? {}
      : { body: typeof sent.body === 'string' ? sent.body : JSON.stringify(sent.body) }),
  })
  const body = (await answer.json()) as Json
  if (answer.ok) driven.add(call)
  return { status: answer.status, body, data: body['data'] as Json }
}
const good = async (call: string, sent: Sent = {}): Promise<Json> => {
  const { status, body, data } = await ask(call, sent)
  expect({ call, status, error: body['error'] }).toEqual({ call, status: 200, error: undefined })
  return data
}
/** Every way in which a client leaves a body out. */
const empties: readonly Sent[] = [
  {},
  { body: {} },
  { body: '' },
  { body: '', type: 'application/x-www-form-urlencoded' },
]

const resources = [
  'dashboard, memberManagement, sellerManagement, pretransactionDepositWithdraw, pretransactionRequest',
  'pretransactionNotMatch, pretransactionReconcileDeposit, pretransactionReconcileWithdraw, reconcile',
  'promotionManagement, promotionReport, refundManagement, refundReport, affiliateManagement',
  'affiliateReport, employeeManagement, adminLog, roleManagement, websiteAnnounce, agentReport',
  'creditTransaction, betReport, paymentGateway, paymentAuto, paymentAutoTransfer, providerDashboard',
  'gameManagement, websiteConfigAndCoreSystem, websiteBanner, websiteCustomize, websitePopup',
  'deviceManagement',
].flatMap((part) => part.split(', '))
const paging = ['currentPage', 'recordPerPage', 'records', 'totalPages', 'totalRecords']
const keysOf = (value: unknown): string[] => Object.keys(value as object).toSorted()

function expectPermissionMap(value: unknown): void {
  expect(keysOf(value)).toEqual(resources.toSorted())
  for (const flags of Object.values(value as Json)) {
    expect(keysOf(flags)).toEqual(['isCreate', 'isDelete', 'isRead', 'isUpdate'])
    for (const flag of Object.values(flags as Json)) expect(flag).toBeTypeOf('boolean')
  }
}

beforeAll(async () => {
  server = await startTestServer()
  const boss = await server.person({ isAdmin: true, password, hasStepUp: true })
  username = boss.username
  token = boss.token
}, 180_000)
afterAll(() => server.stop())

describe('signing in', () => {
  test('POST login takes username and password and gives the token as data', async () => {
    const data = await good('POST /api/v1/authorization/login', {
      body: { username, password },
      token: null,
    })
    expect(data).toBeTypeOf('string')
    expect(await good('GET /api/v1/authorization/self', { token: String(data) })).toMatchObject({
      username,
    })
  })

  test('a failed login says so in `error`, a text that can stand behind "cannot log in:"', async () => {
    const wrong = { username, password: 'wrong password 1' }
    const { status, body } = await ask('POST /api/v1/authorization/login', { body: wrong, token: null })
    expect(status).toBe(401)
    expect(body['error']).toEqual(expect.stringMatching(/\S/))
  })

  test('GET self gives the profile fields and the role with its permission map', async () => {
    const data = await good('GET /api/v1/authorization/self')
    expect(keysOf(data)).toEqual(
      expect.arrayContaining(['id', 'permissions', 'role', 'roleName', 'type', 'username', 'wallet']),
    )
    const role = data['role'] as Json
    expect(role['roleName']).toBe(data['roleName'])
    expectPermissionMap(role['permission'])
  })

  test('GET self-pre-otp gives the role with its permissions, and otpEnable', async () => {
    const data = await good('GET /api/v1/authorization/self-pre-otp')
    const fields = ['id', 'otpEnable', 'permissions', 'role', 'roleName', 'type', 'username', 'wallet']
    expect(keysOf(data)).toEqual(expect.arrayContaining(fields))
    expect(data['otpEnable']).toBe(false)
    const role = data['role'] as Json
    expect(role['roleName']).toBeTypeOf('string')
    expectPermissionMap(role['permissions'])
  })

  test('POST otp create gives a URL, POST otp verify a new token or error.message', async () => {
    const person = await server.person({ password })
    const own = { token: person.token }
    for (const empty of empties) {
      const address = await good('POST /api/v1/otp/admin/create', { ...empty, ...own })
      expect(new URL(String(address)).protocol).toBe('otpauth:')
    }
    const address = String(await good('POST /api/v1/otp/admin/create', own))
    const right = codeOf(new URL(address).searchParams.get('secret') ?? '')
    const wrong = right === '000000' ? '000001' : '000000'
    const refused = await ask('POST /api/v1/otp/admin/verify', { body: { token: wrong }, ...own })
    expect(refused.status).toBe(401)
    expect((refused.body['error'] as Json)['message']).toEqual(expect.stringMatching(/\S/))
    const fresh = await good('POST /api/v1/otp/admin/verify', { body: { token: right }, ...own })
    expect(fresh).toBeTypeOf('string')
    expect(fresh).not.toBe(person.token)
    expect((await ask('GET /api/v1/authorization/self', own)).status).toBe(401)
    await good('GET /api/v1/authorization/self', { token: String(fresh) })
    // Whoever has a second factor signs in with a token that opens the pre-OTP calls alone.
    const pre = String(
      await good('POST /api/v1/authorization/login', {
        body: { username: person.username, password },
        token: null,
      }),
    )
    expect(await good('GET /api/v1/authorization/self-pre-otp', { token: pre })).toMatchObject({
      otpEnable: true,
    })
  })
})

/** What an authenticator shows now for a secret in base32. Source: RFC 6238. */
function codeOf(secret: string): string {
  const bits = [...secret].map((letter) => {
    return 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')
  })
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

describe('admins and roles', () => {
  test('POST admin list has page 1, size 10 and an empty user name where they are left out', async () => {
    for (let each = 0; each < 11; each += 1) await server.person()
    for (const empty of [...empties, { body: { page: 1, size: 10, username: '' } }]) {
      const data = await good('POST /api/v1/admin/list', empty)
      expect(keysOf(data)).toEqual(paging)
      expect(data).toMatchObject({ currentPage: 1, recordPerPage: 10, totalPages: 2 })
      expect(data['records']).toHaveLength(10)
    }
    const found = await good('POST /api/v1/admin/list', { body: { page: 1, size: 5, username } })
    expect(found).toMatchObject({ recordPerPage: 5, totalRecords: 1, records: [{ username }] })
    const second = await good('POST /api/v1/admin/list', { body: { page: 2, size: 10, username: '' } })
    expect(second).toMatchObject({ currentPage: 2 })
  })

  test('POST role list gives _id and roleName', async () => {
    for (const empty of empties) {
      const roles = (await good('POST /api/v1/role/list', empty)) as unknown as Json[]
      expect(roles.length).toBeGreaterThan(1)
      for (const role of roles) expect(keysOf(role)).toEqual(['_id', 'roleName'])
    }
    // Decision 17: of a payload that is not shown, page, size and search are taken.
    const [all, first, second] = await Promise.all(
      [{}, { page: 1, size: 1, search: '' }, { page: 2, size: 1 }].map((body) =>
        good('POST /api/v1/role/list', { body }),
      ),
    )
    expect([...(first as unknown as Json[]), ...(second as unknown as Json[])]).toEqual(
      (all as unknown as Json[]).slice(0, 2),
    )
    const found = await good('POST /api/v1/role/list', { body: { search: `role ${username}` } })
    expect(found).toMatchObject([{ roleName: `Role ${username}` }])
  })

  test('GET admin list takes arrays with indices and gives records, hasAfter and hasBefore', async () => {
    const roles = (await good('POST /api/v1/role/list')) as unknown as Json[]
    const own = roles.find(({ roleName }) => roleName === `Role ${username}`)?.['_id']
    const other = roles.find(({ roleName }) => roleName !== `Role ${username}`)?.['_id']
    for (const query of [undefined, '', 'size=100', `username=${username}`])
      expect(await good('GET /api/v2/admin/list', query === undefined ? {} : { query })).toMatchObject({
        records: expect.any(Array),
        hasAfter: expect.any(Boolean),
        hasBefore: false,
      })
    for (const [open, close] of [
      ['[', ']'],
      ['%5B', '%5D'],
    ] as const) {
      const name = (index: number) => `roleIds${open}${index}${close}`
      const one = await good('GET /api/v2/admin/list', { query: `${name(0)}=${String(own)}` })
      expect(one).toMatchObject({ records: [{ username }], hasAfter: false })
      const query = `${name(0)}=${String(own)}&${name(1)}=${String(other)}`
      const both = await good('GET /api/v2/admin/list', { query })
      expect(both['records']).toEqual(expect.arrayContaining([expect.objectContaining({ username })]))
    }
    const first = await good('GET /api/v2/admin/list', { query: 'size=3' })
    expect(first).toMatchObject({ hasAfter: true, hasBefore: false })
  })

  test('PUT admin role takes roleId', async () => {
    const [person, model] = [await server.person(), await server.person()]
    const roles = (await good('POST /api/v1/role/list')) as unknown as Json[]
    const roleId = roles.find(({ roleName }) => roleName === `Role ${model.username}`)?.['_id']
    const listed = await good('POST /api/v1/admin/list', { body: { username: person.username } })
    const id = String((listed['records'] as Json[])[0]?.['id'])
    const data = await good('PUT /api/v1/admin/list/{id}/role', { id, body: { roleId } })
    expect(data).toMatchObject({ state: expect.stringMatching(/^(done|waiting)$/) })
  })
})

describe('the activity log', () => {
  beforeAll(async () => {
    // The log shows what is sealed.
    const { db, secrets, now } = server.services
    await sealActivity(db, secrets, now())
  })

  test('GET list gives the fields of section 3, with and without a query', async () => {
    const fields = ['afterCursor', 'beforeCursor', 'hasAfter', 'hasBefore', 'records', 'totalCount']
    for (const query of [
      undefined,
      '',
      'size=1',
      'entities[0]=employee&entities[1]=group',
      'results%5B0%5D=done',
    ])
      expect(
        keysOf(await good('GET /api/v2/activity/list?{query}', query === undefined ? {} : { query })),
      ).toEqual(fields)
    const whole = await good('GET /api/v2/activity/list?{query}', { query: 'size=1' })
    expect(whole).toMatchObject({ totalCount: expect.any(Number), records: [{}] })
  })

  test('POST list-entities gives entities, POST list-actions gives actions', async () => {
    for (const empty of empties) {
      const { entities } = await good('POST /api/v1/activity/list-entities', empty)
      const { actions } = await good('POST /api/v1/activity/list-actions', empty)
      for (const list of [entities, actions]) expect((list as unknown[]).length).toBeGreaterThan(0)
    }
  })
})

describe('groups', () => {
  const group = {
    name: 'ห้องทดสอบ',
    channel: 'telegram',
    target: '-100123',
    events: ['deposit.large'],
    credential: '123456:secret-token',
  }

  test('POST notification-event-list gives events', async () => {
    for (const empty of empties) {
      const { events } = await good('POST /api/v1/group/notification-event-list', empty)
      expect(events).toEqual(expect.arrayContaining(['deposit.large']))
    }
  })

  test('POST create, list, get, update and toggle-locked go hand in hand', async () => {
    const id = String((await good('POST /api/v1/group/create', { body: group }))['id'])
    for (const empty of [...empties, { body: { page: 1, size: 10 } }]) {
      const list = await good('POST /api/v1/group/list', empty)
      expect(keysOf(list)).toEqual(paging)
      expect(list).toMatchObject({ currentPage: 1, recordPerPage: 10, totalPages: 1, totalRecords: 1 })
      expect(list['records']).toMatchObject([{ id, name: group.name, isLocked: false }])
    }
    for (const empty of empties)
      expect(await good('POST /api/v1/group/get/{id}', { id, ...empty })).toMatchObject({ id, version: 1 })
    const change = { ...group, name: 'ห้องใหม่', version: 1 }
    expect(await good('POST /api/v1/group/update/{id}', { id, body: change })).toMatchObject({ version: 2 })
    for (const [round, empty] of empties.entries())
      expect(await good('POST /api/v1/group/toggle-locked/{id}', { id, ...empty })).toMatchObject({
        isLocked: round % 2 === 0,
      })
  })
})

describe('notifications', () => {
  test('POST create, unread-notifications, list and read-notifications go hand in hand', async () => {
    await good('POST /api/v1/notification/create', { body: { title: 'ประกาศ', body: 'ทดสอบ' } })
    for (const empty of empties) {
      const unread = await good('POST /api/v1/notification/unread-notifications', empty)
      expect(keysOf(unread)).toEqual(['count', 'notifications'])
      expect(unread).toMatchObject({ count: 1, notifications: [{ title: { th: 'ประกาศ' } }] })
    }
    for (const empty of [...empties, { body: { page: 1, size: 10 } }]) {
      const list = await good('POST /api/v1/notification/list', empty)
      expect(keysOf(list)).toEqual(paging)
      expect(list).toMatchObject({ currentPage: 1, recordPerPage: 10, totalPages: 1, totalRecords: 1 })
    }
    for (const [search, totalRecords] of [
      ['ทดสอบ', 1],
      ['ไม่มี', 0],
    ] as const)
      expect(await good('POST /api/v1/notification/list', { body: { search } })).toMatchObject({
        totalRecords,
      })
    const { notifications } = await good('POST /api/v1/notification/unread-notifications')
    const notificationId = (notifications as Json[])[0]?.['id']
    await good('POST /api/v1/notification/read-notifications', { body: { notificationId } })
    expect(await good('POST /api/v1/notification/unread-notifications')).toMatchObject({ count: 0 })
  })
})

describe('all calls', () => {
  const guarded = table.filter(({ path }) => path !== '/api/v1/authorization/login')

  test.each(guarded.map(({ method, path }) => `${method} ${path}`))('%s asks for a token', async (call) => {
    const id = 'x'
    const body = call.startsWith('GET') ? {} : { body: {} }
    for (const wrong of [null, 'nonsense', ''])
      expect(await ask(call, { id, token: wrong, ...body })).toMatchObject({
        status: 401,
        body: { error: { message: expect.stringMatching(/\S/) } },
      })
  })

  test('have been driven, the 22 of the table', () => {
    expect(table).toHaveLength(22)
    expect([...driven].toSorted()).toEqual(table.map(({ method, path }) => `${method} ${path}`).toSorted())
  })
})
