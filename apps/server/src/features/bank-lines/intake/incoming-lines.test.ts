import { randomUUID } from 'node:crypto'
import { decodeId } from '@khlang/contract/values/values.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bankPhone, baht, scbTime } from '../../../testing/bank-phone.ts'
import {
  createMoneyFactory,
  type FactoryMember,
  type MoneyFactory,
} from '../../../testing/world/money-factory.ts'
import { startTestServer, type Person, type TestServer } from '../../../testing/server.ts'
import { silentAccounts } from '../../queue/find-missing.ts'
import { dayMs, minuteMs, rowsOf } from './intake-rows.fixture.ts'

let server: TestServer
let make: MoneyFactory
let put: ReturnType<typeof rowsOf>
let clerk: Person
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  put = rowsOf(server)
  const permissions = {
    pretransactionNotMatch: ['isRead', 'isUpdate'],
    pretransactionDepositWithdraw: ['isRead', 'isCreate', 'isUpdate'],
    pretransactionRequest: ['isRead', 'isUpdate'],
    memberManagement: ['isRead'],
  } as const
  clerk = await server.person({ permissions, hasStepUp: true })
})
afterEach(() => {
  server.clock.ms = 0
})
afterAll(async () => {
  const violations = await make.judge()
  await server.stop()
  expect(violations).toEqual([])
})

const key = () => ({ idempotencyKey: randomUUID() })
const desk = async () => {
  const account = await make.account({ bank: 'SCB' })
  return { account, phone: await bankPhone(make, account) }
}
type Desk = Awaited<ReturnType<typeof desk>>
type Answer = Awaited<ReturnType<Desk['phone']['say']>>
const idOf = ({ body }: Answer): string => body.data?.lineId ?? ''
const stateOf = ({ body }: Answer) => body.data?.lineState
const lineOf = async (id: string) => (await clerk.call('preTransactions.line', { id })).line
const payerOf = (member: FactoryMember) => ({ tag: 'KBNK', digits: member.accountNo.slice(-6) })
const unmatched = ({ account }: Desk) => make.balance(`unmatched:${account.outside}`)
const openAlarms = async (entityId: string) =>
  (
    await make.query<{ code: string }>(
      'select code from alarms where entity_id = $1 and cleared_at is null order by code',
      [entityId],
    )
  ).map(({ code }) => code)

describe('a push that tells more of a line', () => {
  const pushOf = ({ account }: Desk, member: FactoryMember, amountMinor: number): string => {
    const local = new Date(Date.now() + 7 * 3_600_000)
    const months = 'ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.'.split(' ')
    const day = `${local.getUTCDate()} ${months[local.getUTCMonth()]} ${local.getUTCFullYear() + 543}`
    const [from, own] = [member.accountNo.slice(-4), account.accountNo.slice(-4)]
    return `คุณได้รับเงิน ${baht(amountMinor)} บาท ผ่านรายการพร้อมเพย์จาก KBANK / xxxxxx${from} เข้าบัญชี xxxxxx${own} เมื่อ ${day} - ${scbTime(new Date()).slice(6)}`
  }
  const asker = async (at: Desk, amountMinor: number) => {
    const member = await make.member()
    await make.request(member, at.account, amountMinor)
    return member
  }

  test('credits it where it is open, and where it waits or was refused only fills it in', async () => {
    const [open, held, forged] = [await desk(), await desk(), await desk()]
    const members = [await asker(open, 6_101), await asker(held, 6_102), await asker(forged, 6_103)]
    held.phone.move({ amountMinor: 900 })
    await forged.phone.receives({ amountMinor: 900 })
    const told = [
      await open.phone.receives({ amountMinor: 6_101 }),
      await held.phone.receives({ amountMinor: 6_102 }),
      await forged.phone.receives({ amountMinor: 6_103, statedMinor: 1_006_103 }),
    ]
    expect(told.map(stateOf)).toEqual(['suggested', 'waiting', 'quarantined'])
    const joined = []
    for (const [n, at] of [open, held, forged].entries()) {
      const [member, amountMinor] = [members[n], 6_101 + n]
      if (member) joined.push(await at.phone.say(pushOf(at, member, amountMinor), { source: 'push' }))
    }
    expect(joined.map(({ body }) => body.data?.state)).toEqual(['joined', 'joined', 'joined'])
    expect(joined.map(stateOf)).toEqual(['autoMatched', 'waiting', 'quarantined'])
    expect(joined.map(idOf)).toEqual(told.map(idOf))
    expect(await Promise.all(members.map(make.cash))).toEqual([6_101, 0, 0])
    const shown = await Promise.all(told.map(async (each) => (await lineOf(idOf(each))).payerMask))
    expect(shown).toEqual(members.map(({ accountNo }) => `??????${accountNo.slice(-4)}`))
    expect(await Promise.all([open, held, forged].map(unmatched))).toEqual([0, 0, 900])
  })

  test('waits for its line as long as the brand says, posts nothing, and is set aside by it', async () => {
    const at = await desk()
    const member = await asker(at, 6_200)
    await server.set({ hintWaitSeconds: 77 })
    const provisional = await at.phone.say(pushOf(at, member, 6_200), { source: 'push' })
    await server.set({ hintWaitSeconds: 120 })
    expect([stateOf(provisional), await unmatched(at), await make.cash(member)]).toEqual(['waiting', 0, 0])
    const [row] = await make.query<{ seconds: number; reason: string; chain: string }>(
      `select round(extract(epoch from hint_until - created_at))::int as seconds, reason, chain
         from statement_lines where id = $1`,
      [decodeId('statementLine', idOf(provisional))],
    )
    expect(row).toMatchObject({ reason: 'hintWithoutBalance', chain: 'hint' })
    expect(Math.abs((row?.seconds ?? 0) - 77)).toBeLessThan(10)
    const line = await at.phone.receives({ amountMinor: 6_200 })
    expect(stateOf(line)).toBe('autoMatched')
    expect((await lineOf(idOf(provisional))).state).toBe('duplicate')
    expect(await make.cash(member)).toBe(6_200)
  })
})

