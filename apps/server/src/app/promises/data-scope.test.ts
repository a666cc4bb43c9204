import { calls } from '@khlang/contract/calls.ts'
import type { Call, CallTable } from '@khlang/contract/kit/define.ts'
import { actions, resources } from '@khlang/contract/kit/permissions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { absent, brandDoes, ownThings, tellTales, type Things } from '../../testing/world/foreign-world.ts'
import { codeOf, inDatabase, key, newMember } from '../../testing/world/members.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { Person } from '../../testing/server.ts'
import { decidePassword } from '../../testing/world/decide.ts'
import { flushCalls } from '../../features/play/meter/count-calls.ts'
import { everyCall } from '../../testing/stub-handlers.ts'
import { rows, type Ask } from './data-scope.fixture.ts'

// A seller and an agent with every right there is, against every call of the contract. Whatever the brand
// does changes no answer of theirs; what is another's is answered as what is nobody's, and is not changed.

let world: MoneyOutWorld
let boss: Person
/** What others have before and what the brand does between two readings. */
let before: Things
const eyes = new Map<string, { readonly person: Person; readonly own: Things }>()
const kinds = ['seller, admin', 'seller, every flag', 'agent, admin', 'agent, every flag']

const everything = {
  revealPii: true,
  exportData: true,
  seeOwnBalances: true,
  approvalLimitMinor: null,
  adjustmentPerDayMinor: null,
}

beforeAll(async () => {
  world = await createMoneyOutWorld()
  const many = 1_000_000
  await world.server.set({
    rateReadPerMinute: many,
    rateWritePerMinute: many,
    rateMoneyPerMinute: many,
    rateExportPerHour: many,
  })
  boss = await world.cashier({ isAdmin: true })
  await world.cashier({ isAdmin: true })
  before = await brandDoes(world, boss)
  for (const kind of kinds) {
    const type = kind.startsWith('seller') ? 'seller' : 'agent'
    const person = await world.server.person({
      type,
      isAdmin: kind.endsWith('admin'),
      permissions: Object.fromEntries(resources.map((resource) => [resource, actions])),
      abilities: everything,
      hasStepUp: true,
      password: decidePassword,
    })
    eyes.set(kind, { person, own: type === 'seller' ? await ownThings(world, person) : absent })
  }
})
afterAll(() => world.stop())

const callOf = (name: string): Call => {
  const [area = '', call = ''] = name.split('.')
  const found = (calls as Readonly<Record<string, CallTable>>)[area]?.[call]
  if (!found) throw new Error(`no call ${name}`)
  return found
}
const inAddress = (name: string, value: unknown): string =>
  Array.isArray(value)
    ? value.map((each, at) => `${name}[${at}]=${encodeURIComponent(String(each))}`).join('&')
    : `${name}=${encodeURIComponent(String(value))}`

