import { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { permissionMap } from '@khlang/contract/kit/permissions.ts'
import { memberSorts } from '@khlang/contract/values/value-lists.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EmployeeActor } from '../../../platform/people/actor.ts'
import { inDatabase, openBook } from '../../../testing/world/members.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { rebuildMemberFacts } from '../jobs.ts'
import type { MemberFilter } from './list-filter.ts'
import { listMembers, totalMembers } from './list-queries.ts'
import { memberFile } from '../member-file.ts'
import type { ReadBounds } from './list-asked.ts'

let server: TestServer

// 300 members with planted values that meet in uneven combinations, with ties in every order.
const planted = `
  insert into members (username, phone, first_name, last_name, state, level, tags, source_channel, created_at)
  select 'user' || i, '+6681' || lpad(i::text, 7, '0'), 
         (array['สมชาย','วิไล','Anna','วิภา'])[1 + i % 4] || i % 9,
         'สกุล' || i % 50, (array['active','active','locked','suspended'])[1 + i * 7 % 4], i % 3,
         case when i % 5 = 0 then array['vip', 'old'] when i % 7 = 0 then array['vip'] else '{}'::text[] end,
         case when i % 4 = 0 then 'line' else 'other' end,
         '2026-01-01T00:00:00Z'::timestamptz + i / 3 * interval '7 hours'
    from generate_series(1, 300) i;
  insert into member_bank_accounts (member_id, bank, account_no, account_name, state)
  select id, case when level = 0 then 'SCB' else 'KBANK' end, '99' || right(phone, 8), first_name, 'primary'
    from members where level < 2 or state = 'locked';
  set session_replication_role = replica; -- no line stands behind these deposits
  insert into deposits (reference, member_id, state, method, amount_minor, by_kind, credited_at, business_on,
    statement_line_id)
  select 'D' || m.username, m.id, 'credited', 'bank', m.level * 1000 + 500, 'auto',
         m.created_at + interval '1 hour', m.created_at::date, uuidv7() from members m where m.level > 0;
  set session_replication_role = origin;`
// Balances are planted last: no ledger stands behind them here.
const balances = `update member_facts set balance_minor = substr(username, 5)::int % 40 * 100`

// Changes of account that wait: some asked for by the reader, some by another, some whose time is over.
const changes = `set session_replication_role = replica;
  insert into approvals (kind, entity, entity_id, document, document_hash, reason, maker_id, expires_at)
  select 'memberAccountChange', 'member', outside_id('mbr', id), '{}', '', 'asked',
         ('00000000-0000-7000-8000-00000000000' || 1 + level % 2)::uuid,
         now() + case when username like '%9' then -1 else 1 end * interval '1 hour'
    from members where level < 2`

beforeAll(async () => {
  server = await startTestServer()
  await openBook(server)
  await inDatabase(server.database.adminUrl, planted)
  await rebuildMemberFacts(server.services.db)
  await inDatabase(server.database.adminUrl, balances)
  await inDatabase(server.database.adminUrl, changes)
})
afterAll(() => server.stop())

const seen = {
  settings: BrandSettings.parse({}),
  actor: {
    kind: 'employee',
    id: '00000000-0000-7000-8000-000000000001',
    type: 'staff',
    role: { abilities: { revealPii: true } },
    permissions: permissionMap(() => true),
  } as unknown as EmployeeActor,
}

const values: { readonly [K in keyof MemberFilter]-?: readonly NonNullable<MemberFilter[K]>[] } = {
  state: [['locked'], ['active', 'suspended'], ['closed']],
  level: [0, 2, 9],
  tag: ['vip', 'old', 'none'],
  bank: ['SCB', 'KBANK', 'KTB'],
  source: ['line', 'other'],
  hasNeverDeposited: [true, false],
  registeredFrom: ['2026-01-05', '2026-01-20'],
  registeredTo: ['2026-01-21', '2026-01-28'],
  accountChange: ['waiting', 'toSettle', 'asked'],
  balanceMinMinor: [0, 1500],
  balanceMaxMinor: [1500, 3000],
  search: [
    'user1',
    'user29',
    'วิ',
    'a',
    'สมชาย3',
    'ชาย',
    'กุล4',
    '0810000012',
    '08100',
    '0012',
    '9910000012',
    'x y',
  ],
}

/** The same cases every time, whatever the machine. */
function* chance(): Generator<number, never> {
  for (let state = 7; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state >> 8
  }
}
const dice = chance()
const pick = <T>(from: readonly T[]): T => from[dice.next().value % from.length] as T

function someFilter(): MemberFilter {
  const keys = Object.keys(values) as (keyof MemberFilter)[]
  const chosen = Array.from({ length: dice.next().value % 5 }, () => pick(keys))
  return Object.fromEntries(chosen.map((key) => [key, pick<unknown>(values[key])]))
}

const ways: readonly ReadBounds[] = [
  { candidates: 12_000, examined: 20_000, facets: 400, sorted: 1000 },
  { candidates: 12_000, examined: 20_000, facets: 0, sorted: 1000 },
  { candidates: 60, examined: 20_000, facets: 400, sorted: 1000 },
  { candidates: 0, examined: 20_000, facets: 2, sorted: 1000 },
]

/** The first three pages, then back by one, told by their members. */
async function pagesOf(input: Parameters<typeof listMembers>[1], most: ReadBounds | 'plain') {
  const { db, secrets } = server.services
  const page = (at: object) => listMembers(db, { ...input, ...at }, seen, secrets, most)
  const told: string[][] = []
  let [at, last] = [{}, await page({})]
  for (let turn = 0; turn < 3; turn += 1) {
    told.push(last.records.map((row) => `${row.username} ${row.net_minor} ${row.balance_minor}`))
    if (last.afterCursor === null) break
    at = { after: last.afterCursor }
    last = await page(at)
  }
  if (last.beforeCursor !== null) {
    const back = await page({ before: last.beforeCursor })
    told.push(
      back.records.map((row) => row.username),
      [`${back.hasAfter} ${back.hasBefore}`],
    )
  }
  return told
}

const rounds = process.env['KHLANG_TEST_FULL'] === '1' ? 400 : 40

test('every way to read the list finds what the plain condition finds, page by page', async () => {
  let found = 0
  for (let round = 0; round < rounds; round += 1) {
    const input = {
      ...someFilter(),
      size: pick([3, 10, 25]),
      sort: pick(memberSorts),
      isAscending: pick([true, false]),
    }
    const plain = await pagesOf(input, 'plain')
    found += plain.flat().length
    for (const most of ways) {
      expect(await pagesOf(input, most), JSON.stringify([input, most])).toEqual(plain)
    }
  }
  expect(found).toBeGreaterThan(rounds * 8)
}, 480_000)

test('totals are those of the plain condition', async () => {
  const { db } = server.services
  for (let round = 0; round < rounds; round += 1) {
    const filter = someFilter()
    const plain = await totalMembers(db, filter, seen, 'plain')
    for (const most of ways) {
      expect(await totalMembers(db, filter, seen, most), JSON.stringify([filter, most])).toEqual(plain)
    }
  }
}, 480_000)

test('a search that nearly everybody fits is sorted whole, page by page', async () => {
  await inDatabase(server.database.adminUrl, 'analyze members; analyze member_facts')
  const { db, secrets } = server.services
  const filters: MemberFilter[] = [{ search: 'user' }, { search: 'user', state: ['active'] }]
  for (const filter of filters) {
    const input = { ...filter, size: 25, sort: 'net', isAscending: false } as const
    const few = { candidates: 0, examined: 20_000, facets: 400, sorted: 20 }
    expect(await pagesOf(input, few), JSON.stringify(filter)).toEqual(await pagesOf(input, 'plain'))
    expect(await listMembers(db, input, seen, secrets, few)).toMatchObject({ isOfNearest: false })
  }
})

test('facets follow every change of state, level, tags, source, bank and first deposit', async () => {
  const after = async (change: string) => {
    await inDatabase(server.database.adminUrl, change)
    const { rows } = await inDatabase(
      server.database.adminUrl,
      `select c.state, c.level, c.tags, c.source_channel, c.bank, c.has_deposited
         from member_facts f join member_facets c on c.id = f.facet_id where f.username = 'user8'`,
    )
    return rows[0]
  }
  // Each by itself: what one of them changes, the next leaves as it is.
  const never = await after(`update member_facts set deposit_count = 0 where username = 'user8'`)
  expect(never).toMatchObject({ level: 2, has_deposited: false })
  const other = { state: 'closed', level: 50, tags: ['a', 'b'], source_channel: 'sms' }
  const changed = await after(
    `update members set state = 'closed', level = 50, tags = array['b', 'a'], source_channel = 'sms'
      where username = 'user8'`,
  )
  expect(changed).toEqual({ ...other, bank: '', has_deposited: false })
  const banked = await after(
    `insert into member_bank_accounts (member_id, bank, account_no, account_name, state)
       select id, 'TTB', '1234567890', 'x', 'primary' from members where username = 'user8'`,
  )
  expect(banked).toEqual({ ...other, bank: 'TTB', has_deposited: false })
})

describe('in the order of the match', () => {
  const page = (input: object) =>
    listMembers(
      server.services.db,
      { size: 10, sort: 'match', isAscending: false, ...input } as Parameters<typeof listMembers>[1],
      seen,
      server.services.secrets,
    )
  const names = (of: Awaited<ReturnType<typeof page>>) => of.records.map(({ username }) => username)
  async function allOf(filter: MemberFilter): Promise<string[]> {
    const told: string[] = []
    for (let at: object | null = {}; at !== null;) {
      const one = await page({ ...filter, ...at })
      told.push(...names(one))
      at = one.afterCursor === null ? null : { after: one.afterCursor }
    }
    return told
  }

  test.each<MemberFilter>([
    { search: 'user1' },
    { search: 'ชาย' },
    { search: '0012' },
    { search: 'วิ', state: ['locked'] },
    { search: 'a', level: 1, hasNeverDeposited: false },
    { search: 'x y' },
  ])('%j finds over all pages, each once, whom every other order finds', async (filter) => {
    const told = await allOf(filter)
    const input = { ...filter, size: 100, sort: 'username', isAscending: true } as const
    const others: string[] = []
    for (let at: object | null = {}; at !== null;) {
      const one: Awaited<ReturnType<typeof page>> = await page({ ...input, ...at })
      others.push(...names(one))
      at = one.afterCursor === null ? null : { after: one.afterCursor }
    }
    expect(told.toSorted()).toEqual(others.toSorted())
    expect(new Set(told).size).toBe(told.length)
  })

  test('the beginning of a user name comes first, then that of a name, then a piece of one', async () => {
    await inDatabase(
      server.database.adminUrl,
      `insert into members (username, phone, first_name, last_name) values
         ('one9', '+66911111111', 'Xqaz', 'y'), ('two9', '+66911111112', 'Qazimir', 'y'),
         ('qaz99', '+66911111113', 'w', 'y')`,
    )
    expect(await allOf({ search: 'qaz' })).toEqual(['qaz99', 'two9', 'one9'])
  })

  test('a page back shows what stood there', async () => {
    const first = await page({ search: 'user1' })
    const second = await page({ search: 'user1', after: first.afterCursor })
    const back = await page({ search: 'user1', before: second.beforeCursor })
    expect(names(back)).toEqual(names(first))
    expect([back.hasBefore, back.hasAfter]).toEqual([false, true])
  })

  test('without a search the newest come first', async () => {
    const newest = await page({ sort: 'createdAt' })
    expect(names(await page({}))).toEqual(names(newest))
  })
})

describe('a text that finds more members than a search lists', () => {
  beforeAll(async () => {
    await inDatabase(
      server.database.adminUrl,
      `insert into members (username, phone, first_name, last_name, state)
       select 'many' || i, '+6690' || lpad(i::text, 7, '0'), 'ซ้ำชื่อ', 'xzeta' || i,
              case when i = 1100 then 'closed' else 'active' end
         from generate_series(1, 1100) i;
       insert into members (username, phone, first_name, last_name)
         values ('zeta1', '+66909999999', 'ก่อน', 'ใคร')`,
    )
    await rebuildMemberFacts(server.services.db)
  })
  const list = (filter: MemberFilter) => {
    const input = { ...filter, size: 100, sort: 'createdAt', isAscending: false } as const
    return listMembers(server.services.db, input, seen, server.services.secrets)
  }
  const totals = (filter: MemberFilter) => totalMembers(server.services.db, filter, seen)

  test('lists a thousand of them and says that there are at least so many', async () => {
    expect((await list({ search: 'ซ้ำชื่อ' })).records).toHaveLength(100)
    expect(await totals({ search: 'ซ้ำชื่อ' })).toMatchObject({ count: 1000, isEstimate: true })
    expect(await totals({ search: 'zeta1' })).toMatchObject({ isEstimate: false })
  })

  test('sorts by a column only the nearest of them, and says so', async () => {
    const { db, secrets } = server.services
    const sizeOf = async (filter: MemberFilter, sort: 'balance' | 'match') => {
      let [count, isOfNearest] = [0, false]
      for (let at: object | null = {}; at !== null;) {
        const input = { ...filter, ...at, size: 100, sort, isAscending: true } as const
        const page: Awaited<ReturnType<typeof listMembers>> = await listMembers(db, input, seen, secrets)
        count += page.records.length
        isOfNearest = page.isOfNearest
        at = page.afterCursor === null ? null : { after: page.afterCursor }
      }
      return { count, isOfNearest }
    }
    expect(await sizeOf({ search: 'ซ้ำชื่อ' }, 'balance')).toEqual({ count: 200, isOfNearest: true })
    expect(await sizeOf({ search: 'ซ้ำชื่อ' }, 'match')).toEqual({ count: 1000, isOfNearest: false })
    expect(await sizeOf({ search: 'many10' }, 'balance')).toEqual({ count: 111, isOfNearest: false })
  })

  test('has all of them in its file', async () => {
    const { db, secrets } = server.services
    const file = memberFile({ ...seen, secrets, nowMs: 0, filter: { search: 'ซ้ำชื่อ' } })
    const names = new Set<string>()
    for (let at: object | null = {}; at !== null;) {
      const page: Awaited<ReturnType<typeof file.page>> = await db
        .transaction()
        .execute((tx) => file.page(tx, { size: 100, ...at }))
      for (const { username } of page.records) names.add(username)
      at = page.afterCursor === null ? null : { after: page.afterCursor }
    }
    expect(names.size).toBe(1100)
  })

  test('lists the nearest: whoever is called so comes before those who have a piece of it', async () => {
    const { records } = await list({ search: 'zeta' })
    const found = records.map(({ username }) => username)
    expect(found).toContain('zeta1')
    expect(await totals({ search: 'zeta' })).toMatchObject({ count: 1000, isEstimate: true })
  })

  test('counts once whoever is found in several ways, and leaves nobody out for it', async () => {
    await inDatabase(
      server.database.adminUrl,
      `insert into members (username, phone, first_name, last_name)
       select 'both' || i, '+6692' || lpad(i::text, 7, '0'), 'both' || i, 'both' || i
         from generate_series(1, 600) i;
       insert into members (username, phone, first_name, last_name)
         values ('inner1', '+66929999999', 'xboth', 'y')`,
    )
    await rebuildMemberFacts(server.services.db)
    expect(await totals({ search: 'both' })).toMatchObject({ count: 601, isEstimate: false })
  })

  test('shows in every order all who fit a filter, be they last among those of the name', async () => {
    await inDatabase(
      server.database.adminUrl,
      `update members set level = 42 where username like 'many%' and substr(username, 5)::int > 950`,
    )
    for (const search of ['ซ้ำชื่อ', 'ำชื่อ', 'ำชื', 'many'])
      for (const sort of ['match', 'balance', 'username'] as const) {
        const input = { search, level: 42, size: 100, sort, isAscending: true } as const
        const first = await listMembers(server.services.db, input, seen, server.services.secrets)
        const more = { ...input, after: first.afterCursor ?? '' }
        const second = await listMembers(server.services.db, more, seen, server.services.secrets)
        const found = new Set([...first.records, ...second.records].map(({ username }) => username))
        expect([found.size, second.hasAfter, first.isOfNearest], `${search} ${sort}`).toEqual([
          150,
          false,
          false,
        ])
      }
    expect(await totals({ search: 'ซ้ำชื่อ', level: 42 })).toMatchObject({ count: 150, isEstimate: false })
  })

  test('finds within a filter by the name, the user name and the state of now', async () => {
    const found = async (filter: MemberFilter) => (await list(filter)).records.map((one) => one.username)
    expect(await found({ search: 'จินดา', state: ['locked'] })).toEqual([])
    await inDatabase(
      server.database.adminUrl,
      `update members set first_name = 'Jindamanee', state = 'locked' where username = 'many7';
       update members set last_name = 'จินดา', state = 'locked' where username = 'many8';
       update members set username = 'jindarat' where username = 'many7'`,
    )
    expect(await found({ search: 'จินดา', state: ['locked'] })).toEqual(['many8'])
    expect(await found({ search: 'jinda', state: ['locked'] })).toEqual(['jindarat'])
    expect(await found({ search: 'jindar', state: ['locked'] })).toEqual(['jindarat'])
    expect(await found({ search: 'jinda', state: ['active'] })).toEqual([])
  })

  test('leaves out nobody who fits a filter that few fit', async () => {
    const { records } = await list({ search: 'ซ้ำชื่อ', state: ['closed'] })
    expect(records.map(({ username }) => username)).toEqual(['many1100'])
    expect(await totals({ search: 'ซ้ำชื่อ', state: ['closed'] })).toMatchObject({
      count: 1,
      isEstimate: false,
    })
  })
})
