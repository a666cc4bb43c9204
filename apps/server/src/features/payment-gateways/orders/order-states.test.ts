import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Told } from '../adapters/adapter.ts'
import { judge, personReasonOf, stateOf, type Facts } from './order-states.ts'

const inTime = '2026-03-01T10:05:00.000Z'
const order = { amountMinor: 300_000, expiresAt: '2026-03-01T10:15:00.000Z' }
const nothing: Facts = {
  isPaid: false,
  isFailed: false,
  isExpired: false,
  isRefunded: false,
  isDiffering: false,
  isDoubled: false,
}
const told = (change: Partial<Told> = {}): Told => ({
  eventId: 'e',
  kind: 'paid',
  orderRef: null,
  gatewayRef: null,
  paymentRef: 'p1',
  amountMinor: 300_000,
  currency: 'THB',
  happenedAt: inTime,
  ...change,
})

/** Tells them one after the other. */
function hear(all: readonly Told[]) {
  let facts = nothing
  let paymentRef: string | null = null
  let credits = 0
  const states = all.map((each) => {
    const { state, fact } = judge({ ...order, ...facts, paymentRef }, each)
    if (fact === 'isPaid') {
      credits += 1
      paymentRef = each.paymentRef
    }
    if (fact !== null) facts = { ...facts, [fact]: true }
    return state
  })
  return { state: stateOf(facts), person: personReasonOf(facts), credits, states }
}

const failed = told({ kind: 'failed' })
const refunded = told({ kind: 'refunded' })

test.each<[string, Told[], object]>([
  ['paid', [told()], { state: 'paid', person: null, credits: 1 }],
  ['paid, told twice', [told(), told()], { state: 'paid', person: null, credits: 1 }],
  [
    'paid twice',
    [told(), told({ paymentRef: 'p2' })],
    { state: 'paid', person: 'doubled', credits: 1, states: ['applied', 'doubled'] },
  ],
  ['paid after failed', [failed, told()], { state: 'paid', person: 'contradiction', credits: 1 }],
  [
    'refunded before paid',
    [refunded],
    { state: 'unknown', person: 'refundedUnpaid', credits: 0, states: ['parked'] },
  ],
  ['refunded, and then paid', [refunded, told()], { state: 'refunded', person: 'refunded', credits: 1 }],
  [
    'less than asked',
    [told({ amountMinor: 299_999 })],
    { state: 'unknown', person: 'differs', credits: 0 },
  ],
  ['nothing', [told({ amountMinor: 0 })], { state: 'unknown', person: 'differs', credits: 0 }],
  ['less than nothing', [told({ amountMinor: -300_000 })], { state: 'unknown', credits: 0 }],
  ['in dollars', [told({ currency: 'USD' })], { state: 'unknown', person: 'differs', credits: 0 }],
  [
    'after its time',
    [told({ happenedAt: '2026-03-01T10:17:01.000Z' })],
    { state: 'unknown', credits: 0, states: ['late'] },
  ],
  ['a moment after', [told({ happenedAt: '2026-03-01T10:16:59.000Z' })], { state: 'paid', credits: 1 }],
])('%s', (_, all, ends) => {
  expect(hear(all)).toMatchObject(ends)
})

test('whatever the order, the end is the same, and money moves at most once', () => {
  const one = fc.record({
    kind: fc.constantFrom('pending', 'paid', 'failed', 'expired', 'refunded'),
    paymentRef: fc.constantFrom('p1', 'p2'),
    amountMinor: fc.constantFrom(300_000, 300_000, 300_000, 299_999, 0),
    currency: fc.constantFrom('THB', 'THB', 'USD'),
    happenedAt: fc.constantFrom(inTime, '2026-03-03T00:00:00.000Z'),
  })
  const shuffled = fc
    .array(one, { maxLength: 8 })
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))
  fc.assert(
    fc.property(shuffled, ([all, other]) => {
      const [first, second] = [all, other].map((each) => hear(each.map((change) => told(change as Told))))
      expect(second?.state).toBe(first?.state)
      expect(second?.person).toBe(first?.person)
      expect(second?.credits).toBe(first?.credits)
      expect(first?.credits).toBeLessThanOrEqual(1)
    }),
  )
})
