import { randomUUID } from 'node:crypto'
import {
  cancelledDepositStates,
  cancelledWithdrawalStates,
  depositStates,
  waitingDepositStates,
  waitingWithdrawalStates,
  withdrawalStates,
} from '@khlang/contract/values/value-lists.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, businessOn } from '../../platform/business-day.ts'
import { wholeFile } from '../../testing/exported.ts'
import { addMember, inDatabase, openBook } from '../../testing/world/members.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'

let server: TestServer
let clerk: Person
const permissions = {
  dashboard: ['isRead'],
  memberManagement: ['isRead', 'isCreate'],
  pretransactionDepositWithdraw: ['isRead'],
} as const

interface Planted {
  readonly kind: 'deposit' | 'withdrawal'
  readonly state: string
  readonly amountMinor: number
  /** A day of its own. */
  readonly on: string
}
const today = businessOn({ dayCutOffMinutes: 0 }, Date.now())
/** On `allOn` there is one of every state, on `overOn` one of every state that waits for nobody. */
const [allOn, overOn] = [addDays(today, -1), addDays(today, -2)]
// Sums tell which rows are in them: every amount is a power of two.
const planted: readonly Planted[] = [
  ...depositStates.map((state) => ({ kind: 'deposit' as const, state })),
  ...withdrawalStates.map((state) => ({ kind: 'withdrawal' as const, state })),
].map((row, at) => ({ ...row, amountMinor: 100 * 2 ** at, on: addDays(today, -10 - at) }))
const waits = ({ kind, state }: Planted): boolean =>
  [...(kind === 'deposit' ? waitingDepositStates : waitingWithdrawalStates)].some((each) => each === state)
const isCancelled = ({ kind, state }: Planted): boolean =>
  [...(kind === 'deposit' ? cancelledDepositStates : cancelledWithdrawalStates)].some(
    (each) => each === state,
  )

const depositOf = ({ state, amountMinor }: Planted, on: string, memberId: string) => `
  insert into deposits (reference, member_id, state, method, amount_requested_minor, amount_minor, by_kind,
      credited_at, business_on)
    values ('D-${state}-${on}', '${memberId}', '${state}', 'bank', ${amountMinor},
      ${['credited', 'reversed'].includes(state) ? `${amountMinor}, 'auto', now()` : `null, 'auto', null`},
      '${on}');`
const withdrawalOf = ({ state, amountMinor }: Planted, on: string, memberId: string) => `
  insert into withdrawals (reference, member_id, request_key, state, amount_minor, to_bank, to_account_no,
      to_account_name, sla_ends_at, paid_at, business_on, decision_kind, band)
    values ('W-${state}-${on}', '${memberId}', '${state}-${on}', '${state}', ${amountMinor}, 'KBANK', '1',
      'x', now(), ${state === 'paid' ? 'now()' : 'null'}, '${on}', 'auto', 'auto');`

beforeAll(async () => {
  server = await startTestServer()
  await openBook(server)
  clerk = await server.person({ permissions, abilities: { exportData: true }, hasStepUp: true })
  const member = await addMember(clerk)
  const rows: string[] = []
  for (const row of planted)
    for (const on of [row.on, allOn, ...(waits(row) ? [] : [overOn])]) {
      // A member has one withdrawal that waits.
      const { uuid } = row.kind === 'withdrawal' && waits(row) ? await addMember(clerk) : member
      rows.push((row.kind === 'deposit' ? depositOf : withdrawalOf)(row, on, uuid))
    }
  // Triggers are off: of the rows only the lists are read here, and the book holds nothing of them.
  const text = `set session_replication_role = replica; ${rows.join('')}`
  await inDatabase(server.database.adminUrl, text)
})
afterAll(() => server.stop())

interface Filter {
  on?: string
  from?: string
  to?: string
  tab?: 'all' | 'deposits' | 'withdrawals' | 'waiting' | 'done' | 'cancelled'
  state?: string[]
}
interface Sums {
  readonly count: number
  readonly amountMinor: number
}
const sumsOf = (rows: readonly Planted[], kind?: Planted['kind']): Sums => {
  const of = rows.filter((row) => kind === undefined || row.kind === kind)
  return { count: of.length, amountMinor: of.reduce((sum, row) => sum + row.amountMinor, 0) }
}
const both = (rows: readonly Planted[]) => ({
  deposits: sumsOf(rows, 'deposit'),
  withdrawals: sumsOf(rows, 'withdrawal'),
  netMinor: sumsOf(rows, 'deposit').amountMinor - sumsOf(rows, 'withdrawal').amountMinor,
})