describe('a line that a person takes back to the open ones', () => {
  test('is credited by nobody but a person, however sure, and its money is posted once', async () => {
    const at = await desk()
    const member = await make.member()
    await server.set({ isAutoCreditOn: false })
    const id = idOf(await at.phone.receives({ amountMinor: 7_100, payer: payerOf(member) }))
    await server.set({ isAutoCreditOn: true })
    const act = (verb: 'ignoreLine' | 'reopenLine', version: number) =>
      clerk.call(`preTransactions.${verb}`, { id, version, reason: 'ตรวจแล้ว' }, key())
    await act('ignoreLine', 1)
    expect(await lineOf(id)).toMatchObject({ state: 'ignored', version: 2 })
    await act('reopenLine', 2)
    expect(await lineOf(id)).toMatchObject({ state: 'suggested', version: 3 })
    expect([await make.cash(member), await unmatched(at)]).toEqual([0, 7_100])
    const log = await make.query<{ action: string; before: unknown; after: unknown; reason: string }>(
      `select action, before, after, reason from activity_log where entity_id = $1 order by id`,
      [id],
    )
    expect(log).toEqual([
      {
        action: 'setAside',
        before: { state: 'suggested' },
        after: { state: 'ignored' },
        reason: 'ตรวจแล้ว',
      },
      {
        action: 'reopened',
        before: { state: 'ignored' },
        after: { state: 'suggested' },
        reason: 'ตรวจแล้ว',
      },
    ])
    const [row] = await make.query('select handled_by from statement_lines where id = $1', [
      decodeId('statementLine', id),
    ])
    expect(row).toEqual({ handled_by: clerk.id })
  })

  test('behind a hole: its alarm stays while anything waits there, and ends with the last', async () => {
    const at = await desk()
    const { outside } = at.account
    at.phone.move({ amountMinor: 900 })
    const ids = [
      idOf(await at.phone.receives({ amountMinor: 7_201 })),
      idOf(await at.phone.receives({ amountMinor: 7_202 })),
    ]
    const isBroken = () =>
      make.query('select is_broken from bank_account_feeds where bank_account_id = $1', [at.account.id])
    const aside = (id = '') =>
      clerk.call('preTransactions.ignoreLine', { id, version: 1, reason: 'ไม่ใช่' }, key())
    expect(await openAlarms(outside)).toEqual(['bank.chainGap'])
    await aside(ids[1])
    expect([await openAlarms(outside), await isBroken()]).toEqual([
      ['bank.chainGap'],
      [{ is_broken: true }],
    ])
    const elsewhere = await desk()
    elsewhere.phone.move({ amountMinor: 900 })
    await elsewhere.phone.receives({ amountMinor: 7_203 })
    await aside(ids[0])
    expect([await openAlarms(outside), await isBroken()]).toEqual([[], [{ is_broken: false }]])
    expect(await openAlarms(elsewhere.account.outside)).toEqual(['bank.chainGap'])
  })

  test('and what contradicts or went out for nobody has an alarm until somebody sees to it', async () => {
    const at = await desk()
    await at.phone.receives({ amountMinor: 900 })
    const forged = idOf(await at.phone.receives({ amountMinor: 7_300, statedMinor: 1_007_300 }))
    expect(await openAlarms(forged)).toEqual(['bank.chainContradiction'])
    await clerk.call('preTransactions.reopenLine', { id: forged, version: 1, reason: 'ตรวจแล้ว' }, key())
    expect(await openAlarms(forged)).toEqual([])
    const [one, other] = [await desk(), await desk()]
    const out = idOf(await one.phone.receives({ amountMinor: 7_400, direction: 'out' }))
    const into = idOf(await other.phone.receives({ amountMinor: 7_400 }))
    expect(await openAlarms(out)).toEqual(['bank.outgoingUnknown'])
    const pair = { id: out, version: 1, oppositeId: into }
    await clerk.call('preTransactions.internalTransfer', pair, key())
    expect(await openAlarms(out)).toEqual([])
    expect([(await lineOf(out)).state, (await lineOf(into)).state]).toEqual(
      Array.from({ length: 2 }, () => 'internalTransfer'),
    )
    // What was posted as received is taken back, and the money is where the banks have it.
    expect([await unmatched(other), await make.balance(`bank:${other.account.outside}`)]).toEqual([
      0, -1_007_400,
    ])
    expect(await make.balance(`bank:${one.account.outside}`)).toBe(-992_600)
  })
})

