import { reportColumns } from '@khlang/contract/play/distributor-values.ts'
import { readFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import type { Call } from '@khlang/contract/kit/define.ts'
import { permissionMap } from '@khlang/contract/kit/permissions.ts'
import { idPrefixes, type IdKind } from '@khlang/contract/values/id-kinds.ts'
import { fileFields } from '../../features/statement-files/reading/fields.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { addMachineKey, signatureOf, signedText } from '../../platform/call/signatures.ts'
import { createMoneyFactory } from '../../testing/world/money-factory.ts'
import { payable } from './known-things.fixture.ts'
import { addMember, openBook } from '../../testing/world/members.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { everyCall } from '../../testing/stub-handlers.ts'

// The catalogue of bad input over every field of every call, with the real handlers behind them. A field's
// kind is read from its schema, so that a new call is covered the moment it is declared.

interface Shape {
  readonly type?: string
  readonly kind?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Shape[]
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}
interface Fields {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
}

const fieldsOf = (call: Call): Fields =>
  z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Fields
const whole = (shape: Shape): Shape =>
  shape.anyOf?.find((each) => each.type !== 'null' && each.type !== undefined) ?? shape

let server: TestServer
let person: Person
let memberId = ''
const known = new Map<string, string>()
const keys = {
  device: { id: 'key-device', secret: randomBytes(32) },
  memberSite: { id: 'key-site', secret: randomBytes(32) },
}
const texts = Object.fromEntries(
  (['th', 'en'] as const).map((language) => [
    language,
    JSON.parse(
      readFileSync(
        new URL(`../../../../console/public/locales/${language}/errors.json`, import.meta.url),
        'utf8',
      ),
    ) as Record<string, string>,
  ]),
) as Record<'th' | 'en', Record<string, string>>

beforeAll(async () => {
  server = await startTestServer()
  const many = 1_000_000
  await server.set({
    rateReadPerMinute: many,
    rateWritePerMinute: many,
    rateMoneyPerMinute: many,
    rateExportPerHour: many,
  })
  person = await admin()
  await openBook(server)
  memberId = (await addMember(person)).id
  known.set('mbr', memberId)
  const { db, secrets } = server.services
  const make = await createMoneyFactory(server)
  const member = await make.member()
  const account = await make.account()
  known.set('oba', account.outside)
  known.set('dep', encodeId('deposit', await make.request(member, account, 10_000)))
  const on = "now(), now(), '2026-11-01'"
  const rows = await make.query<{ line: string; withdrawal: string }>(
    `with l as (insert into statement_lines (bank_account_id, direction, amount_minor, bank_time_precision,
       source, dedupe_key, chain, state, received_at, bank_time, business_on, value_on)
       values ($1, 'in', 10000, 'second', 'sms', 'x', 'linked', 'unmatched', ${on}, '2026-11-01')
       returning id),
     w as (insert into withdrawals (reference, member_id, request_key, state, amount_minor, to_bank, band,
       to_account_no, to_account_name, sla_ends_at, requested_at, business_on)
       values ('W1', $2, 'w1', 'review', 10000, 'KBANK', 'onePerson', '1', 'x', ${on}) returning id)
     select l.id as line, w.id as withdrawal from l, w`,
    [account.id, member.id],
  )
  known.set('stl', encodeId('statementLine', rows[0]?.line ?? ''))
  known.set('wdr', encodeId('withdrawal', rows[0]?.withdrawal ?? ''))
  const other = await server.person()
  known.set('emp', encodeId('employee', other.id))
  const role = await db
    .selectFrom('employees')
    .select('role_id')
    .where('id', '=', other.id)
    .executeTakeFirstOrThrow()
  known.set('rol', encodeId('role', role.role_id))
  const asked = await db
    .insertInto('approvals')
    .values({
      kind: 'otpReset',
      entity: 'employee',
      entity_id: encodeId('employee', other.id),
      document: '{}',
      document_hash: randomBytes(32),
      reason: 'test',
      maker_id: person.id,
      requires: JSON.stringify({ employeeManagement: { isRead: true, isUpdate: true } }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  known.set('apr', encodeId('approval', asked.id))
  const group = await db
    .insertInto('chat_groups')
    .values({
      name: 'g',
      channel: 'webhook',
      target: 'https://192.0.2.1/x',
      credential: secrets.seal('x', 'x'),
      events: ['risk.alert'],
      owner_id: person.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  known.set('grp', encodeId('group', group.id))
  const view = await db
    .insertInto('list_views')
    .values({ list: 'members', name: 'v', owner_id: other.id, scope: 'everyone', filters: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  known.set('lvw', encodeId('listView', view.id))
  const device = await db
    .insertInto('devices')
    .values({ name: 'phone' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const others = await db
    .insertInto('bank_accounts')
    .values(
      ['1', '2'].map((account_no) => ({
        bank: 'KTB',
        account_no,
        account_name: 'x',
        label: 'x',
        role: 'holding',
        anchor_balance_minor: 0,
      })),
    )
    .returning('id')
    .execute()
  const transfer = await db
    .insertInto('own_transfers')
    .values({
      reference: 'T1',
      from_account_id: others[0]?.id ?? '',
      to_account_id: others[1]?.id ?? '',
      amount_minor: 1,
      purpose: 'hold',
      reason: 'x',
      maker_id: person.id,
      business_on: '2026-11-01',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  known.set('otr', encodeId('ownTransfer', transfer.id))
  known.set('dev', encodeId('device', device.id))
  for (const [prefix, id] of await payable({
    server,
    make,
    deviceId: device.id,
    makerId: person.id,
    accountId: others[0]?.id ?? '',
  }))
    known.set(prefix, id)
  await addMachineKey(db, secrets, { ...keys.device, kind: 'device', subjectId: device.id, name: 'phone' })
  await addMachineKey(db, secrets, {
    ...keys.memberSite,
    kind: 'memberSite',
    subjectId: 'site',
    name: 'site',
  })
})
afterAll(() => server.stop())

const abilities = { revealPii: true, exportData: true, seeOwnBalances: true, approvalLimitMinor: 100 }
const admin = () => server.person({ isAdmin: true, hasStepUp: true, abilities })
let passedMs = 0
const nobody = (prefix: string): string => {
  const kind = (Object.entries(idPrefixes).find(([, each]) => each === prefix)?.[0] ?? 'member') as IdKind
  return encodeId(kind, '0198a000-0000-7000-8000-00000000aaaa')
}

const noAbilities = {
  revealPii: false,
  exportData: false,
  seeOwnBalances: false,
  approvalLimitMinor: 0,
  adjustmentPerDayMinor: 0,
}

const candidates = [
  '10000',
  '1',
  'true',
  '"2026-11-01T03:00:00.000Z"',
  '"2026-11-01"',
  '"a@example.com"',
  '"KBANK"',
  '"+66812345678"',
  '"123456"',
  '"12345678"',
  '"0812345678"',
  JSON.stringify('a'.repeat(64)),
  JSON.stringify('A'.repeat(32)),
  JSON.stringify('a'.repeat(128)),
  JSON.stringify(permissionMap()),
  JSON.stringify(noAbilities),
  '"abcdefgh"',
  '"ทดสอบ ๑๒๓"',
  '{}',
  '{"order":[],"hidden":[],"widths":{},"density":null}',
  JSON.stringify({ headerRow: 0, columns: Object.fromEntries(fileFields.map((field) => [field, null])) }),
  JSON.stringify({
    headerRow: 0,
    columns: Object.fromEntries(reportColumns.map((field) => [field, null])),
  }),
]

/** A value that a field takes, as JSON. */
function good(schema: z.ZodType, shape: Shape): string {
  const { kind, pattern, enum: values, items } = whole(shape)
  if (values) return JSON.stringify(values[0])
  if (kind === 'id' || pattern?.startsWith('^mbr_')) {
    const prefix = /^\^(\w{3})_/.exec(pattern ?? '')?.[1] ?? 'mbr'
    return JSON.stringify(known.get(prefix) ?? nobody(prefix))
  }
  if (items) {
    const inner = items.enum?.[0]
    const lists = [inner === undefined ? '[]' : JSON.stringify([inner]), '["0812345678"]', listOf(items)]
    return lists.find((each) => schema.safeDecode(JSON.parse(each) as never).success) ?? '[]'
  }
  return candidates.find((each) => schema.safeDecode(JSON.parse(each) as never).success) ?? 'null'
}

/** A list of one thing with everything that such a thing says. */
const listOf = ({ properties = {} }: Shape): string =>
  `[{${Object.entries(properties)
    .map(([name, shape]) => `${quoted(name)}:${good(z.any(), shape)}`)
    .join()}}]`

const quoted = (text: string): string => JSON.stringify(text)
const wrongTypes = ['{}', '[]', 'true', '["1"]']
const amounts = [
  ...wrongTypes,
  '-1',
  '0',
  '-0',
  '100.5',
  '0.1',
  '"100"',
  '"1e3"',
  '"0x10"',
  '"1_000"',
  '"Infinity"',
  '"NaN"',
  '""',
  '1e400',
  '1e-7',
  '0.30000000000000004',
  '9007199254740993',
  '9223372036854775808',
  '9'.repeat(400),
]
const dates = ['2569-13-01', '2026-02-30', '2026-02-31', '0000-01-01', '10000-01-01', '01/02/2026', 'x', '']
const moments = [
  '2026-02-30T00:00:00.000Z',
  '2026-01-01T24:00:00.000Z',
  '2026-01-01T00:00:00.000',
  '2026-01-01',
  '0000-01-01T00:00:00.000Z',
  '10000-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00+07:00',
  'x',
  '',
]
const unstorable = [quoted('a\u0000b'), '"\\ud800"']
const notText = ['{"$ne":null}', '["a"]', '1', 'true']

/** What every schema of a kind refuses, as JSON. */
function bad(shape: Shape): string[] {
  const { type, kind, format, enum: values, maximum, minimum, maxLength, items } = whole(shape)
  if (values) return [...notText, '"x"', '""', '"id;drop"', '"__proto__"']
  if (kind === 'money') return amounts
  if (kind === 'id')
    return [...notText, '""', '"1"', quoted(`${nobody('mbr')}0`), quoted('xyz_' + '0'.repeat(26))]
  if (type === 'integer' || type === 'number')
    return [
      ...wrongTypes,
      '1.5',
      '"x"',
      '"1e3"',
      '1e400',
      '9'.repeat(30),
      ...(minimum !== undefined && minimum >= 0 ? [String(minimum - 1)] : []),
      ...(maximum !== undefined && maximum < 9_000_000_000_000_000 ? [String(maximum + 1)] : []),
    ]
  if (type === 'boolean') return ['1', '"yes"', '{}', '[]']
  if (type === 'array')
    return [
      `[${Array.from({ length: 101 }, () => (items?.enum ? JSON.stringify(items.enum[0]) : '"x"')).join()}]`,
      '{}',
      '1',
    ]
  if (format === 'date-time') return [...moments.map(quoted), ...notText, ...unstorable]
  if (format === 'date') return [...dates.map(quoted), ...notText, ...unstorable]
  return [...notText, ...unstorable, quoted('ก'.repeat((maxLength ?? 10_000) + 1))]
}

/** Text that is strange, yet may be text: taken or refused, it breaks nothing. */
const strange = [
  "'; drop table members; --",
  '%',
  '_',
  '\\',
  '(a+)+$',
  '<script>alert(1)</script>',
  '=HYPERLINK("x")',
  'a\r\nb',
  '\x1B[31mred\x1B[0m',
  'ก\u200bข',
  '\u202eabc',
  '👨\u200d👩\u200d👧',
  'é',
  'a'.repeat(64),
  '2569-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '../../etc',
  '__proto__',
  '\ufeffa',
  'Аdmin',
].map(quoted)

async function send(call: Call, fields: Readonly<Record<string, string>>, language: 'th' | 'en') {
  const rest = { ...fields }
  let path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = JSON.parse(rest[name] ?? '""') as string
    delete rest[name]
    return encodeURIComponent(value)
  })
  let body = ''
  if (call.method === 'GET') {
    const query = Object.entries(rest).map(([name, value]) => queryOf(name, value))
    if (query.length > 0) path += `?${query.join('&')}`
  } else
    body = `{${Object.entries(rest)
      .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
      .join()}}`
  const answer = await server.fetch(path, {
    method: call.method,
    headers: {
      ...(call.method === 'GET' ? {} : { 'content-type': 'application/json' }),
      'accept-language': language,
      'idempotency-key': crypto.randomUUID(),
      ...(call.requires === 'signature'
        ? signed(call, path, body)
        : { authorization: `Bearer ${person.token}` }),
    },
    ...(call.method === 'GET' ? {} : { body }),
  })
  const parsed = (await answer.json()) as {
    error?: { code: string; message: string; field?: string } | string
  }
  return { status: answer.status, error: parsed.error }
}

function queryOf(name: string, json: string): string {
  let value: unknown = json
  try {
    value = JSON.parse(json)
  } catch {
    // Not JSON at all: as it stands.
  }
  if (typeof value === 'number') value = json
  if (typeof value === 'string' && !value.isWellFormed()) return `${name}=%ED%A0%80`
  if (Array.isArray(value) && value.length > 0)
    return value.map((each, index) => `${name}[${index}]=${encodeURIComponent(String(each))}`).join('&')
  return `${name}=${encodeURIComponent(typeof value === 'string' ? value : json)}`
}

function signed(call: Call, path: string, body: string): Record<string, string> {
  const key = path.startsWith('/auto') ? keys.device : keys.memberSite
  const timestamp = String(Math.floor(server.services.now() / 1000))
  const nonce = randomBytes(12).toString('hex')
  const signature = signatureOf(
    key.secret,
    signedText({ method: call.method, target: path, body, timestamp, nonce }),
  )
  return {
    'x-khlang-key': key.id,
    'x-khlang-timestamp': timestamp,
    'x-khlang-nonce': nonce,
    'x-khlang-signature': signature,
  }
}

const textInAddress = new Set(['""', '[]', '{}', '1', 'true', '["a"]', '["1"]'])

/** In an address everything is text: what is wrong as JSON may be right there. */
function isWrongInAddress(shape: Shape, value: string): boolean {
  const { type, pattern, enum: values, format } = whole(shape)
  if (textInAddress.has(value) || value.length > 5000) return false
  if (type === 'integer') return !/^"\d+"$/.test(value)
  return type !== 'string' || Boolean(pattern ?? values ?? format) || value !== '{"$ne":null}'
}

const judged = everyCall.filter(
  ([, call]) => !call.stream && Object.keys(fieldsOf(call).properties ?? {}).length > 0,
)
describe('every field of every call', () => {
  test.each(judged)(
    '%s refuses what its fields cannot be, by name and in both languages',
    async (name, call) => {
      person = await admin()
      // Every request in a minute of its own: the limits of rate are not what is asked here.
      vi.spyOn(performance, 'now').mockImplementation(() => (passedMs += 61_000))
      for (const [field, base, values] of casesOf(call)) {
        for (const value of values.bad) {
          const language = value.length % 2 === 0 ? 'th' : 'en'
          const { status, error } = await send(call, { ...base, [field]: value }, language)
          const what = `${name} ${field}=${value.slice(0, 60)}`
          expect([400, 422], what).toContain(status)
          const { code = '', message, field: named } = typeof error === 'object' ? error : {}
          if (code === '') continue
          expect(message, what).toBe(texts[language][code])
          if (status === 422) expect(named, what).toMatch(new RegExp(`^${field}`))
        }
        for (const value of values.strange) {
          const { status } = await send(call, { ...base, [field]: value }, 'th')
          expect(status, `${name} ${field}=${value}`).toBeLessThan(500)
        }
      }
      vi.restoreAllMocks()
    },
  )
})

type Case = readonly [
  field: string,
  base: Record<string, string>,
  values: { bad: readonly string[]; strange: readonly string[] },
]

/** Calls that hash a password: each request of theirs costs a fraction of a second. */
const hashing = /authorization|otp|member\/create|change-password/

/** Each field of a call's body or query, with the rest of the input as it should be. */
function casesOf(call: Call): Case[] {
  const { properties = {}, required = [] } = fieldsOf(call)
  const schemas = call.input.shape as Record<string, z.ZodType>
  const inPath = new Set([...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''))
  const base = Object.fromEntries(
    Object.entries(properties)
      .filter(([field]) => required.includes(field) || inPath.has(field))
      .map(([field, shape]) => [field, good(schemas[field] as z.ZodType, shape)]),
  )
  return Object.entries(properties)
    .filter(([field]) => !inPath.has(field))
    .map(([field, shape]) => [
      field,
      base,
      {
        bad: bad(shape).filter((value) => call.method !== 'GET' || isWrongInAddress(shape, value)),
        strange: whole(shape).type === 'string' && !hashing.test(call.path) ? strange : [],
      },
    ])
}
