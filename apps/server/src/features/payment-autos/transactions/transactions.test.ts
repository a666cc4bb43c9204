import { CallError } from '@khlang/contract/derived/client.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankPhone } from '../../../testing/bank-phone.ts'
import { createMoneyFactory, type MoneyFactory } from '../../../testing/world/money-factory.ts'
import { startTestServer, type Person, type TestServer } from '../../../testing/server.ts'

let server: TestServer
let make: MoneyFactory
let owner: Person
/** Reads accounts, and not what lies on them. */
let clerk: Person
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  owner = await server.person({ isAdmin: true })
  clerk = await server.person({ permissions: { paymentAuto: ['isRead'] } })
})
afterAll(async () => {
  const violations = await make.judge()
  await server.stop()
  expect(violations).toEqual([])
})
const payer = { tag: 'KBNK', digits: '771234' }
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  )

test('a statement goes from page to page with the balance after each line and what it proves', async () => {
  const account = await make.account({ bank: 'SCB' })
  const member = await make.member({ bank: 'KBANK', accountNo: '1234771234' })
  const phone = await bankPhone(make, account)
  await phone.receives({ amountMinor: 12_300, payer })
  await phone.receives({ amountMinor: 700 })
  const { outside: id } = account
  const first = await owner.call('paymentAutos.lines', { id, size: 1 })
  expect(first.records).toMatchObject([
    { amountMinor: 700, balanceAfterMinor: 1_013_000, state: 'unmatched', reference: null, member: null },
  ])
  const next = await owner.call('paymentAutos.lines', { id, size: 1, after: first.afterCursor ?? '' })
  expect(next.records).toMatchObject([
    {
      amountMinor: 12_300,
      direction: 'in',
      balanceAfterMinor: 1_012_300,
      payerBank: 'KBANK',
      chain: 'linked',
      state: 'autoMatched',
      source: 'sms',
      reference: expect.stringMatching(/^D/),
      member: { id: member.outside },
    },
  ])
  expect(next.hasAfter).toBe(false)
  const other = (await make.account()).outside
  expect((await owner.call('paymentAutos.lines', { id: other })).records).toEqual([])
  // A deposit that was taken back is proven by no line.
  await server.database.plant(`update deposits set state = 'reversed' where member_id = $1`, [member.id])
  const [, after] = (await owner.call('paymentAutos.lines', { id })).records
  expect(after).toMatchObject({ amountMinor: 12_300, reference: null, member: null })
  await server.database.plant(`update deposits set state = 'credited' where member_id = $1`, [member.id])
})

test('filters narrow rows and totals alike; money out counts against money in', async () => {
  const account = await make.account({ bank: 'SCB' })
  const phone = await bankPhone(make, account)
  await phone.receives({ amountMinor: 5_000 })
  await phone.receives({ amountMinor: 900 })
  await make.query(
    `insert into statement_lines (bank_account_id, direction, amount_minor, bank_time_precision, received_at,
       source, dedupe_key, chain, state, business_on, value_on)
     values ($1, 'out', 2000, 'none', now(), 'manual', 'typed', 'noBalance', 'unmatched', current_date,
       current_date)`,
    [account.id],
  )
  const { outside: id } = account
  const sums = (filter: object) => owner.call('paymentAutos.lineTotals', { id, ...filter })
  expect(await sums({})).toEqual({
    count: 3,
    isEstimate: false,
    inMinor: 5_900,
    outMinor: 2_000,
    netMinor: 3_900,
  })
  expect(await sums({ direction: 'out' })).toMatchObject({ count: 1, netMinor: -2_000 })
  const amounts = async (filter: object) =>
    (await owner.call('paymentAutos.lines', { id, ...filter })).records.map((row) => row.amountMinor)
  expect(await amounts({ direction: 'out' })).toEqual([-2_000])
  expect(await amounts({ amountMinor: 900 })).toEqual([900])
  expect(await amounts({ state: ['autoMatched'] })).toEqual([])
  expect(await amounts({ from: '2020-01-01', to: '2020-01-02' })).toEqual([])
  // By the bank's day, which the brand's need not be.
  await server.database.plant(
    `update statement_lines set value_on = '2026-11-10', business_on = '2026-11-09'
      where bank_account_id = $1 and direction = 'out'`,
    [account.id],
  )
  expect(await amounts({ from: '2026-11-10', to: '2026-11-10' })).toEqual([-2_000])
  expect(await amounts({ from: '2026-11-08', to: '2026-11-09' })).toEqual([])
  expect(await refusal(amounts({ from: '2020-01-02', to: '2020-01-01' }))).toBe('dateRange')
  // Of days the last is first, whatever came first: here the typed line, which came last.
  const days = { id, from: '2026-11-10', size: 2 }
  const page = await owner.call('paymentAutos.lines', days)
  const rest = await owner.call('paymentAutos.lines', { ...days, after: page.afterCursor ?? '' })
  expect([page, rest].map(({ records }) => records.map((row) => row.amountMinor))).toEqual([
    [900, 5_000],
    [-2_000],
  ])
})

test('a line shows the message it was read from, its balances for who may see them alone', async () => {
  const account = await make.account({ bank: 'SCB' })
  const phone = await bankPhone(make, account)
  await phone.receives({ amountMinor: 12_345 })
  const { outside: id } = account
  const [row] = (await clerk.call('paymentAutos.lines', { id })).records
  expect(row).toMatchObject({ amountMinor: 12_345, balanceAfterMinor: null })
  const line = { id: row?.id ?? '' }
  const [seen, hidden] = await Promise.all([
    owner.call('paymentAutos.line', line),
    clerk.call('paymentAutos.line', line),
  ])
  expect(seen.messages).toMatchObject([{ source: 'sms', text: expect.stringContaining('10,123.45') }])
  expect(seen.balanceAfterMinor).toBe(1_012_345)
  expect(hidden.messages[0]?.text).toContain('123.45')
  expect(hidden.messages[0]?.text).not.toContain('10,123.45')
})

test('where balances do not follow, the account says between when and by how much', async () => {
  const account = await make.account({ bank: 'SCB' })
  await make.query(
    `insert into chain_gaps (bank_account_id, from_minor, to_minor, from_at, to_at)
     values ($1, 1000, 4000, '2026-11-22T05:40:00Z', '2026-11-22T05:55:00Z')`,
    [account.id],
  )
  await make.query(
    `insert into chain_gaps (bank_account_id, from_minor, to_minor, from_at, to_at)
     values ($1, 1, 2, '2026-11-22T05:40:00Z', '2026-11-22T05:55:00Z')`,
    [(await make.account()).id],
  )
  const { outside: id } = account
  const fromAt = '2026-11-22T05:40:00.000Z'
  const gap = { fromAt, toAt: '2026-11-22T05:55:00.000Z', fromMinor: 1000, toMinor: 4000, movedMinor: 3000 }
  expect(await owner.call('paymentAutos.get', { id })).toMatchObject({ id, gapCount: 1, gaps: [gap] })
  const none = { fromMinor: null, toMinor: null, movedMinor: null }
  expect((await clerk.call('paymentAutos.get', { id })).gaps).toMatchObject([{ fromAt, ...none }])
})