test('several credits of one message tell each what the wallet held before and after', async () => {
  const at = await desk()
  const [member, other] = [await make.member(), await make.member()]
  const missing = at.phone.move({ amountMinor: 1_001, payer: payerOf(other) })
  for (const [amountMinor, of] of [
    [2_002, member],
    [3_003, other],
    [4_004, member],
  ] as const)
    expect(stateOf(await at.phone.receives({ amountMinor, payer: payerOf(of) }))).toBe('waiting')
  await at.phone.say(missing)
  const rows = await make.query<Record<string, number>>(
    `select amount_minor as amount, credit_before_minor as before, credit_after_minor as after
       from deposits where bank_account_id = $1 order by amount_minor`,
    [at.account.id],
  )
  expect(rows).toEqual([
    { amount: 1_001, before: 0, after: 1_001 },
    { amount: 2_002, before: 0, after: 2_002 },
    { amount: 3_003, before: 1_001, after: 4_004 },
    { amount: 4_004, before: 2_002, after: 6_006 },
  ])
  expect([await make.cash(member), await make.cash(other)]).toEqual([6_006, 4_004])
  const [whole] = await make.query<Record<string, unknown>>(
    `select d.*, l.amount_minor as paid from deposits d join statement_lines l on l.id = d.statement_line_id
      where d.bank_account_id = $1 and d.amount_minor = 3003`,
    [at.account.id],
  )
  expect(whole).toMatchObject({
    member_id: other.id,
    state: 'credited',
    method: 'bank',
    paid: 3_003,
    amount_requested_minor: null,
    from_bank: 'KBANK',
    from_account_no: `????${other.accountNo.slice(-6)}`,
    by_kind: 'auto',
    by_id: null,
    remark_staff: null,
    link_approval_id: null,
    credits: 1,
    version: 1,
  })
})

test('a brand’s day begins at its cut-off, the bank’s at midnight, in every row of a credit', async () => {
  await server.set({ dayCutOffMinutes: 300 })
  const nowMs = Date.now()
  const zoneMs = 7 * 3_600_000
  const midnightMs = Math.ceil((nowMs + zoneMs) / dayMs) * dayMs - zoneMs
  const at = await desk()
  const days = []
  for (const minutes of [0, 299, 300]) {
    const member = await make.member()
    server.clock.ms = midnightMs + minutes * minuteMs - Date.now()
    const moment = new Date(midnightMs + minutes * minuteMs)
    const said = await at.phone.receives({
      amountMinor: 8_000 + minutes,
      payer: payerOf(member),
      at: moment,
    })
    expect(stateOf(said)).toBe('autoMatched')
    const [row] = await make.query<Record<string, string>>(
      `select l.business_on as line, l.value_on as value, d.business_on as deposit,
              min(t.business_on)::text as first, max(t.business_on)::text as last,
              min(t.value_on)::text as "firstValue", max(t.value_on)::text as "lastValue"
         from deposits d join statement_lines l on l.id = d.statement_line_id
         join transfers t on t.source_id in (outside_id('dep', d.id), outside_id('stl', l.id))
        where d.member_id = $1 group by 1, 2, 3`,
      [member.id],
    )
    days.push(row)
  }
  await server.set({ dayCutOffMinutes: 0 })
  const dateOf = (ms: number) => new Date(ms + zoneMs).toISOString().slice(0, 10)
  const [before, on] = [dateOf(midnightMs - 1), dateOf(midnightMs)]
  const rowOf = (business: string) => ({
    line: business,
    value: on,
    deposit: business,
    first: business,
    last: business,
    firstValue: on,
    lastValue: on,
  })
  expect(days).toEqual([rowOf(before), rowOf(before), rowOf(on)])
})

