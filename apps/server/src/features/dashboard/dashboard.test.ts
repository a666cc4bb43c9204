import { CallError } from '@khlang/contract/client.ts'
import { encodeId } from '@khlang/contract/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessOn, instantsOf } from '../../platform/business-day.ts'
import { addMember, fund, inDatabase, openBook } from '../../testing/members.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { refreshMemberFacts } from '../members/jobs.ts'

let server: TestServer
let owner: Person
const bank = '00000000-0000-7000-8000-000000000001'
const permissions = {
  dashboard: ['isRead'],
  memberManagement: ['isRead', 'isCreate'],
  reconcile: ['isRead'],
  pretransactionDepositWithdraw: ['isRead'],
  pretransactionNotMatch: ['isRead'],
} as const

const planted = `
  insert into bank_accounts (id, bank, account_no, account_name, label, role, anchor_balance_minor)
    values ('${bank}', 'KBANK', '1112223334', 'Company', 'Main', 'deposit', 0);
  insert into statement_lines (bank_account_id, direction, amount_minor, bank_time_precision, received_at,
    source, dedupe_key,
      chain, state, business_on, value_on)
    select '${bank}', 'in', 100 * i, 'none', now() - i * interval '1 minute', 'sms', 'k' || i, 'linked',
      state, current_date, current_date
      from unnest(array['waiting','suggested','unmatched','autoMatched','ignored','duplicate']) with
        ordinality s (state, i);
  insert into deposits (reference, member_id, state, method, amount_requested_minor, amount_minor, by_kind,
    credited_at, business_on, created_at)
    select 'D' || i, $1, state, 'bank', 500, case when state = 'credited' then 1000 * i end, case when i = 5
      then 'employee' else 'auto' end,
           case when state = 'credited' then $3::timestamptz + i * interval '1 minute' end, $2::date,
             $3::timestamptz
      from unnest(array['created','pending','credited','credited','credited','rejected']) with ordinality s
        (state, i);
  insert into withdrawals (reference, member_id, request_key, state, amount_minor, to_bank, to_account_no,
    to_account_name,
      sla_ends_at, requested_at, paid_at, business_on,
      decision_kind, band)
    select 'W' || i, case when i = 1 then $1 else $4 end::uuid, 'r' || i, state, 100 * i, 'KBANK', '1', 'x',
      now(),
           $3::timestamptz, case when state = 'paid' then $3::timestamptz + i * interval '10 minutes' end,
             $2::date,
           case when state <> 'review' then 'auto' end, 'auto'
      from unnest(array['review','paid','paid','rejected']) with ordinality s (state, i);
  insert into deposits (reference, member_id, state, method, amount_minor, by_kind, credited_at, business_on)
    values ('D9', $1, 'reversed', 'bank', 900, 'auto', $3::timestamptz - interval '1 day', $2::date - 1);
  insert into alarms (code, entity, entity_id) values ('chainBroken', 'bankAccount', 'oba_x');`

let today: string
beforeAll(async () => {
  server = await startTestServer()
  await openBook(server)
  owner = await server.person({ permissions, abilities: { seeOwnBalances: true } })
  today = businessOn({ dayCutOffMinutes: 0 }, Date.now())
  const [one, two] = [await addMember(owner), await addMember(owner)]
  const { from } = instantsOf({ dayCutOffMinutes: 0 }, today)
  const at = new Date(Date.parse(from) + 3_600_000).toISOString()
  let text = planted
  for (const [name, value] of [
    ['$1', one.uuid],
    ['$2', today],
    ['$3', at],
    ['$4', two.uuid],
  ] as const) {
    text = text.replaceAll(name, `'${value}'`)
  }
  await inDatabase(server.database.adminUrl, `set session_replication_role = replica; ${text}`)
  await fund(server, one.id, 7000, today)
  await refreshMemberFacts(server.services.db)
})
afterAll(() => server.stop())

