import { CallError } from '@khlang/contract/derived/client.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessOn, instantsOf } from '../../platform/business-day.ts'
import { addMember, fund, inDatabase, openBook } from '../../testing/world/members.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { clearAlarm, isAlarmOpen, raiseAlarm } from '../../platform/db/alarms.ts'
import { findActor } from '../../platform/people/sessions.ts'
import { refreshMemberFacts } from '../members/jobs.ts'
import { registeredOn } from './day-figures.ts'

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
    select 'D' || i, $1, state, 'bank', 500,
           case state when 'credited' then 1000 * i when 'pending' then 650 end, case when i = 5
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
  insert into alarms (code, entity, entity_id) values ('chainBroken', 'bankAccount', 'oba_x');
  insert into bank_messages (device_id, external_id, source, sender, raw_text, sent_at, state, dismissed_at)
    select uuidv7(), 'm' || i, 'sms', 'x', 'x', now(), state, case when i = 3 then now() end
      from unnest(array['parseFailed', 'read', 'senderUnknown']) with ordinality s (state, i);`

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
    expect(now.waitingDeposits).toMatchObject({ count: 2, amountMinor: 1150 })
    expect(now.waitingWithdrawals).toMatchObject({ count: 1, amountMinor: 100 })
    expect(now.unmatchedLines).toMatchObject({ count: 3, amountMinor: 600 })
    expect(now.unreadMessages).toBe(1)
    expect(now.businessOn).toBe(today)
    expect(now.alarms.map((alarm) => alarm.code)).toEqual(['chainBroken'])
  })

  test('numbers of the menu are those of the lists behind it; null where one may not look', async () => {
    const manager = await server.person({
      permissions: {
        ...permissions,
        memberManagement: ['isRead', 'isUpdate'],
        pretransactionRequest: ['isRead', 'isUpdate'],
        pretransactionReconcileWithdraw: ['isUpdate'],
      },
    })
    const { tabs } = await manager.call('preTransactions.queueTotals', { tab: 'waiting' })
    const { records } = await manager.call('preTransactions.requests', { size: 100 })
    const lines = await manager.call('preTransactions.lineTotals', { scope: 'open' })
    expect([tabs['waiting'], records.length, lines.count]).toEqual([3, 2, 3])
    expect(await manager.call('dashboard.menu', {})).toEqual({
      queue: 3,
      requests: 2,
      openLines: 3,
      accountChanges: 0,
    })
    const nothing = { queue: null, requests: null, openLines: null, accountChanges: null }
    expect(await (await server.person({ permissions: {} })).call('dashboard.menu', {})).toEqual(nothing)
    const reads = [
      ['pretransactionDepositWithdraw', { queue: 3 }],
      ['pretransactionRequest', { requests: 2 }],
      ['pretransactionNotMatch', { openLines: 3 }],
      ['memberManagement', {}],
    ] as const
    for (const [resource, seen] of reads) {
      const one = await server.person({ permissions: { [resource]: ['isRead', 'isUpdate'] } })
      expect(await one.call('dashboard.menu', {})).toEqual({ ...nothing, ...seen })
    }
    const seller = await server.person({ permissions, type: 'seller' })
    expect(await seller.call('dashboard.menu', {})).toEqual({ ...nothing, queue: 0 })
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
    // What is owed is shown to who reads either report of it.
    const agents = await server.person({ permissions: { dashboard: ['isRead'], agentReport: ['isRead'] } })
    expect(await agents.call('dashboard.now', {})).toMatchObject({
      memberLiabilityMinor: 7000,
      accounts: null,
      coverBps: null,
    })
    const seller = await server.person({ permissions, type: 'seller', abilities: { seeOwnBalances: true } })
    const own = await seller.call('dashboard.now', {})
    expect(own).toMatchObject({
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
    // Two days asked for at the same moment, by however many, are two answers.
    const asked = Array.from({ length: 12 }, (_, at) => addDays(today, at % 2))
    const answers = await Promise.all(asked.map((on) => owner.call('dashboard.day', { on })))
    expect(answers.map(({ deposits }) => deposits.count)).toEqual(asked.map((on) => (on === today ? 3 : 0)))
    const [again, next] = answers
    expect(again).toEqual(day)
    expect(next).toMatchObject({
      deposits: { count: 0, amountMinor: 0 },
      before: { deposits: { count: 3, amountMinor: 12_000 }, netMinor: 11_500, registered: 2 },
    })
    const members = await owner.call('members.totals', { registeredFrom: today, registeredTo: today })
    expect(members.count).toBe(day.registered)
  })
})

describe('what a seller reads of their own members', () => {
  const own = async (reference: string) => {
    const seller = await server.person({ permissions, type: 'seller' })
    await inDatabase(
      server.database.adminUrl,
      `set session_replication_role = replica; update members set seller_id = null;
       update members set seller_id = '${seller.id}' where id = (select member_id from ${
         reference.startsWith('D') ? 'deposits' : 'withdrawals'
       } where reference = '${reference}')`,
    )
    return [await seller.call('dashboard.now', {}), await seller.call('dashboard.day', {})] as const
  }
  const none = { count: 0, amountMinor: 0 }

  test('is what the brand reads of them', async () => {
    const [brandNow, brandDay] = [
      await owner.call('dashboard.now', {}),
      await owner.call('dashboard.day', {}),
    ]
    const [now, day] = await own('D1')
    const { waitingDeposits, waitingWithdrawals } = brandNow
    expect(waitingDeposits.oldestAt).not.toBeNull()
    expect(now).toMatchObject({ waitingDeposits, waitingWithdrawals, alarms: [], unreadMessages: 0 })
    expect(now.unmatchedLines).toEqual({ ...none, oldestAt: null })
    const { deposits, autoCredited, manualCredited, firstDeposits, autoMatchBps } = brandDay
    expect(day).toMatchObject({ deposits, autoCredited, manualCredited, firstDeposits, autoMatchBps })
    expect(day).toMatchObject({ withdrawals: none, netMinor: 12_000, registered: 1 })
    expect(day.hours.map(({ depositMinor }) => depositMinor)).toEqual(
      brandDay.hours.map(({ depositMinor }) => depositMinor),
    )
  })

  test('is nothing of others', async () => {
    const [now, day] = await own('W2')
    expect(now).toMatchObject({ waitingDeposits: none, waitingWithdrawals: none })
    expect(day).toMatchObject({
      deposits: none,
      withdrawals: { count: 2, amountMinor: 500 },
      firstDeposits: none,
      netMinor: -500,
      autoMatchBps: null,
      medianWithdrawalSeconds: 1500,
      registered: 1,
      before: { deposits: none, withdrawals: none, netMinor: 0, registered: 0 },
    })
    expect(day.hours[1]).toEqual({ hour: 1, depositMinor: 0, withdrawalMinor: 500 })
  })
})

test('what waits begins with the oldest of those that wait, and no other', async () => {
  // Each has one of its own state that came later.
  const later = [
    ['deposits', `reference = 'D1'`, `'reference', 'D8', 'created_at', now()`],
    ['withdrawals', `reference = 'W1'`, `'reference', 'W8', 'requested_at', now(), 'member_id', uuidv7()`],
    ['statement_lines', `state = 'unmatched'`, `'dedupe_key', 'k8', 'received_at', now()`],
  ]
  for (const [table, of, change] of later)
    await inDatabase(
      server.database.adminUrl,
      `set session_replication_role = replica; insert into ${table} select (jsonb_populate_record(t,
         jsonb_build_object('id', uuidv7(), 'request_key', 'later', ${change}))).* from ${table} t
           where ${of}`,
    )
  const now = await owner.call('dashboard.now', {})
  const { rows } = await inDatabase(
    server.database.adminUrl,
    `select min(received_at) filter (where state = 'unmatched') as line,
       (select created_at from deposits where reference = 'D1') as deposit,
       (select requested_at from withdrawals where reference = 'W1') as withdrawal from statement_lines`,
  )
  const { line, deposit, withdrawal } = rows[0] as Record<string, Date>
  const ms = (at: string | null) => Date.parse(at ?? '')
  expect(ms(now.unmatchedLines.oldestAt)).toBe(line?.getTime())
  expect(ms(now.waitingDeposits.oldestAt)).toBe(deposit?.getTime())
  expect(ms(now.waitingWithdrawals.oldestAt)).toBe(withdrawal?.getTime())
})

test('a day has its money in the hours of Bangkok, and the middle of all its waits', async () => {
  const on = '2026-01-10'
  // Each by its hour in Bangkok, how long it took, and how much.
  const paid = [
    ['00:00:00', 10, 100],
    ['00:59:59', 10, 20],
    ['17:00:00', 20, 3],
    ['23:59:59', 30, 4],
  ] as const
  for (const [n, [time, seconds, minor]] of paid.entries())
    await inDatabase(
      server.database.adminUrl,
      `set session_replication_role = replica;
       insert into withdrawals (reference, member_id, request_key, state, amount_minor, to_bank,
         to_account_no, to_account_name, sla_ends_at, requested_at, paid_at, business_on, decision_kind, band)
       select 'H${n}', member_id, 'h${n}', 'paid', ${minor}, 'KBANK', '1', 'x', now(),
         '${on}T${time}+07:00'::timestamptz - interval '${seconds} seconds', '${on}T${time}+07:00', '${on}',
         'auto', 'auto' from deposits where reference = 'D1'`,
    )
  const day = await owner.call('dashboard.day', { on })
  expect(day).toMatchObject({ withdrawals: { count: 4, amountMinor: 127 }, medianWithdrawalSeconds: 15 })
  const busy = day.hours.filter(({ withdrawalMinor }) => withdrawalMinor > 0)
  expect(busy).toEqual([
    { hour: 0, depositMinor: 0, withdrawalMinor: 120 },
    { hour: 17, depositMinor: 0, withdrawalMinor: 3 },
    { hour: 23, depositMinor: 0, withdrawalMinor: 4 },
  ])
})

test.each([
  { dayCutOffMinutes: 660, last: '03:59:59.999', first: '04:00:00' },
  { dayCutOffMinutes: 690, last: '04:29:59.999', first: '04:30:00' },
  { dayCutOffMinutes: 0, last: '16:59:59.999', first: '17:00:00' },
])('members count on the day in which they came, begun at $dayCutOffMinutes', async (cut) => {
  const { db, settings } = server.services
  const actor = await findActor(db, owner.token, { address: '127.0.0.1', device: 'test' })
  if (!actor) throw new Error('nobody')
  const of = { actor, settings: { ...(await settings.get()), dayCutOffMinutes: cut.dayCutOffMinutes } }
  const days = cut.dayCutOffMinutes === 0 ? ['02', '03', '04'] : ['01', '02', '03']
  const counts = () => Promise.all(days.map((on) => registeredOn(db, { ...of, on: `2026-01-${on}` })))
  const came = (at: string) =>
    inDatabase(
      server.database.adminUrl,
      `set session_replication_role = replica; update members set created_at = '${at}'
        where id = (select member_id from deposits where reference = 'D1')`,
    )
  const said: string[] = []
  for (const at of [cut.last, cut.first].flatMap((time) => [
    `2026-01-02T${time}Z`,
    `2026-01-03T${time}Z`,
  ])) {
    await came(at)
    said.push((await counts()).join(' '))
  }
  expect(said).toEqual(['1 0 0', '0 1 0', '0 1 0', '0 0 1'])
})

test('what we hold covers what we owe, in whole points, where there is something to cover', async () => {
  const owed = (minor: number) =>
    inDatabase(
      server.database.adminUrl,
      `set session_replication_role = replica; delete from holds; update member_sums set balance_minor = 0;
       insert into holds (account_id, source_id, amount_minor, state, settled_at)
         values (1, 'w1', 40, 'posted', now()), (1, 'w2', 70, 'voided', now());
       update member_sums set balance_minor = ${minor} where ctid = (select min(ctid) from member_sums)`,
    )
  const cover = async () => (await owner.call('dashboard.now', {})).coverBps
  const said: (number | null)[] = []
  for (const minor of [10_499, 7_000, 0]) {
    await owed(minor)
    said.push(await cover())
  }
  expect(said).toEqual([6667, 10_000, null])
  // Cash that is held for a withdrawal is owed too.
  await inDatabase(
    server.database.adminUrl,
    `set session_replication_role = replica; insert into holds (account_id, source_id, amount_minor)
       values (1, 'w3', 500)`,
  )
  expect((await owner.call('dashboard.now', {})).memberLiabilityMinor).toBe(500)
})

describe('an alarm', () => {
  const reason = 'ดูแล้ว ไม่มีอะไร'
  const acknowledge = (person: Person, alarmId: string) =>
    person.call('dashboard.acknowledgeAlarm', { alarmId, reason }).then(
      () => 'done',
      (error: unknown) => (error instanceof CallError ? error.code : String(error)),
    )

  test('is ended by a person who looked into it, with their reason, once; a reader cannot', async () => {
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
      `select actor_id, entity_id, reason, detail from activity_log where action = 'acknowledged'`,
    )
    const detail = { code: 'chainBroken', about: 'oba_x' }
    expect(log.rows).toEqual([{ actor_id: desk.id, entity_id: id, reason, detail }])
  })

  test('names the account of ours that it is about: its own, its line’s, message’s or payout’s', async () => {
    await inDatabase(
      server.database.adminUrl,
      `set session_replication_role = replica;
       update bank_messages set bank_account_id = '${bank}' where external_id = 'm2';
       update withdrawals set bank_account_id = '${bank}' where reference = 'W2';
       set session_replication_role = origin;
       insert into alarms (code, entity, entity_id)
         select 'named' || n, entity, entity_id from (values
           (1, 'bankAccount', outside_id('oba', '${bank}')),
           (2, 'statementLine', (select outside_id('stl', id) from statement_lines limit 1)),
           (3, 'message', (select outside_id('msg', id) from bank_messages where external_id = 'm2')),
           (4, 'withdrawal', (select outside_id('wdr', id) from withdrawals where reference = 'W2')),
           (5, 'withdrawal', (select outside_id('wdr', id) from withdrawals where reference = 'W3')),
           (6, 'bankAccount', 'oba_x')) v (n, entity, entity_id) order by n`,
    )
    const { records } = await owner.call('dashboard.alarms', {})
    const id = encodeId('bankAccount', bank)
    const named = { id, bank: 'KBANK', label: 'Main', accountNoMasked: 'xxxxxx3334' }
    const told = records.filter(({ code }) => code.startsWith('named'))
    expect(told.map(({ account }) => account)).toEqual([named, named, named, named, null, null])
    await inDatabase(server.database.adminUrl, `update alarms set cleared_at = now()`)
  })

  test('of the payout circuit breaker is not one person’s to end', async () => {
    const desk = await server.person({ isAdmin: true })
    await inDatabase(
      server.database.adminUrl,
      `insert into alarms (code, entity, entity_id) values ('payoutFuse', 'brand', 'brand')`,
    )
    const [breaker] = (await desk.call('dashboard.alarms', {})).records
    expect(await acknowledge(desk, breaker?.id ?? '')).toBe('stateRefused')
    const other = await server.person({ isAdmin: true, hasStepUp: true })
    const asked = async (person: Person) => {
      const { records } = await person.call('dashboard.alarms', {})
      expect(records).toHaveLength(1)
      const [{ askedBy, isAskedByMe, approvalId, endedBy } = expect.unreachable('no alarm')] = records
      expect(endedBy).toBe('resumePayouts')
      return [askedBy, isAskedByMe, approvalId]
    }
    const nobody = [null, false, null]
    expect(await asked(desk)).toEqual(nobody)
    const ask = async () => {
      const once = { idempotencyKey: crypto.randomUUID() }
      const answer = await other.call('dashboard.resumePayouts', { reason }, once)
      expect(answer).toEqual({ state: 'waiting', approvalId: expect.any(String) })
      const own = await other.call('approvals.list', { scope: 'own' })
      return own.records[0]?.id ?? ''
    }
    // One that was taken back waits for nobody, nor does one whose time is over.
    const first = await ask()
    expect(await asked(other)).toEqual([other.username, true, first])
    await other.call('approvals.cancel', { id: first })
    expect(await asked(other)).toEqual(nobody)
    const second = await ask()
    expect(await asked(desk)).toEqual([other.username, false, second])
    await server.database.plant(`update approvals set expires_at = now() where state = 'pending'`)
    expect(await asked(desk)).toEqual(nobody)
  })

  test('is one per code and thing while it is open; the end of one is the end of no other', async () => {
    const { db } = server.services
    await inDatabase(server.database.adminUrl, 'set session_replication_role = replica; delete from alarms')
    const of = (code: string, entityId: string, detail?: object) => ({
      code,
      entity: 'withdrawal',
      entityId,
      ...(detail ? { detail } : {}),
    })
    const rows = async () =>
      (
        await inDatabase(
          server.database.adminUrl,
          `select concat_ws(' ', code, entity_id, detail, cleared_at is null) as row from alarms order by id`,
        )
      ).rows.map((found: unknown) => (found as { row: string }).row)
    await raiseAlarm(db, of('one', 'a', { first: true }))
    for (const again of [of('one', 'a'), of('one', 'b'), of('two', 'a')]) await raiseAlarm(db, again)
    const open = ['one a {"first": true} t', 'one b {} t', 'two a {} t']
    expect(await rows()).toEqual(open)
    expect([await isAlarmOpen(db, 'one'), await isAlarmOpen(db, 'three')]).toEqual([true, false])
    await clearAlarm(db, 'three', 'a')
    expect(await rows()).toEqual(open)
    await clearAlarm(db, 'one', 'a')
    expect(await rows()).toEqual(['one a {"first": true} f', ...open.slice(1)])
    expect(await isAlarmOpen(db, 'one')).toBe(true)
    const first = await inDatabase(
      server.database.adminUrl,
      `select cleared_at from alarms where cleared_at is not null`,
    )
    await clearAlarm(db, 'one', 'b')
    await clearAlarm(db, 'one', 'a')
    expect(await isAlarmOpen(db, 'one')).toBe(false)
    const { rows: ends } = await inDatabase(
      server.database.adminUrl,
      `select cleared_at from alarms where code = 'one' and entity_id = 'a'`,
    )
    expect(ends).toEqual(first.rows)
    // It may come again, as another one.
    await raiseAlarm(db, of('one', 'a'))
    expect((await rows()).filter((row) => row.startsWith('one a'))).toEqual([
      'one a {"first": true} f',
      'one a {} t',
    ])
    const { records } = await owner.call('dashboard.alarms', {})
    expect(records.map(({ code, entityId }) => `${code} ${entityId}`)).toEqual(['two a', 'one a'])
    const { alarms } = await owner.call('dashboard.now', {})
    expect(alarms.map(({ code, entityId }) => `${code} ${entityId}`)).toEqual(['two a', 'one a'])
    const desk = await server.person({
      permissions: { ...permissions, pretransactionDepositWithdraw: ['isRead', 'isUpdate'] },
    })
    expect(await acknowledge(desk, records[0]?.id ?? '')).toBe('done')
    expect((await owner.call('dashboard.alarms', {})).records.map(({ code }) => code)).toEqual(['one'])
  })

  test('is not for sellers', async () => {
    const seller = await server.person({ type: 'seller', permissions })
    await expect(seller.call('dashboard.alarms', {})).rejects.toMatchObject({ code: 'forbidden' })
  })
})