describe('money that did not arrive is looked for', () => {
  test('within a day, of any satang, on the asked account, in what is no duplicate', async () => {
    const [at, other] = [await desk(), await desk()]
    const member = await make.member()
    const nowMs = Date.parse('2026-05-18T05:00:00.000Z')
    const received = (ms: number) => new Date(nowMs + ms).toISOString()
    const line = (amount_minor: number, ms = 0, row: object = {}, accountId = at.account.id) =>
      put.line(accountId, { amount_minor, received_at: received(ms), chain: 'noBalance', ...row })
    const found = [
      await line(45_000),
      await line(45_099),
      await line(45_050, -dayMs),
      await line(45_050, dayMs),
    ]
    await line(44_999)
    await line(45_100)
    await line(45_050, -dayMs - 1)
    await line(45_050, dayMs + 1)
    await line(45_050, 0, { direction: 'out' })
    await line(45_050, 0, { state: 'duplicate' })
    const elsewhere = await line(45_050, 0, {}, other.account.id)
    const ask = async (rest: object = {}) =>
      clerk.call('preTransactions.findMissing', {
        memberId: member.outside,
        amountMinor: 45_050,
        at: received(0),
        ...rest,
      })
    const idsOf = (lines: readonly { id: string }[]) =>
      lines
        .map(({ id }) => decodeId('statementLine', id))
        .toSorted((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1))
    const sorted = (ids: string[]) => ids.toSorted((a, b) => (a < b ? -1 : 1))
    expect(idsOf((await ask({ accountId: at.account.outside })).lines)).toEqual(sorted(found))
    const all = await ask()
    expect(idsOf(all.lines)).toEqual(sorted([...found, elsewhere]))
    expect(all).toMatchObject({ verdict: 'similarLine', deposits: [], unreadMessages: 0 })
    const deposit = (amount_minor: number, ms: number, of = member) =>
      put.deposit(of.id, at.account.id, { amount_minor, created_at: received(ms), state: 'reversed' })
    const ids = [await deposit(45_000, -dayMs), await deposit(45_099, dayMs)]
    await deposit(45_100, 0)
    await deposit(44_999, 0)
    await deposit(45_050, dayMs + 1)
    await deposit(45_050, 0, await make.member())
    const shown = (await ask()).deposits.map(({ id }) => decodeId('deposit', id))
    expect(sorted(shown.map(String))).toEqual(sorted(ids))
  })

  test('it is theirs from the very score on; what can still be linked stands first', async () => {
    const at = await desk()
    const member = await make.member()
    const hourAgo = new Date(Date.now() - 60 * minuteMs).toISOString()
    await make.request(member, null, 46_300, { at: hourAgo })
    const row = { amount_minor: 46_300, chain: 'noBalance' }
    const mask = { payer_bank: 'KBANK', payer_mask: `????${member.accountNo.slice(-6)}` }
    const gone = await put.line(at.account.id, { ...row, ...mask, state: 'ignored' })
    const open = await put.line(at.account.id, row)
    const given = { amount_minor: 46_300, created_at: new Date().toISOString(), credited_at: hourAgo }
    await put.deposit(member.id, at.account.id, { ...given, state: 'reversed' })
    const asked = { memberId: member.outside, amountMinor: 46_300 }
    const found = await clerk.call('preTransactions.findMissing', asked)
    expect(found.verdict).toBe('openLineFound')
    const seen = found.lines.map(({ id, matchScore }) => [decodeId('statementLine', id), matchScore])
    expect(seen).toEqual([
      [open, 40],
      [gone, 113],
    ])
    const credited = found.deposits.find(({ state }) => state === 'reversed')
    expect(Date.parse(credited?.at ?? '')).toBe(Date.parse(hourAgo))
  })

  test('a phone that fell silent is told where nothing else explains it, with its account', async () => {
    const { account } = await desk()
    const asked = { memberId: (await make.member()).outside, amountMinor: 46_999 }
    const found = await clerk.call('preTransactions.findMissing', asked)
    expect(found).toMatchObject({ verdict: 'feedSilent', lines: [], deposits: [] })
    expect(found.silentAccounts).toContain(`SCB ${account.accountNo.slice(-4)}`)
  })

  test('unread messages of that day are counted until somebody sets them aside', async () => {
    const { phone } = await desk()
    const nowMs = Date.parse('2026-04-18T05:00:00.000Z')
    const received = (ms: number) => new Date(nowMs + ms).toISOString()
    const say = (state: string, ms: number, row: object = {}) =>
      put.message(phone.machine.subjectId, null, { state, received_at: received(ms), ...row })
    await say('parseFailed', -dayMs)
    await say('senderUnknown', dayMs)
    await say('notMoney', 0)
    await say('read', 0)
    await say('parseFailed', dayMs + 1)
    await say('parseFailed', -dayMs - 1)
    await say('parseFailed', 0, { dismissed_at: received(1) })
    const member = await make.member()
    const asked = { memberId: member.outside, amountMinor: 12_345, at: received(0) }
    expect(await clerk.call('preTransactions.findMissing', asked)).toMatchObject({
      verdict: 'unreadMessage',
      unreadMessages: 2,
    })
  })

  test('an account is silent when no phone of it was heard for a quarter of an hour', async () => {
    const heard = async (
      feedMinutes: number | null,
      seenMinutes: number,
      rest: { state?: string; account?: string; hasPhone?: boolean } = {},
    ) => {
      const account = await make.account({ bank: 'SCB' })
      if (rest.hasPhone !== false) {
        const { subjectId } = await make.phone([account])
        await make.query(
          `update devices set last_seen_at = now() - make_interval(mins => $2), state = $3 where id = $1`,
          [subjectId, seenMinutes, rest.state ?? 'online'],
        )
      }
      await make.query(
        `update bank_account_feeds set last_message_at = now() - make_interval(mins => $2)
          where bank_account_id = $1`,
        [account.id, feedMinutes],
      )
      await make.query('update bank_accounts set state = $2 where id = $1', [
        account.id,
        rest.account ?? 'active',
      ])
      return (await silentAccounts(server.services.db)).some(({ id }) => id === account.id)
    }
    expect(await heard(16, 16)).toBe(true)
    expect(await heard(null, 16)).toBe(true)
    expect(await heard(14, 16)).toBe(false)
    expect(await heard(16, 14)).toBe(false)
    expect(await heard(16, 14, { state: 'paused' })).toBe(true)
    expect(await heard(16, 16, { hasPhone: false })).toBe(false)
    expect(await heard(16, 16, { account: 'paused' })).toBe(false)
  })
})

