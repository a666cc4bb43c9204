import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { doublePaymentWork } from '../../../features/comparison/double-payments.ts'
import { watchDevices } from '../../../features/devices/watch.ts'
import { gatewayWork } from '../../../features/payment-gateways/orders/watch-orders.ts'
import { payoutWork } from '../../../features/payouts/payouts.ts'
import { checkInvariants } from '../../../testing/invariant-checker.ts'
import type { Person } from '../../../testing/server.ts'
import { decideAs, decidePassword } from '../../../testing/world/decide.ts'
import { uploadStatement } from '../../../testing/world/statement-file.ts'
import { startLiveWorld, type LiveWorld } from './outside.fixture.ts'

// What the sandbox plants is found by people in the console's own data, and nobody is credited wrongly.

interface Planted {
  readonly kind: string
  readonly account?: string
  readonly amountsMinor?: readonly number[]
  readonly member?: string
  readonly reference?: string
  readonly phone?: string
  readonly on?: string
  readonly trouble?: string
}
interface State {
  readonly badDay: { readonly isRunning: boolean; readonly planted: readonly Planted[] }
  readonly phones: readonly { readonly name: string; readonly isOn: boolean }[]
}

let world: LiveWorld
let owner: Person
let second: Person
let planted: ReadonlyMap<string, Planted>

beforeAll(async () => {
  world = await startLiveWorld([payoutWork, gatewayWork, doublePaymentWork])
  const person = { isAdmin: true, hasStepUp: true, password: decidePassword }
  owner = await world.server.person(person)
  second = await world.server.person(person)
}, 180_000)
afterAll(() => world.stop())

const dayOf = (ms: number): string => new Date(ms + 7 * 3_600_000).toISOString().slice(0, 10)
const today = () => dayOf(Date.now())
const accountId = async (named = ''): Promise<string> => {
  const { rows } = await world.admin.query<{ id: string }>(
    `select outside_id('oba', id) as id from bank_accounts where bank || ' ' || account_no = $1`,
    [named],
  )
  return rows[0]?.id ?? ''
}
const one = (kind: string): Planted => planted.get(kind) ?? { kind }

/** Classes of the rows of an amount, where people compare a day of an account. */
async function classes(
  side: 'Deposit' | 'Withdraw',
  named: string | undefined,
  amountMinor: number,
  on = today(),
) {
  const asked = { accountId: await accountId(named), on, size: 100, search: (amountMinor / 100).toFixed(2) }
  const { records } = await owner.call(`preTransactions.reconcile${side}List`, asked)
  return records
    .filter((row) => (row.line ?? row.record)?.amountMinor === amountMinor)
    .map((row) => row.class)
    .toSorted()
}
/** The states of the lines of an amount, on whatever account. */
async function lineStates(amountMinor = 0): Promise<string[]> {
  const { rows } = await world.admin.query<{ state: string }>(
    `select state from statement_lines
      where amount_minor = $1 and received_at > now() - interval '10 minutes' order by id`,
    [amountMinor],
  )
  return rows.map(({ state }) => state)
}
const alarms = async (code: string) =>
  (await owner.call('dashboard.alarms', {})).records.filter((alarm) => alarm.code === code)
const withdrawalState = async ({ reference }: Planted) =>
  (
    await world.admin.query<{ state: string }>('select state from withdrawals where reference = $1', [
      reference,
    ])
  ).rows[0]?.state
const [firstOf, secondOf] = [0, 1].map(
  (at) =>
    (kind: string): number =>
      one(kind).amountsMinor?.[at] ?? 0,
) as [(kind: string) => number, (kind: string) => number]