describe('the dashboard', () => {
  test('counts what waits by the same conditions as the lists it opens', async () => {
    const now = await owner.call('dashboard.now', {})
    expect(now.waitingDeposits).toMatchObject({ count: 2, amountMinor: 1000 })
    expect(now.waitingWithdrawals).toMatchObject({ count: 1, amountMinor: 100 })
    expect(now.unmatchedLines).toMatchObject({ count: 3, amountMinor: 600 })
    expect(now.businessOn).toBe(today)
    expect(now.alarms.map((alarm) => alarm.code)).toEqual(['chainBroken'])
  })

  test('shows own balances and what is owed only with the rights to them', async () => {
    const now = await owner.call('dashboard.now', {})
    expect(now.accounts).toMatchObject([{ label: 'Main', balanceMinor: 7000 }])
    expect([now.ownMinor, now.memberLiabilityMinor, now.coverBps]).toEqual([7000, 7000, 10_000])
    const clerk = await server.person({ permissions: { dashboard: ['isRead'] } })
    const less = await clerk.call('dashboard.now', {})
    expect([less.accounts, less.ownMinor, less.memberLiabilityMinor, less.coverBps]).toEqual([
      null,
      null,
      null,
      null,
    ])
    const seller = await server.person({ permissions, type: 'seller', abilities: { seeOwnBalances: true } })
    const his = await seller.call('dashboard.now', {})
    expect(his).toMatchObject({
      accounts: null,
      memberLiabilityMinor: null,
      unmatchedLines: { count: 0 },
      waitingDeposits: { count: 0 },
    })
  })

  test('sums a business day, beside the day before', async () => {
    const day = await owner.call('dashboard.day', {})
    expect(day).toMatchObject({
      businessOn: today,
      deposits: { count: 3, amountMinor: 12_000 },
      withdrawals: { count: 2, amountMinor: 500 },
      netMinor: 11_500,
      autoCredited: { count: 2, amountMinor: 7000 },
      manualCredited: { count: 1, amountMinor: 5000 },
      firstDeposits: { count: 1, amountMinor: 3000 },
      registered: 2,
      autoMatchBps: 6667,
      medianCreditSeconds: null,
      medianWithdrawalSeconds: 1500,
      before: { deposits: { count: 0, amountMinor: 0 }, registered: 0 },
    })
    expect(day.hours).toHaveLength(24)
    expect(day.hours[1]).toEqual({ hour: 1, depositMinor: 12_000, withdrawalMinor: 500 })
    const next = await owner.call('dashboard.day', { on: addDays(today, 1) })
    expect(next).toMatchObject({
      deposits: { count: 0, amountMinor: 0 },
      before: { deposits: { count: 3, amountMinor: 12_000 }, netMinor: 11_500, registered: 2 },
    })
    const members = await owner.call('members.totals', { registeredFrom: today, registeredTo: today })
    expect(members.count).toBe(day.registered)
  })
})

describe('an alarm', () => {
  const reason = 'ดูแล้ว ไม่มีอะไร'
  const acknowledge = (person: Person, alarmId: string) =>
    person.call('dashboard.acknowledgeAlarm', { alarmId, reason }).then(
      () => 'done',
      (error: unknown) => (error instanceof CallError ? error.code : String(error)),
    )

  test('is ended by a person who looked into it, with his reason, once; a reader cannot', async () => {
    const change = { ...permissions, pretransactionDepositWithdraw: ['isRead', 'isUpdate'] } as const
    const desk = await server.person({ permissions: change })
    const { records } = await owner.call('dashboard.alarms', {})
    expect(records).toEqual([
      expect.objectContaining({ code: 'chainBroken', entityId: 'oba_x', endedBy: 'acknowledge' }),
    ])
    const id = records[0]?.id ?? ''
    expect(await acknowledge(owner, id)).toBe('forbidden')
    expect(await acknowledge(desk, id)).toBe('done')
    expect(await acknowledge(desk, id)).toBe('alreadyHandled')
    expect((await owner.call('dashboard.alarms', {})).records).toEqual([])
    expect((await owner.call('dashboard.now', {})).alarms).toEqual([])
    const log = await inDatabase(
      server.database.adminUrl,
      `select actor_id, reason, detail ->> 'code' as code from activity_log where action = 'acknowledged'`,
    )
    expect(log.rows).toEqual([{ actor_id: desk.id, reason, code: 'chainBroken' }])
  })

  test('names the account of ours that it is about, by its own id and by that of a line', async () => {
    const { rows } = await inDatabase(
      server.database.adminUrl,
      `select l.id as line, a.id as account from statement_lines l join bank_accounts a
         on a.id = l.bank_account_id limit 1`,
    )
    const { line, account } = rows[0] as { line: string; account: string }
    const about = [encodeId('bankAccount', account), encodeId('statementLine', line), 'oba_x']
    await inDatabase(
      server.database.adminUrl,
      `insert into alarms (code, entity, entity_id) values ('bank.chainGap', 'bankAccount', '${about[0]}'),
         ('bank.outgoingUnknown', 'statementLine', '${about[1]}'), ('bank.silent', 'bankAccount', 'oba_x')`,
    )
    const { records } = await owner.call('dashboard.alarms', {})
    const named = { id: about[0], bank: 'KBANK', label: 'Main', accountNoMasked: 'xxxxxx3334' }
    const accountOf = (id = '') => records.find((row) => row.entityId === id)?.account
    expect(about.map(accountOf)).toEqual([named, named, null])
    await inDatabase(server.database.adminUrl, `update alarms set cleared_at = now()`)
  })

  test('of the payout fuse is not one person’s to end', async () => {
    const desk = await server.person({ isAdmin: true })
    await inDatabase(
      server.database.adminUrl,
      `insert into alarms (code, entity, entity_id) values ('payoutFuse', 'brand', 'brand')`,
    )
    const [fuse] = (await desk.call('dashboard.alarms', {})).records
    expect(await acknowledge(desk, fuse?.id ?? '')).toBe('stateRefused')
    expect((await desk.call('dashboard.alarms', {})).records).toHaveLength(1)
  })

  test('is not for sellers', async () => {
    const seller = await server.person({ type: 'seller', permissions })
    await expect(seller.call('dashboard.alarms', {})).rejects.toMatchObject({ code: 'forbidden' })
  })
})