test('a reference and an end of a number are found however old, names among the newest lines', async () => {
  const { account } = await desk()
  const named = (payer_name: string, payer_mask: string) => ({ payer_name, payer_mask, state: 'ignored' })
  const row = { ...named('นาย เก่า แก่', '??????4917'), ref: 'OLD-REF-1' }
  const old = await put.line(account.id, row, dayMs)
  const young = await put.line(account.id, named('นาย ใหม่ เอี่ยม', '??????8826'), minuteMs)
  const filter = { accountId: account.outside, scope: 'all' as const }
  const found = async (search: string) => {
    const { records } = await clerk.call('preTransactions.lines', { ...filter, search })
    return records.map(({ id }) => decodeId('statementLine', id))
  }
  const counted = async (search: string) => {
    const { count, isEstimate } = await clerk.call('preTransactions.lineTotals', { ...filter, search })
    return [count, isEstimate]
  }
  expect([await found('นาย'), await found('17')]).toEqual([[young, old], [old]])
  expect(await counted('เก่า')).toEqual([1, false])
  await server.database.plant(
    `insert into statement_lines (bank_account_id, direction, amount_minor, bank_time_precision, received_at,
       source, dedupe_key, chain, state, business_on, value_on, payer_name)
     select $1, 'in', 1, 'none', now(), 'sms', 'many-' || n, 'noBalance', 'ignored', current_date,
            current_date, case when n <= 1200 then 'บริษัท มาก' end from generate_series(1, 20000) n`,
    [account.id],
  )
  expect([await found('OLD-REF-1'), await found('4917')]).toEqual([[old], [old]])
  expect(await found('8826')).toEqual([young])
  expect([await found('เก่า'), await counted('แก่')]).toEqual([[], [0, true]])
  expect(await counted('บริษัท')).toEqual([1000, true])
})