test('three differences of yesterday are found when it is closed, and the file ends the gap', async () => {
  const on = dayOf(Date.now() - 86_400_000)
  const itemsOf = async (named?: string) => {
    const id = named === undefined ? null : await accountId(named)
    return (await owner.call('reconcile.day', { on })).items
      .filter((item) => id === null || item.accountId === id)
      .map(({ kind, amountMinor }) => `${kind} ${amountMinor}`)
      .toSorted()
  }
  // Soon after midnight what waits for a person is yesterday's already.
  const before = new Set(await itemsOf())
  const differences = await world.control<Planted[]>('day-differences', { day: 'yesterday' })
  await world.drained()
  const [double, fee, back] = differences.map(({ amountsMinor = [] }) => amountsMinor[0] ?? 0) as [
    number,
    number,
    number,
  ]
  const { account } = differences[0] ?? { kind: '' }
  const ofAccount = async () => (await itemsOf(account)).filter((item) => !before.has(item))
  const open = [`outgoingUnknown -${double}`, `outgoingUnknown -${fee}`].toSorted()
  expect(await ofAccount()).toEqual([`gap ${back}`, ...open])
  expect(await classes('Withdraw', account, double, on)).toContain('doublePaid')
  expect(await classes('Withdraw', account, fee, on)).toEqual(['extra'])

  const number = account?.split(' ')[1]
  const csv = await fetch(`${world.base}/statement/${number}.csv?on=${on}`)
  const id = await uploadStatement(
    world.server,
    owner,
    await accountId(account),
    new Uint8Array(await csv.arrayBuffer()),
  )
  const { mapping, plan } = await owner.call('statementFiles.preview', { id, mapping: null })
  expect(plan?.fault ?? null).toBeNull()
  const asked = await owner.call(
    'statementFiles.ask',
    { id, mapping, name: 'เมื่อวาน.csv', reason: 'ข้อความหาย' },
    { idempotencyKey: randomUUID() },
  )
  await decideAs(second, asked.approvalId)
  expect(await ofAccount()).toEqual(open)
})

test('a bad day plants each thing once, is listed, and ends by itself', { timeout: 60_000 }, async () => {
  await world.control('bad-day', { seed: 5, lengthMs: 12_000 })
  await expect(world.control('bad-day')).rejects.toThrow('badDayRuns')
  const isOff = async () =>
    (await world.state<State>()).phones.some(({ name, isOn }) => name === 'SCB phone' && !isOn)
  await expect.poll(isOff, { timeout: 20_000 }).toBe(true)
  // As if the phone had been silent for longer than a test lasts.
  await world.admin.query(
    `update devices set last_seen_at = now() - interval '4 minutes' where name = 'SCB phone'`,
  )
  await watchDevices(world.server.services.db)
  expect((await alarms('device.offline')).map(({ detail }) => detail['label'])).toEqual(['SCB phone'])
  const day = async () => (await world.state<State>()).badDay
  await expect.poll(async () => (await day()).isRunning, { timeout: 30_000 }).toBe(false)
  await world.drained()
  const found = (await day()).planted
  planted = new Map(found.map((each) => [each.kind, each]))
  expect(found).toHaveLength(16)
  expect(planted.size).toBe(16)
  expect(found.filter(({ trouble }) => trouble !== undefined)).toEqual([])
  expect(await isOff()).toBe(false)
})

test('messages that were late, doubled, swapped or kept by a silent phone credit once', async () => {
  for (const kind of ['late', 'outOfOrder'])
    expect([await lineStates(firstOf(kind)), await lineStates(secondOf(kind))]).toEqual([
      ['autoMatched'],
      ['autoMatched'],
    ])
  expect(await classes('Deposit', one('late').account, firstOf('late'))).toEqual(['matchedAuto'])
  const [detail] = (
    await owner.call('preTransactions.reconcileDepositList', {
      accountId: await accountId(one('twice').account),
      on: today(),
      search: (firstOf('twice') / 100).toFixed(2),
      size: 100,
    })
  ).records
  const row = await owner.call('preTransactions.reconcileDepositRow', {
    accountId: await accountId(one('twice').account),
    on: today(),
    id: detail?.id ?? '',
  })
  expect(detail?.class).toBe('matchedAuto')
  expect(row.messages).toHaveLength(2)
  expect(await lineStates(firstOf('phoneOff'))).toEqual(['autoMatched'])
})

