import { randomUUIDv7 } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember, inDatabase, openBook } from '../../testing/world/members.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { foldRollups, medianOf, readRollup, type Figure } from './rollups.ts'

let server: TestServer
let members: readonly string[]
const bank = '00000000-0000-7000-8000-00000000000a'
const phone = '00000000-0000-7000-8000-00000000000b'
const days = { from: '2026-11-01', to: '2026-11-03' }

beforeAll(async () => {
  server = await startTestServer()
  await openBook(server)
  const clerk = await server.person({ permissions: { memberManagement: ['isRead', 'isCreate'] } })
  members = [(await addMember(clerk)).uuid, (await addMember(clerk)).uuid]
  await server.database.plant(
    `insert into bank_accounts (id, bank, account_no, account_name, label, role, anchor_balance_minor)
     values ($1, 'KBANK', '1112223335', 'Company', 'Rolled', 'deposit', 0)`,
    [bank],
  )
  await server.database.plant(`insert into devices (id, name) values ($1, 'Rolled')`, [phone])
})
afterAll(() => server.stop())

const member = fc.nat(1)
const day = fc.constantFrom('2026-11-01', '2026-11-02', '2026-11-03')
const minute = fc.nat(1439)
const minor = fc.integer({ min: 1, max: 500_000 })
const change = fc.oneof(
  fc.record({
    does: fc.constant('deposit' as const),
    member,
    day,
    minor,
    state: fc.constantFrom('pending', 'credited', 'expired'),
    by: fc.constantFrom('auto', 'employee'),
    hour: fc.nat(23),
    waited: fc.integer({ min: 0, max: 90_000 }),
  }),
  fc.record({
    does: fc.constant('turn' as const),
    at: fc.nat(20),
    state: fc.constantFrom('pending', 'credited', 'reversed', 'rejected'),
    day,
    minor,
  }),
  fc.record({ does: fc.constant('gone' as const), at: fc.nat(20) }),
  fc.record({
    does: fc.constant('line' as const),
    at: fc.nat(20),
    state: fc.constantFrom('ignored', 'rejected'),
  }),
  fc.record({
    does: fc.constant('withdrawal' as const),
    member,
    day,
    minor,
    state: fc.constantFrom('paid', 'rejected'),
    waited: fc.integer({ min: 0, max: 90_000 }),
  }),
  fc.record({ does: fc.constant('register' as const), at: fc.nat(5), day, minute }),
  fc.record({ does: fc.constant('redate' as const), at: fc.nat(5), day, minute }),
  fc.record({ does: fc.constant('leave' as const), at: fc.nat(5) }),
  fc.record({
    does: fc.constant('message' as const),
    day,
    minute,
    state: fc.constantFrom('read', 'parseFailed'),
  }),
  fc.record({ does: fc.constant('reread' as const), at: fc.nat(5) }),
  fc.constant({ does: 'fold' as const }),
)
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

type Guest = Extract<Change, { does: 'register' | 'redate' | 'leave' }>

/** One more member, or one of those who came before. */
async function makeGuest(guests: string[], each: Guest): Promise<void> {
  const guest = guests[each.at % Math.max(1, guests.length)] ?? null
  if (each.does === 'leave')
    return void (await server.database.plant('delete from members where id = $1', [guest]))
  const at = `'${each.day}T00:00:00+07:00'::timestamptz + interval '${each.minute} minutes'`
  if (each.does === 'redate')
    return void (await server.database.plant(`update members set created_at = ${at} where id = $1`, [
      guest,
    ]))
  const id = randomUUIDv7()
  guests.push(id)
  await server.database.plant(
    `insert into members (id, username, phone, first_name, last_name, created_at)
     values ($1::uuid, 'g' || right($1::text, 12), '+66' || abs(hashtext($1::text)), 'G', 'G', ${at})`,
    [id],
  )
}

/** A phone passes on a message, or one of before is read after all. */
async function makeMessage(messages: string[], each: Extract<Change, { does: 'message' | 'reread' }>) {
  const { db } = server.services
  if (each.does === 'reread') {
    const id = messages[each.at % Math.max(1, messages.length)] ?? null
    return void (await sql`update bank_messages set state = 'read' where id = ${id}`.execute(db))
  }
  const id = randomUUIDv7()
  messages.push(id)
  await sql`insert into bank_messages (id, device_id, external_id, source, sender, raw_text, sent_at,
      received_at, state)
    values (${id}, ${phone}, ${id}, 'sms', 'x', 'x', now(), ${`${each.day}T00:00:00+07:00`}::timestamptz
      + make_interval(mins => ${each.minute}), ${each.state})`.execute(db)
}

