import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { wholeFile } from '../../testing/exported.ts'
import { addMember, codeOf, fund, inDatabase, openBook } from '../../testing/world/members.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { rebuildMemberFacts, refreshMemberFacts } from './jobs.ts'

let server: TestServer
let staff: Person
const permissions = { memberManagement: ['isRead', 'isCreate', 'isUpdate'] } as const

// 60 members with planted balances, deposits and dates, so that every order has ties.
const planted = `
  insert into members (username, phone, first_name, last_name, state, level, tags, source_channel, created_at)
  select 'user' || lpad(i::text, 4, '0'), '+6681' || lpad(i::text, 7, '0'), 'ทดสอบ' || i % 7, 'นามสกุล' || i,
         case when i % 10 = 0 then 'suspended' else 'active' end, i % 3,
         case when i % 5 = 0 then array['vip'] else '{}'::text[] end,
         case when i % 4 = 0 then 'line' else 'other' end, '2026-01-01T00:00:00Z'::timestamptz + i / 2 *
           interval '1 day'
    from generate_series(1, 60) i;
  insert into member_bank_accounts (member_id, bank, account_no, account_name, state)
  select id, case when level = 0 then 'SCB' else 'KBANK' end, '99' || right(phone, 8), first_name, 'primary'
    from members;
  set session_replication_role = replica; -- no line stands behind these deposits
  insert into deposits (reference, member_id, state, method, amount_minor, by_kind, credited_at, business_on,
    statement_line_id)
  select 'D' || m.username, m.id, 'credited', 'bank', m.level * 1000 + 500, 'auto',
         m.created_at + interval '1 hour', m.created_at::date, uuidv7() from members m where m.level > 0;
  insert into withdrawals (reference, member_id, request_key, state, amount_minor, to_bank, to_account_no,
    to_account_name, sla_ends_at, requested_at, paid_at, business_on, decision_kind, band)
  select 'W' || m.username, m.id, m.username, case m.level when 2 then 'paid' else 'failed' end,
         right(m.phone, 2)::bigint + 100, 'KBANK', '1', 'x', now(), now(),
         case m.level when 2 then now() end, m.created_at::date, 'auto', 'auto'
    from members m where m.level > 0;
  set session_replication_role = origin;`

beforeAll(async () => {
  server = await startTestServer()
  await openBook(server)
  staff = await server.person({ permissions, hasStepUp: true, abilities: { exportData: true } })
  await inDatabase(server.database.adminUrl, planted)
  await rebuildMemberFacts(server.services.db)
})
afterAll(() => server.stop())

type Filter = Parameters<typeof listAll>[0]
async function listAll(filter: Record<string, unknown>, size = 7) {
  const all = []
  let after: string | undefined
  do {
    const page = await staff.call('members.list', { ...filter, size, ...(after ? { after } : {}) })
    all.push(...page.records)
    after = page.afterCursor ?? undefined
  } while (after)
  return all
}

const filters: [string, Filter, number][] = [
  ['everybody', {}, 60],
  ['one state', { state: ['suspended'] }, 6],
  ['two states', { state: ['suspended', 'locked'] }, 6],
  ['a level', { level: 2 }, 20],
  ['a tag', { tag: 'vip' }, 12],
  ['a bank', { bank: 'SCB' }, 20],
  ['a source', { source: 'line' }, 15],
  ['never deposited', { hasNeverDeposited: true }, 20],
  ['has deposited, of a level', { hasNeverDeposited: false, level: 1 }, 20],
  ['a registration day', { registeredFrom: '2026-01-11', registeredTo: '2026-01-12' }, 4],
  ['balance from', { balanceMinMinor: 1 }, 0],
]

