import { feeIncome, inTransit, memberLocked } from '@khlang/ledger/accounts.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { CallError } from '@khlang/contract/derived/client.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { RailPlan } from '../../testing/fakes/fake-rail.ts'
import type { Person } from '../../testing/server.ts'
import { decideAs, decidePassword } from '../../testing/world/decide.ts'
import { raiseAlarm } from '../../platform/db/alarms.ts'
import { endPayoutAlarms, payoutAlarms } from './alarms.ts'
import { startPayout } from './start.ts'
import { backoffMs, runPayouts } from './payouts.ts'

let world: MoneyOutWorld
beforeAll(async () => {
  world = await createMoneyOutWorld()
})
beforeEach(() => {
  world.rail.plan = 'succeed'
  world.rail.statusPlan = null
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

/** Amounts differ, so that a line finds its payout by amount alone. */
let amountMinor = 20_000
async function approved() {
  amountMinor += 1
  const member = await world.regular(amountMinor)
  const asked = await world.withdraw(member, amountMinor)
  expect(asked.body.data?.state).toBe('approved')
  return { member, id: asked.body.data?.id ?? '', amountMinor }
}
const later = async (ms: number) => {
  world.server.clock.ms += ms
  await world.payouts()
}
const ordersOf = async (id: string): Promise<number[]> => {
  const rows = await world.factory.query<{ id: string }>(
    'select id from payouts where withdrawal_id = $1',
    [(await world.row(id)).id],
  )
  return rows.map((row) => world.rail.orders.get(encodeId('payout', row.id)) ?? 0)
}
const alarmsOf = async (id: string) =>
  (
    await world.factory.query<{ code: string }>(
      'select code from alarms where entity_id = $1 and cleared_at is null order by code',
      [id],
    )
  ).map(({ code }) => code)
const failure = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof CallError ? `${error.status} ${error.code}` : String(error)),
  )