/** Deposits in the order they came, of one history. */
async function make(history: readonly Change[]): Promise<void> {
  const guests: string[] = []
  const messages: string[] = []
  const deposits: { id: string; line: string }[] = []
  const write = server.database.plant
  for (const each of history) {
    if (each.does === 'fold') await foldRollups(server.services.db)
    else if (each.does === 'register' || each.does === 'redate' || each.does === 'leave')
      await makeGuest(guests, each)
    else if (each.does === 'message' || each.does === 'reread') await makeMessage(messages, each)
    else if (each.does === 'deposit') {
      const made = { id: randomUUIDv7(), line: randomUUIDv7() }
      deposits.push(made)
      const creditedAt = `${each.day}T${String(each.hour).padStart(2, '0')}:00:00+07:00`
      await write(
        `with line as (
           insert into statement_lines (id, bank_account_id, direction, amount_minor, bank_time_precision,
             received_at, source, dedupe_key, chain, state, business_on, value_on)
           values ($1::uuid, $2::uuid, 'in', $3::bigint, 'none',
             $4::timestamptz - $5::integer * interval '1 second', 'sms', $1::uuid::text, 'linked',
             'unmatched', $6::date, $6::date) returning id)
         insert into deposits (id, reference, member_id, state, method, amount_requested_minor, amount_minor,
           bank_account_id, statement_line_id, by_kind, credited_at, business_on)
         select $7::uuid, $7::uuid::text, $8::uuid, $9::text, 'bank', $3::bigint,
           case when $9::text = 'credited' then $3::bigint end, $2::uuid, line.id, $10::text,
           case when $9::text = 'credited' then $4::timestamptz end, $6::date from line`,
        [
          made.line,
          bank,
          each.minor,
          creditedAt,
          each.waited,
          each.day,
          made.id,
          members[each.member],
          each.state,
          each.by,
        ],
      )
    } else if (each.does === 'withdrawal') {
      await write(
        `insert into withdrawals (reference, member_id, request_key, state, amount_minor, to_bank,
           to_account_no, to_account_name, sla_ends_at, requested_at, paid_at, business_on, decision_kind,
           band)
         values ($1::text, $2::uuid, $1::text, $3::text, $4::bigint, 'KBANK', '1', 'x', now(), $5::date,
           case when $3::text = 'paid' then $5::date + $6::integer * interval '1 second' end, $5::date,
           'auto', 'auto')`,
        [randomUUIDv7(), members[each.member], each.state, each.minor, each.day, each.waited],
      )
    } else {
      const of = deposits[each.at % Math.max(1, deposits.length)]
      if (of === undefined) continue
      if (each.does === 'gone') await write('delete from deposits where id = $1', [of.id])
      else if (each.does === 'line')
        await write('update statement_lines set state = $1 where id = $2', [each.state, of.line])
      else
        await write(
          `update deposits set state = $1::text, amount_minor = $2, business_on = $3::date,
             credited_at = case when $1::text in ('credited', 'reversed') then
               coalesce(credited_at, $3::date) end
           where id = $4`,
          [each.state, each.minor, each.day, of.id],
        )
    }
  }
}

const figures: readonly Figure[] = ['queue', 'day', 'first', 'account', 'line', 'registered', 'message']

/** Every figure, of the days and ever. */
async function counted(): Promise<unknown> {
  const all: unknown[] = []
  for (const figure of figures)
    for (const of of [days, ...(figure === 'queue' || figure === 'line' ? [null] : [])]) {
      const rows = await readRollup(server.services.db, figure, of)
      all.push([figure, of, rows.map((row) => JSON.stringify(row)).toSorted()])
    }
  return all
}

