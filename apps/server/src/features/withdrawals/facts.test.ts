import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createMoneyFactory,
  type FactoryMember,
  type MoneyFactory,
} from '../../testing/world/money-factory.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { withdrawalFacts } from './facts.ts'

// Whatever the checks judge comes from here: each figure counts what lies within its window and nothing else.

let server: TestServer
let factory: MoneyFactory
beforeAll(async () => {
  server = await startTestServer()
  factory = await createMoneyFactory(server)
})
afterAll(() => server.stop())

const [minute, hour, day] = [1, 60, 24 * 60]
const on = '2026-11-20'
const now = new Date('2026-11-20T05:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()

async function factsOf(member: FactoryMember, businessOn = on) {
  const { db, settings } = server.services
  const of = { memberId: member.id, amountMinor: 10_000, businessOn, now: now.toISOString() }
  return withdrawalFacts(db, of, await settings.get(), false)
}

let count = 0
type Row = Readonly<Record<string, string | number | null>>
async function put(table: string, row: Row): Promise<void> {
  const names = Object.keys(row)
  const places = names.map((_, at) => `$${at + 1}`)
  const text = `insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`
  await server.database.plant(text, Object.values(row))
}
const withdrawal = (member: FactoryMember, state: string, minutes: number, more: Row = {}) => {
  const reference = `W${(count += 1)}`
  return put('withdrawals', {
    reference,
    request_key: reference,
    member_id: member.id,
    state,
    amount_minor: 10_000,
    to_bank: 'KBANK',
    to_account_no: '1',
    to_account_name: 'x',
    decision_kind: 'auto',
    band: 'auto',
    sla_ends_at: ago(0),
    requested_at: ago(minutes),
    business_on: '2026-01-01',
    paid_at: state === 'paid' ? ago(minutes) : null,
    ...more,
  })
}
const deposit = (member: FactoryMember, state: string, minutes: number) =>
  put('deposits', {
    reference: `D${(count += 1)}`,
    member_id: member.id,
    state,
    method: 'bank',
    by_kind: 'auto',
    amount_minor: 10_000,
    credited_at: ago(minutes),
    credits: 1,
    business_on: on,
  })
const goodwill = (member: FactoryMember, minutes: number, more: Row = {}) =>
  put('adjustments', {
    reference: `A${(count += 1)}`,
    member_id: member.id,
    kind: 'goodwill',
    amount_minor: 700,
    reason_code: 'x',
    remark_staff: 'x',
    maker_id: crypto.randomUUID(),
    business_on: on,
    created_at: ago(minutes),
    ...more,
  })

test('of what was asked for and paid before', async () => {
  const member = await factory.member()
  const { velocityMinutes } = await server.services.settings.get()
  expect((await factsOf(member)).risk).toMatchObject({ paidCount: 0, averageMinor: null, recentCount: 1 })
  await withdrawal(member, 'paid', 31 * day, { amount_minor: 900_000 })
  await withdrawal(member, 'paid', 30 * day - 1, { amount_minor: 300_000 })
  await withdrawal(member, 'paid', 20 * day, { amount_minor: 100_000 })
  await withdrawal(member, 'rejected', velocityMinutes - minute)
  await withdrawal(member, 'rejected', velocityMinutes + minute)
  await withdrawal(member, 'cancelled', velocityMinutes - minute)
  // The one that is being asked for counts too.
  const past = { paidCount: 3, averageMinor: 200_000, recentCount: 2 }
  expect((await factsOf(member)).risk).toMatchObject(past)
})

test('of windows that begin after their first moment', async () => {
  const member = await factory.member()
  const usual = await server.services.settings.get()
  // Each of its own length, so that none is taken for another.
  const windows = { velocityMinutes: 50, manualCreditHours: 30, handLinkHours: 20 }
  await server.set(windows)
  const { velocityMinutes, manualCreditHours, handLinkHours } = windows
  const ms = 1 / 60_000
  const risk = async () => (await factsOf(member)).risk
  await withdrawal(member, 'paid', 30 * day)
  expect(await risk()).toMatchObject({ averageMinor: null })
  await withdrawal(member, 'paid', 30 * day - ms, { amount_minor: 7_000 })
  expect(await risk()).toMatchObject({ averageMinor: 7_000, recentCount: 1 })
  await withdrawal(member, 'rejected', velocityMinutes)
  expect(await risk()).toMatchObject({ recentCount: 1 })
  await withdrawal(member, 'rejected', velocityMinutes - ms)
  expect(await risk()).toMatchObject({ recentCount: 2 })
  await goodwill(member, manualCreditHours * hour)
  expect(await risk()).toMatchObject({ uncheckedCreditMinor: 0 })
  await goodwill(member, manualCreditHours * hour - ms)
  expect(await risk()).toMatchObject({ uncheckedCreditMinor: 700 })
  // A deposit counts when it came after the last payment was asked for.
  await deposit(member, 'credited', 30 * day - ms)
  expect(await risk()).toMatchObject({ depositsSinceLast: 0 })
  await deposit(member, 'credited', 30 * day - 2 * ms)
  expect(await risk()).toMatchObject({ depositsSinceLast: 1 })
  const other = await factory.member()
  await goodwill(other, handLinkHours * hour)
  expect((await factsOf(other)).risk?.byHand).toBeNull()
  await goodwill(other, handLinkHours * hour - ms)
  expect((await factsOf(other)).risk?.byHand).toMatchObject({ count: 1, kind: 'typed', amountMinor: 700 })
  await server.set(usual)
})

test('of money by hand: how much and how often, by the name of the newest', async () => {
  const member = await factory.member()
  await goodwill(member, 3 * hour, { reference: 'OLD' })
  const lineId = crypto.randomUUID()
  await put('deposits', {
    reference: 'LINKED',
    member_id: member.id,
    state: 'credited',
    method: 'bank',
    by_kind: 'employee',
    amount_minor: 9_000,
    credited_at: ago(hour),
    credits: 1,
    business_on: on,
    statement_line_id: lineId,
  })
  await deposit(member, 'credited', minute)
  expect((await factsOf(member)).risk?.byHand).toEqual({
    count: 2,
    amountMinor: 9_700,
    kind: 'linked',
    reference: 'LINKED',
    lineId: encodeId('statementLine', lineId),
  })
  await goodwill(member, minute, { reference: 'NEW' })
  expect((await factsOf(member)).risk?.byHand).toMatchObject({
    count: 3,
    kind: 'typed',
    reference: 'NEW',
    lineId: null,
  })
})

test('of the member: their limits before the brand’s, and the account in use alone', async () => {
  const member = await factory.member()
  const { withdrawalMinMinor, withdrawalMaxMinor, withdrawalDayMinor, withdrawalDayCount } =
    await server.services.settings.get()
  expect(await factsOf(member)).toMatchObject({
    minMinor: withdrawalMinMinor,
    maxMinor: withdrawalMaxMinor,
    dayMaxMinor: withdrawalDayMinor,
    dayCountMax: withdrawalDayCount,
    accountAgeHours: null,
    cashMinor: 0,
    statementMinor: null,
    account: { bank: 'KBANK', accountNo: member.accountNo },
    hasOpenWithdrawal: false,
  })
  await server.database.plant(
    `update members set withdrawal_min_minor = 1, withdrawal_max_minor = 2, withdrawal_day_minor = 3,
       withdrawal_day_count = 4, account_changed_at = $2, is_auto_withdraw = false where id = $1`,
    [member.id, ago(90)],
  )
  await server.database.plant(
    `insert into member_bank_accounts (member_id, bank, account_no, account_name, state)
     values ($1, 'SCB', '5555555555', 'x', 'alias')`,
    [member.id],
  )
  expect(await factsOf(member)).toMatchObject({
    minMinor: 1,
    maxMinor: 2,
    dayMaxMinor: 3,
    dayCountMax: 4,
    accountAgeHours: 1.5,
    isAutoWithdraw: false,
    account: { bank: 'KBANK', accountNo: member.accountNo },
  })
  await server.database.plant(`update member_bank_accounts set state = 'alias' where member_id = $1`, [
    member.id,
  ])
  expect((await factsOf(member)).account).toBeNull()
  for (const state of ['review', 'approved', 'sending', 'failed', 'unknown'])
    expect([state, await opened(state)]).toEqual([state, true])
  for (const state of ['paid', 'rejected', 'cancelled'])
    expect([state, await opened(state)]).toEqual([state, false])
})
const opened = async (state: string) => {
  const member = await factory.member()
  await withdrawal(member, state, hour, { band: null, decision_kind: 'member' })
  return (await factsOf(member)).hasOpenWithdrawal
}

test('of a risk that cannot be read: nothing, and the transaction goes on', async () => {
  const member = await factory.member()
  const { db, settings } = server.services
  const of = { memberId: member.id, amountMinor: 1, businessOn: on, now: now.toISOString() }
  await server.database.plant('alter table blacklist rename to blacklist_gone')
  const facts = await db.transaction().execute(async (tx) => {
    const read = await withdrawalFacts(tx, of, await settings.get(), true)
    await tx.selectFrom('members').select('id').execute()
    return read
  })
  expect([facts.risk, (await factsOf(member)).risk]).toEqual([null, null])
  await server.database.plant('alter table blacklist_gone rename to blacklist')
  expect((await factsOf(member)).risk).not.toBeNull()
})

test('of the business date, with what is under way', async () => {
  const member = await factory.member()
  await withdrawal(member, 'paid', hour, { business_on: on, amount_minor: 40_000 })
  for (const state of ['rejected', 'cancelled']) await withdrawal(member, state, hour, { business_on: on })
  await withdrawal(member, 'paid', 25 * hour, { business_on: '2026-11-19' })
  expect(await factsOf(member)).toMatchObject({ dayMinor: 40_000, dayCount: 1, hasOpenWithdrawal: false })
  await withdrawal(member, 'unknown', hour, { business_on: on, amount_minor: 5_000 })
  expect(await factsOf(member)).toMatchObject({ dayMinor: 45_000, dayCount: 2, hasOpenWithdrawal: true })
  expect(await factsOf(member, '2026-11-21')).toMatchObject({ dayMinor: 0, dayCount: 0 })
})

test('of deposits since the last payment, and of credit that one person alone typed', async () => {
  const member = await factory.member()
  const { manualCreditHours } = await server.services.settings.get()
  await deposit(member, 'credited', 5 * hour)
  expect((await factsOf(member)).risk).toMatchObject({ depositsSinceLast: 1, uncheckedCreditMinor: 0 })
  await withdrawal(member, 'paid', 4 * hour)
  await withdrawal(member, 'rejected', hour)
  expect((await factsOf(member)).risk).toMatchObject({ depositsSinceLast: 0 })
  await deposit(member, 'credited', 3 * hour)
  await deposit(member, 'reversed', 3 * hour)
  await goodwill(member, manualCreditHours * hour - minute)
  await goodwill(member, manualCreditHours * hour + minute)
  await goodwill(member, hour, { checker_id: crypto.randomUUID() })
  await goodwill(await factory.member(), hour)
  expect((await factsOf(member)).risk).toMatchObject({ depositsSinceLast: 1, uncheckedCreditMinor: 700 })
})

test('of who gave a member money alone: while it stands, is young, and nobody else looked', async () => {
  const [giver, other] = [await server.person(), await server.person()]
  const { handLinkHours } = await server.services.settings.get()
  const real = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const [young, old] = [handLinkHours * hour - 2 * minute, handLinkHours * hour + 2 * minute]
  const gave = async (make: (of: FactoryMember) => Promise<void>) => {
    const member = await factory.member()
    await make(member)
    const asked = 'select gave_alone(id, $1) as gave from unnest($2::uuid[]) as p (id)'
    const people = [giver.id, other.id]
    return (await factory.query<{ gave: boolean }>(asked, [member.id, people])).map((row) => row.gave)
  }
  const typed = (minutes: number, more: Row = {}) =>
    gave((of) => goodwill(of, 0, { maker_id: giver.id, created_at: real(minutes), ...more }))
  const linked = (minutes: number, more: Row = {}) =>
    gave(({ id }) =>
      put('hand_links', {
        deposit_id: crypto.randomUUID(),
        statement_line_id: crypto.randomUUID(),
        employee_id: giver.id,
        member_id: id,
        amount_minor: 1,
        score: 0,
        reasons: '{}',
        business_on: on,
        linked_at: real(minutes),
        ...more,
      }),
    )
  const approval = crypto.randomUUID()
  const undone = { reversed_at: real(0), reversal_approval_id: approval }
  expect(await typed(young)).toEqual([true, false])
  expect(await linked(young)).toEqual([true, false])
  for (const gone of [
    await typed(old),
    await typed(young, { approval_id: approval }),
    await typed(young, undone),
    await linked(old),
    await linked(young, { approval_id: approval }),
    await linked(young, { undone_at: real(0) }),
  ])
    expect(gone).toEqual([false, false])
})

test('of other members who are alike, each counted once', async () => {
  const [member, twin, namesake] = [
    await factory.member({ firstName: 'เอก', lastName: 'ทวี' }),
    await factory.member(),
    await factory.member({ firstName: 'เอก', lastName: 'ทวี' }),
  ]
  expect((await factsOf(twin)).risk).toMatchObject({ sharedMembers: 0, sharedBy: '' })
  const same = `update members set device_hash = 'd', register_address = '198.51.100.7' where id = $1`
  for (const { id } of [member, twin]) await server.database.plant(same, [id])
  expect((await factsOf(member)).risk).toMatchObject({ sharedMembers: 2, sharedBy: 'address,device,name' })
  expect((await factsOf(namesake)).risk).toMatchObject({ sharedMembers: 1, sharedBy: 'name' })
})

test.each([
  'phone',
  'bankAccount',
  'account of the bank',
  'device',
  'name',
  'holder',
  'holder at the bank',
])('of the blacklist by %s, until the entry is taken off', async (by) => {
  const phone = `+6681${String((count += 1)).padStart(7, '0')}`
  const name = { firstName: 'ดำ', lastName: `ที่${count}` }
  const member = await factory.member({ phone, ...name })
  await server.database.plant('update members set device_hash = $2 where id = $1', [member.id, phone])
  // The account is in other words than the member is registered by.
  await server.database.plant('update member_bank_accounts set account_name = $2 where member_id = $1', [
    member.id,
    `ผู้ถือ ${count}`,
  ])
  const kind =
    { 'account of the bank': 'bankAccount', holder: 'name', 'holder at the bank': 'nameBank' }[by] ?? by
  const value = {
    phone,
    device: phone,
    name: `${name.firstName} ${name.lastName}`,
    bankAccount: member.accountNo,
    'account of the bank': `KBANK:${member.accountNo}`,
    holder: `ผู้ถือ ${count}`,
    'holder at the bank': `KBANK:ผู้ถือ ${count}`,
  }[by]
  await put('blacklist', { kind, value: value ?? '', source: 'own', reason: 'x' })
  expect((await factsOf(member)).risk?.blacklistedBy).toBe(kind === 'nameBank' ? 'name' : kind)
  await server.database.plant('update blacklist set removed_at = now() where value = $1', [value])
  expect((await factsOf(member)).risk?.blacklistedBy).toBeNull()
})