test('what a person must decide credits nobody by itself', async () => {
  const open = await owner.call('preTransactions.lines', { size: 100 })
  for (const kind of ['wrongAmount', 'contradicts'])
    expect(open.records.map(({ amountMinor }) => amountMinor)).toContain(firstOf(kind))
  const asked = await world.admin.query(
    `select 1 from deposits where reference = $1 and state in ('created', 'pending')`,
    [one('wrongAmount').reference],
  )
  expect(asked.rowCount).toBe(1)
  const { records } = await owner.call('preTransactions.failedMessages', { size: 100 })
  const amount = (firstOf('newWording') / 100).toFixed(2)
  expect(records.filter(({ text }) => text.includes(amount))).toHaveLength(1)
  expect(await lineStates(firstOf('newWording'))).toEqual([])
})

test('a lost message leaves a hole, an alarm, and a line that waits', async () => {
  expect(await lineStates(firstOf('lost'))).toEqual([])
  expect(await lineStates(secondOf('lost'))).toEqual(['waiting'])
  const gaps = await alarms('bank.chainGap')
  expect(gaps.map(({ detail }) => detail['gapMinor'])).toContain(firstOf('lost'))
})

test('payouts that went wrong are told of, and none is paid again', { timeout: 60_000 }, async () => {
  const { account } = one('fee')
  await expect.poll(() => withdrawalState(one('answerLost')), { timeout: 20_000 }).toBe('paid')
  expect(await classes('Withdraw', account, firstOf('answerLost'))).toEqual(['matchedAuto'])
  expect(await classes('Withdraw', account, firstOf('paidTwice'))).toContain('doublePaid')
  const doubles = async () =>
    (await alarms('doublePayment')).filter(({ detail }) => detail['amountMinor'] === firstOf('paidTwice'))
  await expect.poll(async () => (await doubles()).length, { timeout: 20_000 }).toBe(1)
  const unseen = async () =>
    (
      await owner.call('preTransactions.reconcileWithdrawList', {
        accountId: await accountId(account),
        on: today(),
        size: 100,
      })
    ).records
      .filter(({ record }) => record?.reference === one('payoutUnseen').reference)
      .map((row) => row.class)
  // The payout begins once the rail has left the one before without an answer.
  await expect.poll(unseen, { timeout: 25_000 }).toEqual(['expected'])
  world.server.clock.ms = 60 * 60_000
  expect(await unseen()).toEqual(['missing'])
  world.server.clock.ms = 0
  expect(await classes('Withdraw', account, firstOf('fee'))).toEqual(['extra'])
  const unknown = (await alarms('bank.outgoingUnknown')).map(({ detail }) => detail['amountMinor'])
  expect(unknown).toContain(firstOf('fee'))
})

test(
  'what the gateway told twice, late or forged is credited once, by its word alone',
  { timeout: 30_000 },
  async () => {
    const orderOf = async (kind: string) => {
      const { records } = await owner.call('paymentGateways.orders', { size: 100 })
      return records.find(({ reference }) => reference === one(kind).reference)
    }
    const stateOf = async (kind: string) => (await orderOf(kind))?.state
    for (const kind of ['hookTwice', 'hookLate'])
      await expect.poll(() => stateOf(kind), { timeout: 20_000 }).toBe('paid')
    // Nothing is believed of what was forged: the gateway is asked.
    expect(await stateOf('hookForged')).toBe('pending')
    // As if the pause that its failures brought were over.
    await world.admin.query(
      `update gateway_health set opened_at = now() - interval '1 minute', probe_at = null`,
    )
    await owner.call('paymentGateways.checkOrder', { id: (await orderOf('hookForged'))?.id ?? '' })
    await expect.poll(() => stateOf('hookForged'), { timeout: 20_000 }).toBe('paid')
    const { records } = await owner.call('paymentGateways.events', { size: 100 })
    expect(records.filter(({ repeats }) => repeats === 1)).toHaveLength(1)
    expect(records.filter(({ state }) => state === 'refused').map(({ verdict }) => verdict)).toEqual([
      'forged',
    ])
    expect(one('gatewayFails').member?.split(', ')).toHaveLength(5)
  },
)

test('members hold what the banks moved for them, and the books are whole', async () => {
  const { rows } = await world.admin.query<{ wrong: number }>(
    `select count(*)::int as wrong from deposits d join statement_lines l on l.id = d.statement_line_id
      where d.state = 'credited' and d.amount_minor <> l.amount_minor`,
  )
  expect(rows[0]?.wrong).toBe(0)
  expect(await checkInvariants(world.admin)).toEqual([])
})