async function dashboardOf(on: string) {
  const { deposits, withdrawals, netMinor } = await clerk.call('dashboard.day', { on })
  return { deposits, withdrawals, netMinor }
}
async function queueOf(filter: Filter) {
  const totals = await clerk.call('preTransactions.queueTotals', filter)
  return {
    deposits: { count: totals.depositCount, amountMinor: totals.depositMinor },
    withdrawals: { count: totals.withdrawalCount, amountMinor: totals.withdrawalMinor },
    netMinor: totals.netMinor,
    notCounted: totals.notCountedCount,
    rows: totals.count,
  }
}
/** The file's lines of totals: what each begins with, the rows it names and its sum in satang. */
async function fileOf(filter: Filter): Promise<Record<string, Sums>> {
  const file = await wholeFile(
    server.as(clerk.token, 'en')(
      'preTransactions.exportQueue',
      { ...filter, format: 'csv', columns: ['reference', 'amount'] },
      { idempotencyKey: randomUUID() },
    ),
  )
  const text = Buffer.from(file.base64, 'base64').toString()
  return Object.fromEntries(
    [...text.matchAll(/^(?<label>[A-Z][a-z ]+) \(rows: (?<count>\d+)\),(?<baht>-?\d+\.\d\d)\r$/gm)].map(
      ({ groups = {} }) => [
        groups['label'] ?? '',
        { count: Number(groups['count']), amountMinor: Math.round(Number(groups['baht']) * 100) },
      ],
    ),
  )
}
const none = { count: 0, amountMinor: 0 }

test.each(planted)(
  'a $kind that is $state counts alike in the list, its file and the dashboard',
  async (row) => {
    const { on, amountMinor } = row
    const alone = { count: 1, amountMinor }
    const [day, list, file] = [await dashboardOf(on), await queueOf({ on }), await fileOf({ on })]
    // What waits has its own figures on the dashboard; it is in the day's when it is over.
    const inDay = waits(row) ? [] : [row].filter((each) => !isCancelled(each))
    expect(day).toEqual(both(inDay))
    expect(list).toEqual({
      ...both(isCancelled(row) ? [] : [row]),
      notCounted: isCancelled(row) ? 1 : 0,
      rows: 1,
    })
    expect(file).toEqual(isCancelled(row) ? { Total: none, 'Not in the totals': alone } : { Total: alone })
  },
)

test.each<[Filter, 'newest' | 'oldest']>([
  [{}, 'newest'],
  [{ tab: 'done' }, 'newest'],
  [{ tab: 'waiting' }, 'oldest'],
  [{ state: ['credited', 'paid', 'credited'] }, 'newest'],
  [{ tab: 'withdrawals', state: ['paid', 'credited'] }, 'newest'],
])('rows of some days stand by day, each once, from page to page: %j, %s first', async (filter, first) => {
  const asked = { ...filter, from: addDays(today, -30), to: allOn, size: 7 }
  const seen: string[] = []
  let page = await clerk.call('preTransactions.queue', asked)
  let before = page
  for (;;) {
    seen.push(...page.records.map(({ reference }) => reference))
    if (page.afterCursor === null) break
    before = page
    page = await clerk.call('preTransactions.queue', { ...asked, after: page.afterCursor })
  }
  const days = seen.map((reference) => reference.slice(-allOn.length))
  expect(days).toEqual(first === 'oldest' ? days.toSorted() : days.toSorted().toReversed())
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toHaveLength((await queueOf({ ...filter, from: asked.from, to: asked.to })).rows)
  const back = page.beforeCursor
  const again =
    back === null ? before : await clerk.call('preTransactions.queue', { ...asked, before: back })
  expect(again.records).toEqual(before.records)
})

test('days from one to another count with both ends, and a day outside of them counts nothing', async () => {
  const [first, second, third] = [addDays(today, -10), addDays(today, -11), addDays(today, -12)]
  const rowsOf = async (filter: Filter) => (await queueOf(filter)).rows
  expect(await rowsOf({ from: second, to: first })).toBe(2)
  expect(await rowsOf({ from: third, to: first })).toBe(3)
  expect(await rowsOf({ from: first, to: first })).toBe(1)
  expect(await rowsOf({ from: addDays(today, 1) })).toBe(0)
  expect(await rowsOf({ to: addDays(today, -60) })).toBe(0)
  expect(await rowsOf({ on: second, from: third, to: first })).toBe(1)
  expect(await rowsOf({ on: second, from: second, to: second })).toBe(1)
  expect(await rowsOf({ on: second, from: first })).toBe(0)
  expect(await rowsOf({ on: second, to: third })).toBe(0)
})