describe('the list of members', () => {
  test.each(filters)(
    '%s: all pages together, its totals and its file say the same',
    async (_, filter, count) => {
      const all = await listAll(filter)
      expect(all).toHaveLength(count)
      expect(new Set(all.map((row) => row.id)).size).toBe(count)
      const sum = (of: 'depositMinor' | 'withdrawalMinor' | 'balanceMinor' | 'netMinor') =>
        all.reduce((total, row) => total + row[of], 0)
      expect(await staff.call('members.totals', filter)).toMatchObject({
        count,
        isEstimate: false,
        depositMinor: sum('depositMinor'),
        withdrawalMinor: sum('withdrawalMinor'),
        balanceMinor: sum('balanceMinor'),
        netMinor: sum('netMinor'),
      })
      expect((await wholeFile(staff.call('members.exportList', { ...filter, format: 'csv' }))).rows).toBe(
        count,
      )
    },
  )

  test.each(['createdAt', 'balance', 'deposit', 'withdrawal', 'net', 'lastDepositAt', 'username'] as const)(
    'is in order by %s both ways, nobody twice or missing',
    async (sort) => {
      const down = await listAll({ sort })
      const up = await listAll({ sort, isAscending: true })
      expect(down.map((row) => row.id)).toEqual(up.map((row) => row.id).toReversed())
      expect(new Set(down.map((row) => row.id)).size).toBe(60)
      const key = {
        createdAt: 'createdAt',
        balance: 'balanceMinor',
        deposit: 'depositMinor',
        withdrawal: 'withdrawalMinor',
        net: 'netMinor',
        lastDepositAt: 'lastDepositAt',
        username: 'username',
      }[sort as 'deposit']
      if (key) {
        const values = up.map((row) => row[key as 'depositMinor'] ?? '')
        expect(values).toEqual(values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
      }
    },
  )

  test('keeps to balances and days of registration, ends included', async () => {
    const { id, username } = await addMember(staff)
    await fund(server, id, 500, '2026-03-02')
    await refreshMemberFacts(server.services.db)
    const found = async (filter: object) =>
      (await staff.call('members.list', { search: username, ...filter })).records.length
    expect([await found({ balanceMinMinor: 500 }), await found({ balanceMinMinor: 501 })]).toEqual([1, 0])
    expect([await found({ balanceMaxMinor: 500 }), await found({ balanceMaxMinor: 499 })]).toEqual([1, 0])
    // The first and the last moment of a day in Bangkok.
    for (const at of ['2026-02-10T17:00:00Z', '2026-02-11T16:59:59.999Z']) {
      await inDatabase(
        server.database.adminUrl,
        `update members set created_at = '${at}' where username = '${username}'`,
      )
      expect(await found({ registeredFrom: '2026-02-11', registeredTo: '2026-02-11' })).toBe(1)
      expect([
        await found({ registeredTo: '2026-02-10' }),
        await found({ registeredFrom: '2026-02-12' }),
      ]).toEqual([0, 0])
    }
  })

  test('goes back to where it came from', async () => {
    const first = await staff.call('members.list', { size: 7 })
    const second = await staff.call('members.list', { size: 7, after: first.afterCursor ?? '' })
    const back = await staff.call('members.list', { size: 7, before: second.beforeCursor ?? '' })
    expect(back.records).toEqual(first.records)
    expect(back.hasBefore).toBe(false)
  })

  test('are brought up to date in smaller steps where one of the usual size takes too long', async () => {
    const { id, username } = await addMember(staff)
    await inDatabase(
      server.database.adminUrl,
      `create function over_time() returns trigger language plpgsql as $$ begin
         if (select count(*) from fresh) > 12 then raise exception 'too long' using errcode = '57014'; end if;
         return null; end $$;
       create trigger over_time after update on member_facts referencing new table as fresh
         for each statement execute function over_time();
       update member_facts set balance_minor = 77 where member_id = '${decodeId('member', id)}';
       insert into member_facts_stale (member_id) select m.id from members m, generate_series(1, 10) i
         order by m.created_at, m.id`,
    )
    await refreshMemberFacts(server.services.db)
    await inDatabase(server.database.adminUrl, 'drop function over_time cascade')
    const [row] = (await staff.call('members.list', { search: username })).records
    expect(row?.balanceMinor).toBe(0)
  })

  test('a cursor of another person, filter, order or list, cut or forged, is refused', async () => {
    const { afterCursor } = await staff.call('members.list', { size: 7 })
    const after = afterCursor ?? ''
    const other = await server.person({ permissions })
    const { id } = await addMember(staff)
    const tries = [
      other.call('members.list', { after }),
      staff.call('members.list', { after, state: ['active'] }),
      staff.call('members.list', { after, sort: 'balance' }),
      staff.call('members.list', { after, isAscending: true }),
      staff.call('members.notes', { id, after }),
      staff.call('members.list', { after: after.slice(0, -2) }),
      staff.call('members.list', { after: `${after}x` }),
      staff.call('members.list', { after: 'abc', before: 'abc' }),
    ]
    for (const answer of await Promise.all(tries.map(codeOf))) expect(answer).toBe('422 invalidCursor')
    await inDatabase(
      server.database.adminUrl,
      `update members set state = 'closed' where id = (select id from members order by created_at desc limit
        1)`,
    )
    await refreshMemberFacts(server.services.db)
  })

  test.each([
    ['sort=id', '422 invalidValue'],
    ['sort=createdAt;drop', '422 invalidValue'],
    ['size=0', '422 outOfRange'],
    ['size=101', '422 outOfRange'],
    ['size=abc', '422 invalidType'],
    ['page=1', '422 unknownField'],
    ['roleId=1', '422 unknownField'],
    ['registeredFrom=2569-01-01', '422 invalidDate'],
    ['registeredFrom=2026-02-30', '422 invalidDate'],
    ['registeredFrom=2026-03-02&registeredTo=2026-03-01', '422 dateRange'],
    ['registeredFrom=2026-01-01&registeredTo=2026-04-03', '422 dateRange'],
    ['balanceMinMinor=5&balanceMaxMinor=1', '422 outOfRange'],
  ])('refuses ?%s with %s', async (query, code) => {
    const answer = await server.fetch(`/api/v2/member/list?${query}`, {
      headers: { authorization: `Bearer ${staff.token}` },
    })
    const body = (await answer.json()) as { error?: { code: string } }
    expect(`${answer.status} ${body.error?.code}`).toBe(code)
  })
})

describe('searching members', () => {
  const found = async (search: string, by = staff) =>
    (await by.call('members.list', { search, size: 100 })).records.map((row) => row.username).toSorted()

  test('takes every sign literally', async () => {
    const odd = await addMember(staff, { firstName: 'ร้อย%เปอร์', lastName: String.raw`a_b\c'd` })
    for (const search of ['%', '_', '\\', '%%', '__', '%a', "'; drop table members; --"]) {
      expect(await found(search)).toEqual([])
    }
    expect(await found('อย%เป')).toEqual([odd.username])
    expect(await found(String.raw`_b\c`)).toEqual([odd.username])
    expect(await found("c'd")).toEqual([odd.username])
    expect(await found('ร้อ')).toEqual([odd.username])
    expect(await found('ร้')).toEqual([odd.username])
  })

  test('finds by a user name’s beginning, a piece of a name in any spelling, whole numbers', async () => {
    expect(await found('user0007')).toEqual(['user0007'])
    expect(await found('user000')).toHaveLength(9)
    expect(await found('สกุล41')).toEqual(['user0041'])
    const accented = await addMember(staff, { firstName: 'Éloïse' })
    expect(await found('éloï'.normalize('NFD'))).toEqual([accented.username])
    expect(await found('0810000012')).toEqual(['user0012'])
    expect(await found('081-000 0012')).toEqual(['user0012'])
    expect(await found('9910000012')).toEqual(['user0012'])
  })

  test('digits hidden by the mask find nobody unless the person may see them', async () => {
    const may = await server.person({ permissions, abilities: { revealPii: true } })
    expect(await found('08100000')).toEqual([])
    expect(await found('08100000', may)).toHaveLength(60)
    expect(await found('0012')).toEqual(['user0012'])
  })

  test('is refused beyond 200 characters, and 10,000 letters of a pattern cost nothing', async () => {
    expect(await codeOf(staff.call('members.list', { search: 'a'.repeat(201) }))).toBe('422 textTooLong')
    expect(await found('(a+)+$')).toEqual([])
  })
})

describe('the file', () => {
  test('needs ability and fresh factor, is masked, escaped, marked, logged with its hash', async () => {
    await addMember(staff, { firstName: '=HYPERLINK("http://x","y")', lastName: 'สูตร' })
    const plain = await server.person({ permissions, hasStepUp: true })
    expect(await codeOf(plain.call('members.exportList', { format: 'csv' }))).toBe('403 forbidden')
    const cold = await server.person({ permissions, abilities: { exportData: true } })
    expect(await codeOf(cold.call('members.exportList', { format: 'csv' }))).toBe('403 stepUpRequired')
    const file = await wholeFile(
      staff.call('members.exportList', {
        format: 'csv',
        search: 'สูตร',
        columns: ['name', 'phone', 'balance'],
      }),
    )
    const text = Buffer.from(file.base64, 'base64').toString()
    expect(text.split('\r\n')[0]).toBe('\ufeffName,Phone,Balance')
    expect(text).toContain(`"'=HYPERLINK(""http://x"",""y"") สูตร",08x-xxx-`)
    expect(text.split('\r\n').at(-3)).toBe('Total (rows: 1),,0.00')
    expect(text).toContain(staff.username)
    const log = await inDatabase(
      server.database.adminUrl,
      `select detail from activity_log where action = 'exported' order by id desc limit 1`,
    )
    expect(log.rows[0].detail).toMatchObject({
      rows: 1,
      format: 'csv',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(
      await codeOf(
        staff.call('members.exportList', { format: 'csv', columns: ['password_hash' as 'name'] }),
      ),
    ).toBe('422 invalidValue')
    const days = { registeredFrom: '2026-11-01', registeredTo: '2026-11-20' }
    const book = await wholeFile(staff.call('members.exportList', { format: 'xlsx', level: 1, ...days }))
    expect(book.fileName).toBe('members_2026-11-01_2026-11-20.xlsx')
    expect(Buffer.from(book.base64, 'base64').subarray(0, 2).toString()).toBe('PK')
  })
})

describe('the copy for lists', () => {
  test('is rebuilt from the books to the same figures, whatever was lost', async () => {
    const before = await staff.call('members.totals', { hasNeverDeposited: false })
    await inDatabase(
      server.database.adminUrl,
      `update member_facts set deposit_minor = 9, deposit_count = 0; delete from member_sums`,
    )
    await rebuildMemberFacts(server.services.db)
    const again = () => staff.call('members.totals', { hasNeverDeposited: false })
    expect(await again()).toEqual(before)
    // What has not been paid is no withdrawal of theirs yet.
    expect([before.withdrawalMinor, before.depositMinor - before.netMinor]).toEqual([2_610, 2_610])
    // Whoever is read again is counted once.
    const stale = 'insert into member_facts_stale (member_id) select id from members'
    await inDatabase(server.database.adminUrl, stale)
    await refreshMemberFacts(server.services.db)
    expect(await again()).toEqual(before)
  })

  test('spells ids in the database as the contract does', async () => {
    const ids = [
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
      '0192f0c1-2345-7678-9abc-def012345678',
    ]
    for (const id of ids) {
      const { rows } = await inDatabase(
        server.database.appUrl,
        `select outside_id('mbr', $1::uuid) as id`,
        [id],
      )
      expect(rows[0].id).toBe(encodeId('member', id))
    }
  })
})