describe('a payout', () => {
  test('that the rail accepts is asked about until it is final', async () => {
    world.rail.plan = 'accept'
    const paid = await approved()
    await world.payouts()
    expect((await world.row(paid.id)).state).toBe('sending')
    for (const payout of world.rail.payouts.values()) payout.state = 'succeeded'
    await later(6_000)
    expect((await world.row(paid.id)).state).toBe('paid')
    expect(await ordersOf(paid.id)).toEqual([1])
  })

  test('that the rail never ends is unknown after its time, with an alarm until it ends', async () => {
    world.rail.plan = 'accept'
    const paid = await approved()
    await world.payouts()
    const { payoutUnknownMinutes } = await world.server.services.settings.get()
    await later((payoutUnknownMinutes - 1) * 60_000)
    expect([(await world.row(paid.id)).state, await alarmsOf(paid.id)]).toEqual(['sending', []])
    for (let n = 0; n < 2; n += 1) await later(301_000)
    expect([(await world.row(paid.id)).state, await alarmsOf(paid.id)]).toEqual([
      'unknown',
      ['payoutOverdue'],
    ])
    for (const payout of world.rail.payouts.values()) payout.state = 'succeeded'
    await later(301_000)
    await world.payouts()
    expect([(await world.row(paid.id)).state, await alarmsOf(paid.id)]).toEqual(['paid', []])
    expect(await ordersOf(paid.id)).toEqual([1])
  })

  test('whose alarm says it has not started has none once it did', async () => {
    const paid = await approved()
    for (const code of ['payoutNotStarted', 'payoutOutcomeUnwritten', 'noPayoutSource', 'doublePayment']) {
      await raiseAlarm(world.server.services.db, { code, entity: 'withdrawal', entityId: paid.id })
    }
    await world.payouts()
    expect((await world.row(paid.id)).state).toBe('paid')
    // What may be money lost stays until a person has looked.
    expect(await alarmsOf(paid.id)).toEqual(['doublePayment'])
  })

  test('is asked about in pauses that double up to five minutes, however long it takes', () => {
    expect([0, 1, 2, 5, 6, 7, 1000].map(backoffMs)).toEqual([
      5_000, 10_000, 20_000, 160_000, 300_000, 300_000, 300_000,
    ])
  })

  test('has an alarm for as long as its reason holds, and no longer', async () => {
    const { id } = await world.row((await approved()).id)
    const entityId = encodeId('withdrawal', id)
    const open: Record<string, string[]> = {}
    for (const state of ['approved', 'sending', 'unknown', 'failed', 'paid', 'review', 'rejected']) {
      await world.server.database.plant('update withdrawals set state = $2 where id = $1', [id, state])
      for (const code of Object.values(payoutAlarms))
        await raiseAlarm(world.server.services.db, { code, entity: 'withdrawal', entityId })
      await endPayoutAlarms(world.server.services)
      open[state] = await alarmsOf(entityId)
      await world.server.database.plant('update alarms set cleared_at = now() where entity_id = $1', [
        entityId,
      ])
    }
    expect(open).toEqual({
      approved: ['noPayoutSource', 'payoutNotStarted'],
      sending: ['payoutOutcomeUnwritten'],
      unknown: ['payoutOutcomeUnwritten', 'payoutOverdue'],
      failed: [],
      paid: ['payoutWithoutLine'],
      review: [],
      rejected: [],
    })
    await world.server.database.plant(`update withdrawals set state = 'rejected' where id = $1`, [id])
  })

  test('that fails holds the money again each time, waits for a person, and is sent by a retry', async () => {
    world.rail.plan = 'fail'
    const paid = await approved()
    await world.payouts()
    const failed = await world.row(paid.id)
    expect(failed.state).toBe('failed')
    expect(await world.factory.balance(memberLocked(paid.member.outside).code)).toBe(paid.amountMinor)
    const anna = await world.cashier()
    const retry = async () => {
      const input = { id: paid.id, version: (await world.row(paid.id)).version }
      await anna.call('preTransactions.retry', input, { idempotencyKey: key() })
      await world.payouts()
      return (await world.row(paid.id)).state
    }
    const locked = () => world.factory.balance(memberLocked(paid.member.outside).code)
    // One that fails again is held again, as often as it fails.
    expect([await retry(), await locked()]).toEqual(['failed', paid.amountMinor])
    world.rail.plan = 'succeed'
    expect(await retry()).toBe('paid')
    expect(await ordersOf(paid.id)).toEqual([1, 1, 1])
    expect(await locked()).toBe(0)
    // The line of the last attempt says nothing of those before.
    await world.outgoing(paid.amountMinor)
    const attempts = await world.factory.query<{ state: string }>(
      'select state from payouts where withdrawal_id = $1 order by attempt',
      [failed.id],
    )
    expect(attempts.map(({ state }) => state)).toEqual(['failed', 'failed', 'succeeded'])
  })

  test('of a withdrawal with a fee sends what is left; its line of that amount settles it', async () => {
    const member = await world.factory.member()
    await world.fund(member, 640_000)
    const id = (await world.withdraw(member, 640_000)).body.data?.id ?? ''
    const row = await world.row(id)
    await world.server.database.plant('update withdrawals set fee_minor = 1500 where id = $1', [row.id])
    const [fee, transit] = [feeIncome, inTransit(world.source.outside)].map(({ code }) => code)
    const held = () =>
      Promise.all(
        [memberLocked(member.outside).code, fee, transit].map((of) => world.factory.balance(of ?? '')),
      )
    const [, feesBefore = 0, transitBefore = 0] = await held()
    const anna = await world.cashier()
    await anna.call('preTransactions.approve', { id, version: 1 }, { idempotencyKey: key() })
    const paid = world.rail.paidMinor()
    // An account that may pay what leaves it pays: the fee stays with us.
    const limit = 'update bank_accounts set transfer_limit_minor = $2 where id = $1'
    await world.factory.query(limit, [world.source.id, 638_500])
    await world.payouts()
    await world.factory.query(limit, [world.source.id, null])
    expect(world.rail.paidMinor() - paid).toBe(638_500)
    await world.outgoing(638_500)
    expect((await world.row(id)).settled_line_id).not.toBeNull()
    expect(await held()).toEqual([0, feesBefore + 1_500, transitBefore])
  })

  test('that fails can be rejected: the money is back in the wallet', async () => {
    world.rail.plan = 'fail'
    const paid = await approved()
    await world.payouts()
    const { version } = await world.row(paid.id)
    const anna = await world.cashier()
    const input = { id: paid.id, version, reasonCode: 'bankClosed' as const, remarkStaff: 'bank is closed' }
    await anna.call('preTransactions.reject', input, { idempotencyKey: key() })
    expect(await world.factory.cash(paid.member)).toBe(paid.amountMinor)
  })

  test.each<RailPlan>(['lostBefore', 'lostAfter', 'error500', 'error500AfterPaying'])(
    'whose answer is %s is unknown, never sent again, and cannot be retried',
    async (plan) => {
      world.rail.plan = plan
      world.rail.statusPlan = 'lost'
      const paid = await approved()
      await world.payouts()
      const unknown = await world.row(paid.id)
      expect(unknown.state).toBe('unknown')
      for (let n = 0; n < 4; n += 1) await later(600_000)
      expect((await world.row(paid.id)).state).toBe('unknown')
      expect(await ordersOf(paid.id)).toEqual([1])
      const anna = await world.cashier()
      const retry = anna.call(
        'preTransactions.retry',
        { id: paid.id, version: unknown.version },
        { idempotencyKey: key() },
      )
      expect(await failure(retry)).toBe('409 stateRefused')
      const list = await anna.call('preTransactions.requests', { size: 100 })
      expect(list.records.map(({ id }) => id)).toContain(paid.id)
      // The rail answers again: what it did is what counts, and 404 proves nothing.
      world.rail.statusPlan = null
      await later(600_000)
      const isPaid = plan === 'lostAfter' || plan === 'error500AfterPaying'
      expect((await world.row(paid.id)).state).toBe(isPaid ? 'paid' : 'unknown')
      expect(await ordersOf(paid.id)).toEqual([1])
    },
  )

  test.each<RailPlan>(['wrongAmount', 'wrongId'])(
    'answered with %s is unknown and raises an alarm',
    async (plan) => {
      world.rail.plan = plan
      const paid = await approved()
      await world.payouts()
      expect((await world.row(paid.id)).state).toBe('unknown')
      expect(await alarmsOf(paid.id)).toEqual(['payoutDiffers'])
    },
  )

  test('whose process died before the call is found by a status query, paid at most once', async () => {
    const paid = await approved()
    // What a killed process leaves behind: committed as sending, the rail never called.
    const { id } = await world.row(paid.id)
    const order = { amountMinor: paid.amountMinor }
    expect(await startPayout(world.server.services, id)).toMatchObject({ order })
    await world.payouts()
    expect([(await world.row(paid.id)).state, await ordersOf(paid.id)]).toEqual(['sending', [0]])
    // Its caller may still be at the rail, which has ten seconds to take the order.
    await later(19_000)
    expect((await world.row(paid.id)).state).toBe('sending')
    await later(2_000)
    expect([(await world.row(paid.id)).state, await ordersOf(paid.id)]).toEqual(['unknown', [0]])
    await later(600_000)
    expect((await world.row(paid.id)).state).toBe('unknown')
  })

  test('of unknown outcome is ended by the line that paid it, by another than who approved', async () => {
    world.rail.plan = 'lostAfter'
    world.rail.statusPlan = 'lost'
    const member = await world.factory.member()
    await world.fund(member, 777_700)
    const id = (await world.withdraw(member, 777_700)).body.data?.id ?? ''
    const [anna, ben] = [await world.cashier(), await world.cashier()]
    await anna.call('preTransactions.approve', { id, version: 1 }, { idempotencyKey: key() })
    await world.payouts()
    const { version } = await world.row(id)
    const { lineId } = await world.outgoing(777_700, { isOnlyStored: true })
    const resolve = (by: typeof anna, line: string) =>
      by.call(
        'preTransactions.resolveUnknown',
        { id, version, lineId: line, remark: 'seen on the statement' },
        { idempotencyKey: key() },
      )
    const outside = encodeId('statementLine', lineId)
    const other = await world.outgoing(777_701, { isOnlyStored: true })
    expect(await failure(resolve(anna, outside))).toBe('403 fourEyes')
    expect(await failure(resolve(ben, encodeId('statementLine', other.lineId)))).toBe('409 lineNotOpen')
    expect(await failure(resolve(ben, outside))).toBe('done')
    expect(await world.row(id)).toMatchObject({ state: 'paid', settled_line_id: lineId })
  })
})

