import { CallError } from '@khlang/contract/derived/client.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { Person } from '../../testing/server.ts'

// To which day an act and its limits belong around midnight in Bangkok, when in London it is 17:00.

const hourMs = 3_600_000
let world: MoneyOutWorld
let anna: Person
/** The next midnight in Bangkok, and the dates that it parts. */
const midnightMs = Math.ceil((Date.now() + 7 * hourMs) / (24 * hourMs)) * 24 * hourMs - 7 * hourMs
const dateAt = (ms: number): string => new Date(midnightMs + ms + 7 * hourMs).toISOString().slice(0, 10)
const [day, next] = [dateAt(-hourMs), dateAt(hourMs)]
/** Half an hour before that midnight, or after it. */
const goTo = (side: 'before' | 'after'): void => {
  const half = side === 'before' ? -hourMs / 2 : hourMs / 2
  world.server.clock.ms = midnightMs + half - Date.now()
}

beforeAll(async () => {
  world = await createMoneyOutWorld()
  const permissions = {
    paymentAuto: ['isRead'],
    pretransactionDepositWithdraw: ['isRead', 'isCreate'],
  } as const
  anna = await world.cashier({ isAdmin: true, permissions })
})
beforeEach(() => {
  world.rail.plan = 'succeed'
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

const once = () => ({ idempotencyKey: key() })
const code = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  )
/** A new member's first withdrawal, which a person looks at. */
async function review(amountMinor: number) {
  const member = await world.factory.member()
  await world.fund(member, amountMinor)
  return { member, id: (await world.withdraw(member, amountMinor)).body.data?.id ?? '' }
}
/** One that goes by itself. */
const asked = async (amountMinor: number) =>
  (await world.withdraw(await world.regular(amountMinor), amountMinor)).body.data?.id ?? ''
const stateOf = async (id: string) => (await world.row(id)).state

test('money moves on the day of the act, whenever the member asked', async () => {
  goTo('before')
  const [refused, taken, failed] = [await review(20_000), await review(21_000), await review(22_000)]
  goTo('after')
  const words = { reasonCode: 'other', remarkStaff: 'not this time' } as const
  await anna.call('preTransactions.reject', { id: refused.id, version: 1, ...words }, once())
  const back = { id: taken.id, memberId: taken.member.outside }
  await world.site.send('/member/v1/withdrawal/cancel', back, key())
  await anna.call('preTransactions.approve', { id: failed.id, version: 1 }, once())
  world.rail.plan = 'fail'
  await world.payouts()
  const moved = await world.factory.query(
    `select source_id as of, kind, business_on as on from transfers where source_id = any($1)
     union select $2, 'payout', business_on from payouts where withdrawal_id = $3 order by 1, 3, 2`,
    [[refused.id, taken.id, failed.id], failed.id, (await world.row(failed.id)).id],
  )
  const asking = { kind: 'withdraw.hold', on: day }
  const ended = { kind: 'withdraw.release', on: next }
  const sent = ['payout', 'withdraw.failed', 'withdraw.sent'].map((kind) => ({ kind, on: next }))
  const expected = new Map([
    [refused.id, [asking, ended]],
    [taken.id, [asking, ended]],
    [failed.id, [asking, ...sent]],
  ])
  for (const [id, moves] of expected)
    expect(moved.filter((row) => (row as { of: string }).of === id)).toEqual(
      moves.map((move) => ({ of: id, ...move })),
    )
})

test('an account pays up to its limit of a day, which begins anew at that midnight', async () => {
  const other = await world.factory.account({ role: 'withdrawal', anchorMinor: 1_000_000 })
  await world.factory.query('update bank_accounts set day_limit_minor = 30000 where id = $1', [
    world.source.id,
  ])
  const cards = async () => {
    const one = await anna.call('paymentAutos.get', { id: world.source.outside })
    const { records } = await anna.call('paymentAutos.list', {})
    const [card, rest] = [world.source, other].map(({ outside }) =>
      records.find(({ id }) => id === outside),
    )
    return [card?.paidTodayMinor, one.paidTodayMinor, rest?.paidTodayMinor]
  }
  const sources = async (id: string) =>
    (await anna.call('preTransactions.withdrawal', { id })).sources.map((source) => source.id)
  const approve = (id: string) => {
    const input = { id, version: 1, accountId: world.source.outside }
    return code(anna.call('preTransactions.approve', input, once()))
  }
  goTo('before')
  world.rail.plan = 'fail'
  const failed = await asked(11_000)
  await world.payouts()
  expect(await stateOf(failed)).toBe('failed')
  world.rail.plan = 'succeed'
  const first = await asked(20_000)
  await world.payouts()
  expect([await stateOf(first), await cards()]).toEqual(['paid', [20_000, 20_000, 0]])
  const [late, chosen] = [await asked(14_000), (await review(16_000)).id]
  await world.payouts()
  expect([await stateOf(late), await sources(chosen), await approve(chosen)]).toEqual([
    'approved',
    [],
    'invalidValue',
  ])
  goTo('after')
  expect([await cards(), await sources(chosen), await approve(chosen)]).toEqual([
    [0, 0, 0],
    [world.source.outside],
    'done',
  ])
  await world.payouts()
  expect([await stateOf(late), await stateOf(chosen), await cards()]).toEqual([
    'paid',
    'paid',
    [30_000, 30_000, 0],
  ])
  await world.factory.query('update bank_accounts set day_limit_minor = null where id = $1', [
    world.source.id,
  ])
})

test('what moved today is of the day in Bangkok, on every screen of the accounts', async () => {
  const out = async () => {
    const { records } = await anna.call('preTransactions.accounts', {})
    const cards = await anna.call('paymentAutos.list', {})
    const one = await anna.call('paymentAutos.get', { id: world.source.outside })
    const ofSource = ({ id }: { id: string }) => id === world.source.outside
    return [
      records.find(ofSource)?.outTodayMinor,
      cards.records.find(ofSource)?.outToday.amountMinor,
      one.outToday.amountMinor,
    ]
  }
  goTo('before')
  await world.outgoing(4_321)
  expect(await out()).toEqual([4_321, 4_321, 4_321])
  goTo('after')
  expect(await out()).toEqual([0, 0, 0])
})

test('a deposit that is told or noted is of the day in Bangkok', async () => {
  goTo('after')
  const member = await world.factory.member()
  const told = { memberId: member.outside, amountMinor: 50_000 }
  await world.site.send('/member/v1/deposit/create', told, key())
  await anna.call('preTransactions.createPending', { ...told, remark: 'said at the phone' }, once())
  const days = await world.factory.query(
    'select by_kind as by, business_on as on from deposits where member_id = $1 order by 1',
    [member.id],
  )
  expect(days).toEqual(['employee', 'member'].map((by) => ({ by, on: next })))
})