test('a day over has one sum: the dashboard’s, the list’s and the file’s', async () => {
  const rows = planted.filter((row) => !waits(row))
  const [counted, left] = [rows.filter((row) => !isCancelled(row)), rows.filter(isCancelled)]
  const day = await dashboardOf(overOn)
  expect(day).toEqual(both(counted))
  expect(await queueOf({ on: overOn })).toEqual({ ...day, notCounted: left.length, rows: rows.length })
  expect(await fileOf({ on: overOn })).toEqual({
    'Total deposits': day.deposits,
    'Total withdrawals': day.withdrawals,
    'Total deposits less withdrawals': { count: 2, amountMinor: day.netMinor },
    'Not in the totals': sumsOf(left),
  })
  const deposits = await queueOf({ on: overOn, tab: 'deposits' })
  expect(deposits).toMatchObject({ deposits: day.deposits, withdrawals: none, notCounted: 3, rows: 4 })
  expect(await fileOf({ on: overOn, tab: 'deposits' })).toEqual({
    Total: day.deposits,
    'Not in the totals': sumsOf(left, 'deposit'),
  })
})

test('on a day with every state the lists that the dashboard opens have its figures', async () => {
  const day = await dashboardOf(allOn)
  const done = await queueOf({ on: allOn, tab: 'done' })
  expect(done).toEqual({ ...day, notCounted: 0, rows: 2 })
  const deposits = { on: allOn, tab: 'deposits' as const, state: ['credited'] }
  expect((await queueOf(deposits)).deposits).toEqual(day.deposits)
  expect(await fileOf(deposits)).toEqual({ Total: day.deposits })
  const withdrawals = { on: allOn, tab: 'withdrawals' as const, state: ['paid'] }
  expect((await queueOf(withdrawals)).withdrawals).toEqual(day.withdrawals)
  expect(await fileOf(withdrawals)).toEqual({ Total: day.withdrawals })
  // The whole list of the day has what still waits besides.
  const waiting = both(planted.filter(waits))
  const all = await queueOf({ on: allOn })
  expect(all.netMinor).toBe(day.netMinor + waiting.netMinor)
  expect(all.notCounted).toBe(planted.filter(isCancelled).length)
})

test('who asks for nothing but cancelled rows gets their sums', async () => {
  const rows = planted.filter(isCancelled)
  const all = { ...both(rows), notCounted: 0, rows: rows.length }
  expect(await queueOf({ on: allOn, tab: 'cancelled' })).toEqual(all)
  expect(await fileOf({ on: allOn, tab: 'cancelled' })).toMatchObject({
    'Total deposits': sumsOf(rows, 'deposit'),
    'Total withdrawals': sumsOf(rows, 'withdrawal'),
  })
  const state = ['expired', 'rejected', 'reversed', 'cancelled']
  expect(await queueOf({ on: allOn, state })).toEqual(all)
  const rejected = planted.filter((row) => row.state === 'rejected')
  expect(await queueOf({ on: allOn, state: ['rejected'] })).toEqual({
    ...both(rejected),
    notCounted: 0,
    rows: 2,
  })
  // Beside a state that counts, they do not.
  const credited = planted.filter((row) => row.state === 'credited')
  const mixed = { on: allOn, state: ['credited', 'rejected'] }
  expect(await queueOf(mixed)).toEqual({ ...both(credited), notCounted: 2, rows: 3 })
  expect(await fileOf(mixed)).toEqual({ Total: sumsOf(credited), 'Not in the totals': sumsOf(rejected) })
})

test('who asks at once for other days, tabs and states is answered each by their own', async () => {
  const asked: Filter[] = [
    { on: allOn },
    { on: overOn },
    { from: overOn, to: allOn },
    { on: allOn, state: ['credited'] },
    { on: allOn, tab: 'done' },
    {},
  ]
  const apart: object[] = []
  for (const filter of asked) apart.push(await queueOf(filter))
  expect(await Promise.all(asked.map(queueOf))).toEqual(apart)
  expect(new Set(apart.map((answer) => JSON.stringify(answer))).size).toBe(asked.length)
})