describe('an outgoing line', () => {
  const unknown = async () => {
    world.rail.plan = 'lostBefore'
    world.rail.statusPlan = 'lost'
    const paid = await approved()
    await world.payouts()
    return paid
  }
  test('pays an unknown payout of its account and amount', async () => {
    const paid = await unknown()
    await world.outgoing(paid.amountMinor)
    expect((await world.row(paid.id)).state).toBe('paid')
  })

  test('with a mask of another account settles nothing', async () => {
    const paid = await unknown()
    const last = Number(paid.member.accountNo.slice(-1))
    const payeeMask = `?????????${(last + 1) % 10}`
    expect((await world.outgoing(paid.amountMinor, { payeeMask })).withdrawalId).toBeNull()
    expect((await world.row(paid.id)).state).toBe('unknown')
  })

  test('that fits two payouts settles none; the reference of the rail decides', async () => {
    const both = await Promise.all(
      [88_800, 88_800].map(async (amount) => {
        const member = await world.regular(amount)
        return (await world.withdraw(member, amount)).body.data?.id ?? ''
      }),
    )
    await world.payouts()
    expect((await world.outgoing(88_800)).withdrawalId).toBeNull()
    const row = await world.row(both[0] ?? '')
    const [payout] = await world.factory.query<{ rail_ref: string }>(
      'select rail_ref from payouts where withdrawal_id = $1',
      [row.id],
    )
    const settled = await world.outgoing(88_800, { ref: payout?.rail_ref ?? '' })
    expect(settled.withdrawalId).toBe(row.id)
  })

  test('that pays a settled withdrawal again raises an alarm and settles nothing', async () => {
    const paid = await approved()
    await world.payouts()
    await world.outgoing(paid.amountMinor)
    const transit = await world.factory.balance(inTransit(world.source.outside).code)
    expect((await world.outgoing(paid.amountMinor)).withdrawalId).toBeNull()
    expect(await alarmsOf(paid.id)).toEqual(['doublePayment'])
    expect(await world.factory.balance(inTransit(world.source.outside).code)).toBe(transit)
  })

  test('that is missing ten minutes after a paid payout raises an alarm, cleared when it comes', async () => {
    const paid = await approved()
    await world.payouts()
    await later(601_000)
    expect(await alarmsOf(paid.id)).toEqual(['payoutWithoutLine'])
    await world.outgoing(paid.amountMinor)
    expect(await alarmsOf(paid.id)).toEqual([])
  })
})