/** Status and body of a call; the request's own id, moments of asking and cursors are nobody's secret. */
async function answerOf(person: Person, name: string, input: object): Promise<string> {
  const call = callOf(name)
  const rest: Record<string, unknown> = { ...input }
  let path = call.path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = String(rest[field])
    delete rest[field]
    return value
  })
  if (call.method === 'GET')
    path += `?${Object.entries(rest)
      .map(([field, value]) => inAddress(field, value))
      .join('&')}`
  const answer = await world.server.fetch(path, {
    method: call.method,
    headers: {
      authorization: `Bearer ${person.token}`,
      'idempotency-key': crypto.randomUUID(),
      ...(call.method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(call.method === 'GET' ? {} : { body: JSON.stringify(rest) }),
  })
  const body = (await answer.json()) as { data?: { base64?: string; at?: string } }
  if (name === 'dashboard.now' && body.data) delete body.data.at
  if (body.data?.base64 !== undefined) {
    // The last line says when it was made, and nothing besides.
    const lines = Buffer.from(body.data.base64, 'base64').toString('utf8').trimEnd().split('\r\n')
    expect.soft(lines.at(-1)).toMatch(/^"?Khlang · [\w-]+ · \w+ · [^·]+ · [^·]+"?$/)
    // How long something waits is another thing each second.
    body.data.base64 = lines
      .slice(0, -1)
      .join('\n')
      .replaceAll(/,\d:\d\d:\d\d(?=,)/g, ',')
  }
  return `${answer.status} ${JSON.stringify(body, (field, value: unknown) =>
    ['requestId', 'afterCursor', 'beforeCursor', 'lastSeenAt'].includes(field) ? undefined : value,
  )}`
}

/** What any request may leave behind, refused or not. */
const kept = new Set(
  'activity_log activity_seals sessions login_failures idempotency_keys outbox event_hints'.split(' '),
)
/** The state of everything that the brand holds, as one line for each table; all are asked at once. */
async function everyTable(): Promise<Record<string, string>> {
  // Else what was counted before would be written seconds later, and look like this request's doing.
  await flushCalls(world.server.services)
  const { adminUrl } = world.server.database
  const { rows: tables } = await inDatabase(
    adminUrl,
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const sums = (tables as { name: string }[])
    .filter(({ name }) => !kept.has(name))
    .map(
      ({ name }) => `select '${name}' as name, count(*) || ' ' ||
        coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from "${name}" t`,
    )
  const { rows: found } = await inDatabase(adminUrl, sums.join(' union all '))
  return Object.fromEntries((found as { name: string; sum: string }[]).map(({ name, sum }) => [name, sum]))
}

const asksOf = (part: 'same' | 'alike'): (readonly [name: string, ask: Ask])[] =>
  Object.entries(rows).flatMap(([name, row]) => (row[part] ?? []).map((ask) => [name, ask] as const))

/** Refused before anything of the request is judged: an empty one shows it. */
const ofStaff = everyCall.flatMap(([name, call]) => (call.isOfStaff ? [name] : []))

test('every call of the contract has its row, or is said to be of the staff', () => {
  expect([...Object.keys(rows), ...ofStaff].toSorted()).toEqual(everyCall.map(([name]) => name).toSorted())
  const silent = Object.entries(rows).filter(
    ([, { same, alike, refused, own }]) => !same && !alike && !refused && !own,
  )
  expect(silent).toEqual([])
})

describe.each(kinds)('%s', (kind) => {
  const who = () => eyes.get(kind) ?? { person: boss, own: absent }

  test('is answered alike about what is another’s and what is nobody’s, and changes nothing', async () => {
    const { person, own } = who()
    const tables = await everyTable()
    for (const [name, ask] of asksOf('alike')) {
      const theirs = await answerOf(person, name, ask(before, own))
      const nobodys = await answerOf(person, name, ask(absent, own))
      expect.soft(theirs, `${name} ${JSON.stringify(ask(before, own))}`).toBe(nobodys)
      // Neither out of order, nor stopped before anybody looked whose it is.
      expect.soft(theirs, name).not.toMatch(/^5|"code":"(stepUp|required|unknown|text|outOf|invalid[^V])/)
      const isAct = !callOf(name).isRead && callOf(name).method !== 'GET'
      if (isAct && !name.includes('export'))
        expect.soft(theirs.slice(0, 3), `${name} ${theirs}`).toMatch(/40[34]|422|409/)
    }
    expect(await everyTable()).toEqual(tables)
  })

  test('is refused what is the staff’s alone', async () => {
    const { person, own } = who()
    for (const name of ofStaff)
      expect.soft(await answerOf(person, name, {}), name).toMatch(/^403 .*"forbidden"/)
    for (const [name, { refused }] of Object.entries(rows)) {
      if (!refused) continue
      for (const of of [before, absent])
        expect.soft(await answerOf(person, name, refused(of, own)), name).toMatch(/^403 .*"forbidden"/)
    }
  })

  test('reads the same whatever the brand does meanwhile, and no name or id of it', async () => {
    const { person, own } = who()
    const read = async () => {
      const found: string[] = []
      for (const [name, ask] of asksOf('same'))
        found.push(
          `${name} ${JSON.stringify(ask(before, own))} ${await answerOf(person, name, ask(before, own))}`,
        )
      return found
    }
    // What somebody read or muted themselves the first time is not news the second time.
    await read()
    const first = await read()
    const meanwhile = await brandDoes(world, boss)
    const second = await read()
    for (const [at, answer] of first.entries()) {
      expect.soft(second[at]).toBe(answer)
      const told = answer.slice(answer.indexOf('} ') + 2)
      for (const tale of [...tellTales(before), ...tellTales(meanwhile)])
        if (told.includes(tale)) expect.soft(answer, tale).toBe('')
      if (
        own !== absent &&
        /^(members.list|preTransactions.queue|creditTransactions.list) \{\} /.test(answer)
      )
        expect.soft(answer).toContain(own.username)
    }
  })
})

test('a look-up of a new member tells a seller what saving would tell, and an agent nothing', async () => {
  const listed = newMember()
  await inDatabase(
    world.server.database.adminUrl,
    `insert into blacklist (kind, value, source, reason) values ('phone', $1, 'own', 'mule of a gang')`,
    [listed.phone],
  )
  const [known] = await world.factory.query<{ firstName: string; lastName: string }>(
    `select first_name as "firstName", last_name as "lastName" from members where username = $1`,
    [before.username],
  )
  const asked = { phone: listed.phone, username: before.username, ...known }
  const seen = { taken: ['username'], blacklisted: [{ kind: 'phone', reason: '' }], similarNames: 0 }
  for (const [kind, { person }] of eyes) {
    const told = () => person.call('members.checkDuplicate', asked)
    const make = () => codeOf(person.call('members.create', { ...newMember(), ...known }, key()))
    if (kind.startsWith('agent')) {
      expect(await codeOf(told())).toBe('403 forbidden')
      expect(await make()).toBe('403 forbidden')
    } else {
      // Looked up before it is made: afterwards there is one of this name in sight.
      expect(await told()).toMatchObject(seen)
      expect(await make()).toBe('ok')
    }
  }
})