test('whatever happens to rows, what is kept counted is what counting them anew gives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 20 }), async (history) => {
      await make(history)
      const kept = await counted()
      await foldRollups(server.services.db)
      expect(await counted()).toEqual(kept)
      await inDatabase(server.database.adminUrl, 'select fill_rollups()')
      expect(await counted()).toEqual(kept)
    }),
    { numRuns: 8 },
  )
})

describe('what a row counts as', () => {
  const [account, line, on] = [bank, randomUUIDv7(), '2026-11-02']
  const at = (time: string) => `2026-11-02T${time}Z`
  const figuresOf = async (call: string) => {
    const { rows } = await inDatabase(
      server.database.adminUrl,
      `select to_jsonb(f) as row from ${call} f where f.business_on = '${on}'`,
    )
    return rows.map((found: unknown) => {
      const { figure, parts, amount_minor: minorOf } = (found as { row: Record<string, unknown> }).row
      return [figure, parts, minorOf]
    })
  }
  const deposit = (state: string, amounts: string, by = 'auto', of: string | null = null) =>
    figuresOf(`deposit_figures('${state}', '${on}', ${amounts}, '${account}', '${by}', '${at('10:00:00')}',
      ${of === null ? 'null' : `'${of}'`})`)
  const withdrawal = (state: string, by: string, paidAt: string) =>
    figuresOf(`withdrawal_figures('${state}', '${on}', 500, '${account}', ${by}, '${at('10:00:00')}',
      '${paidAt}')`)

  test('a deposit: of its state by what it is worth or asked; credited, by hour, hand and wait', async () => {
    await server.database.plant(
      `insert into statement_lines (id, bank_account_id, direction, amount_minor, bank_time_precision,
         received_at, source, dedupe_key, chain, state, business_on, value_on)
       values ($1, $2, 'in', 1, 'none', $3, 'sms', 'r', 'linked', 'unmatched', '2025-01-01', '2025-01-01')`,
      [line, bank, at('09:59:18')],
    )
    const queued = (state: string, amountMinor: number) => [
      'queue',
      ['deposit', state, account],
      amountMinor,
    ]
    expect(await deposit('pending', '300, null')).toEqual([queued('pending', 300)])
    expect(await deposit('created', 'null, null')).toEqual([queued('created', 0)])
    expect(await deposit('reversed', '300, 500')).toEqual([queued('reversed', 500)])
    expect(await deposit('credited', '300, 500', 'employee', line)).toEqual([
      queued('credited', 500),
      ['day', ['deposit', '17', 'employee', '42'], 500],
    ])
    expect((await deposit('credited', '300, 500'))[1]).toEqual([
      'day',
      ['deposit', '17', 'auto', null],
      500,
    ])
  })

  test('a withdrawal: of its state; paid, by hour, by whom and by how long it took', async () => {
    const queued = (state: string) => ['queue', ['withdrawal', state, account], 500]
    for (const state of ['review', 'approved', 'sending', 'unknown', 'failed', 'rejected', 'cancelled'])
      expect(await withdrawal(state, `'auto'`, at('10:00:30'))).toEqual([queued(state)])
    expect(await withdrawal('paid', `'employee'`, at('17:00:00'))).toEqual([
      queued('paid'),
      ['day', ['withdrawal', '0', 'employee', '25000'], 500],
    ])
    expect((await withdrawal('paid', 'null', at('16:59:59')))[1]).toEqual([
      'day',
      ['withdrawal', '23', 'member', '25000'],
      500,
    ])
  })

  test('a line: of its state, and of its account where it counts as money moved', async () => {
    const lines = async (state: string) =>
      figuresOf(`line_figures('${state}', '${on}', 500, '${account}', 'out')`)
    const moved = ['account', [account, 'out'], 500]
    for (const state of ['unmatched', 'suggested', 'autoMatched', 'ignored', 'settled', 'unlinked'])
      expect(await lines(state)).toEqual([['line', [state], 500], moved])
    for (const state of ['waiting', 'duplicate', 'quarantined', 'rejected'])
      expect(await lines(state)).toEqual([['line', [state], 500]])
  })

  test('a wait: each second up to two minutes, then two digits, never below nothing', async () => {
    const waits = [-5, 0, 0.4, 0.5, 119, 120.4, 120.5, 124, 125, 994, 996, 1249, 90_000]
    const { rows } = await inDatabase(
      server.database.adminUrl,
      `select array_agg(waited_part(w * interval '1 second') order by n) as all
         from unnest(array[${waits.join(',')}]::numeric[]) with ordinality as x (w, n)`,
    )
    const seconds = ['0', '0', '0', '1', '119', '120', '120', '120', '130', '990', '1000', '1200', '90000']
    expect(rows).toEqual([{ all: seconds }])
  })
})