describe('what stops payouts', () => {
  test('a member suspended after the approval: back to review', async () => {
    const paid = await approved()
    await world.factory.query(`update members set state = 'suspended' where id = $1`, [paid.member.id])
    await world.payouts()
    expect(await world.row(paid.id)).toMatchObject({ state: 'review', band: 'onePerson' })
    expect(await ordersOf(paid.id)).toEqual([])
  })

  test('a member suspended after two had approved: two approve anew', async () => {
    const member = await world.factory.member()
    await world.fund(member, 5_000_000)
    const id = (await world.withdraw(member, 5_000_000)).body.data?.id ?? ''
    const approve = async (by: Person) => {
      const { version } = await world.row(id)
      return (await by.call('preTransactions.approve', { id, version }, { idempotencyKey: key() })).state
    }
    const [anna, ben] = [await world.cashier(), await world.cashier()]
    expect([await approve(anna), await approve(ben)]).toEqual(['awaitingSecond', 'approved'])
    const setState = (state: string) =>
      world.factory.query('update members set state = $2 where id = $1', [member.id, state])
    await setState('suspended')
    await world.payouts()
    await setState('active')
    expect([await approve(ben), await approve(anna)]).toEqual(['awaitingSecond', 'approved'])
  })

  test('no account that may pay so much: it waits with an alarm and goes when there is one', async () => {
    await world.factory.query('update bank_accounts set transfer_limit_minor = 20000 where id = $1', [
      world.source.id,
    ])
    const paid = await approved()
    await world.payouts()
    expect((await world.row(paid.id)).state).toBe('approved')
    expect(await alarmsOf(paid.id)).toEqual(['noPayoutSource'])
    // What its limit allows to the satang it pays.
    const limit = 'update bank_accounts set transfer_limit_minor = $2 where id = $1'
    const states: string[] = []
    for (const most of [paid.amountMinor - 1, paid.amountMinor]) {
      await world.factory.query(limit, [world.source.id, most])
      await world.payouts()
      states.push((await world.row(paid.id)).state)
    }
    expect(states).toEqual(['approved', 'paid'])
    await world.factory.query(limit, [world.source.id, null])
    await world.payouts()
    expect(await alarmsOf(paid.id)).toEqual([])
  })

  test.each<[RailPlan, string]>([
    ['lostAfter', 'unknown'],
    ['accept', 'sending'],
  ])('the hourly circuit breaker counts what may have left: the rail’s plan %s', async (plan, state) => {
    world.server.clock.ms += 7_200_000
    Object.assign(world.rail, { plan, statusPlan: plan === 'lostAfter' ? 'lost' : null })
    const first = await approved()
    await world.payouts()
    expect((await world.row(first.id)).state).toBe(state)
    Object.assign(world.rail, { plan: 'succeed', statusPlan: null })
    const second = await approved()
    await world.server.set({ payoutFusePerHourMinor: first.amountMinor + second.amountMinor - 1 })
    await world.payouts()
    expect([(await world.row(second.id)).state, await alarmsOf('brand')]).toEqual([
      'approved',
      ['payoutFuse'],
    ])
    // People went on: what left counts until an hour is over, to the millisecond.
    const [sent] = await world.factory.query<{ at: string }>(
      'select created_at as at from payouts where withdrawal_id = $1',
      [(await world.row(first.id)).id],
    )
    const stateAfter = async (ms: number) => {
      await world.server.database.plant('update alarms set cleared_at = now() where cleared_at is null')
      await runPayouts({ ...world.server.services, now: () => Date.parse(sent?.at ?? '') + ms })
      return (await world.row(second.id)).state
    }
    expect([await stateAfter(3_599_999), await stateAfter(3_600_000)]).toEqual(['approved', 'paid'])
    await world.server.set({ payoutFusePerHourMinor: 500_000_000 })
    world.server.clock.ms += 3_600_000
  })

  test('the circuit breaker: holds at the limit; over it nothing leaves until it is cleared', async () => {
    world.server.clock.ms += 7_200_000
    const first = await approved()
    await world.server.set({ payoutFusePerHourMinor: first.amountMinor })
    await world.payouts()
    expect((await world.row(first.id)).state).toBe('paid')
    const second = await approved()
    await world.payouts()
    expect((await world.row(second.id)).state).toBe('approved')
    expect(await alarmsOf('brand')).toEqual(['payoutFuse'])
    await world.server.set({ payoutFusePerHourMinor: 500_000_000 })
    await world.payouts()
    expect((await world.row(second.id)).state).toBe('approved')
    // Raising the limit resumes nothing by itself: one person asks, another one agrees.
    const resume = (person: Person) =>
      person.call('dashboard.resumePayouts', { reason: 'ตรวจยอดแล้ว' }, { idempotencyKey: key() })
    const permissions = { dashboard: ['isRead'] } as const
    const [anna, ben] = [await world.cashier({ permissions }), await world.cashier({ permissions })]
    const cold = await world.cashier({ permissions, hasStepUp: false })
    expect(await failure(resume(cold))).toBe('403 stepUpRequired')
    await world.server.set({ payoutFusePerHourMinor: second.amountMinor })
    expect((await resume(anna)).state).toBe('waiting')
    expect(await failure(resume(anna))).toBe('409 conflict')
    const { records } = await ben.call('dashboard.alarms', {})
    const breaker = records.find((alarm) => alarm.code === 'payoutFuse')
    expect(breaker).toMatchObject({ endedBy: 'resumePayouts', askedBy: anna.username })
    const approvalId = breaker?.approvalId ?? null
    expect(await failure(decideAs(anna, approvalId))).toBe('403 fourEyes')
    const reader = await world.server.person({ permissions, password: decidePassword })
    expect(await failure(decideAs(reader, approvalId))).toBe('404 notFound')
    await world.payouts()
    expect((await world.row(second.id)).state).toBe('approved')
    expect(await failure(resume(ben))).toBe('409 conflict')
    expect(await decideAs(ben, approvalId, true, 'ตรวจยอดแล้ว')).toEqual({ state: 'approved' })
    expect(await failure(resume(ben))).toBe('409 stateRefused')
    const [act] = await world.factory.query(
      `select actor_id, reason from activity_log where action = 'payoutsResumed'`,
    )
    expect(act).toEqual({ actor_id: ben.id, reason: 'ตรวจยอดแล้ว' })
    // What left before the two agreed no longer counts against the hour, nor before the last time.
    await world.payouts()
    expect((await world.row(second.id)).state).toBe('paid')
    expect(await alarmsOf('brand')).toEqual([])
    const third = await approved()
    await world.server.set({ payoutFusePerHourMinor: third.amountMinor })
    await world.payouts()
    expect((await world.row(third.id)).state).toBe('approved')
    const now = new Date(world.server.services.now())
    await world.server.database.plant('update alarms set cleared_at = $1 where cleared_at is null', [now])
    await world.payouts()
    expect((await world.row(third.id)).state).toBe('paid')
  })
})