test('the first deposit of a member is the earliest that stands; of one moment, the lower id', async () => {
  await inDatabase(
    server.database.adminUrl,
    `set session_replication_role = replica; delete from deposits; delete from member_firsts;
     delete from rollup_moves; delete from rollups`,
  )
  const ids = [1, 2, 3, 4].map((n) => `00000000-0000-7000-8000-00000000010${n}`)
  const at = [
    '2026-11-02T10:00:00Z',
    '2026-11-02T10:00:00Z',
    '2026-11-01T10:00:00Z',
    '2026-10-31T10:00:00Z',
  ]
  // The last is another member's.
  for (const [n, id] of ids.toReversed().entries()) {
    const place = 3 - n
    await server.database.plant(
      `insert into deposits (id, reference, member_id, state, method, amount_requested_minor, amount_minor,
         by_kind, credited_at, business_on)
       values ($1::uuid, $1::text, $2, 'credited', 'bank', $3, $3, 'auto', $4, ($4::timestamptz)::date)`,
      [id, members[place === 3 ? 1 : 0], (place + 1) * 100, at[place]],
    )
  }
  const firsts = async () =>
    (await readRollup(server.services.db, 'first', { from: '2026-10-31', to: '2026-11-02' })).map(
      ({ entries, amountMinor }) => [entries, amountMinor],
    )
  const turn = (place: number, set: string) =>
    server.database.plant(`update deposits set ${set} where id = $1`, [ids[place]])
  expect(await firsts()).toEqual([[2, 700]])
  await turn(2, `state = 'reversed'`)
  expect(await firsts()).toEqual([[2, 500]])
  await turn(0, 'amount_minor = 150')
  expect(await firsts()).toEqual([[2, 550]])
  await turn(0, `state = 'reversed'`)
  expect(await firsts()).toEqual([[2, 600]])
  await turn(2, `state = 'credited'`)
  expect(await firsts()).toEqual([[2, 700]])
  await foldRollups(server.services.db)
  const on = (from: string, to: string) => readRollup(server.services.db, 'first', { from, to })
  expect(await on('2026-11-01', '2026-11-01')).toEqual([{ parts: [], entries: 1, amountMinor: 300 }])
  expect(await on('2026-10-31', '2026-10-31')).toEqual([{ parts: [], entries: 1, amountMinor: 400 }])
  expect(await on('2026-11-02', '2026-11-02')).toEqual([])
  expect(await on('2026-10-31', '2026-11-01')).toEqual([{ parts: [], entries: 2, amountMinor: 700 }])
  // What is kept ever is of the queue and the lines alone, and of all days.
  const ever = await readRollup(server.services.db, 'queue', null)
  const places = ever.map(({ parts, entries, amountMinor }) => [parts[1], entries, amountMinor])
  expect(new Set(places)).toEqual(
    new Set([
      ['credited', 3, 900],
      ['reversed', 1, 150],
    ]),
  )
})

test('the server itself cannot change what is kept counted', async () => {
  for (const statement of [
    `insert into rollup_moves (figure, business_on, parts, entries, amount_minor)
       values ('day', '2026-11-01', '{}', 1, 1)`,
    'update rollups set entries = 0',
    'delete from rollup_moves',
    'select fill_rollups()',
    `select move_firsts('{}')`,
  ])
    await expect(inDatabase(server.database.appUrl, statement)).rejects.toMatchObject({ code: '42501' })
})

test('the median of counted values is the middle one, or the mean of the two in the middle', () => {
  expect(medianOf(new Map())).toBeNull()
  expect(medianOf(new Map([[7, 1]]))).toBe(7)
  expect(
    medianOf(
      new Map([
        [1200, 1],
        [1800, 1],
      ]),
    ),
  ).toBe(1500)
  expect(
    medianOf(
      new Map([
        [9, 2],
        [1, 2],
        [5, 1],
      ]),
    ),
  ).toBe(5)
})
