import { expect, test } from 'vitest'
import type { GatewayOrder } from './gateway-order.ts'
import { owingOf } from './owing.ts'

const terms = { name: 'Sandbox Pay', feeBps: 80, feeFixedMinor: 100, settleDays: 0 }
const nowMs = Date.parse('2026-11-28T10:00:00Z')
const order = (change: Partial<GatewayOrder> = {}): GatewayOrder => ({
  id: 'gwo_1',
  reference: 'G1',
  amountMinor: 10_001,
  currency: 'THB',
  expiresAt: '2026-11-28T10:00:00Z',
  gatewayRef: 'SG1',
  qrPayload: '',
  state: 'paid',
  paymentRef: 'T1',
  changedAt: '2026-11-28T09:00:00Z',
  toldAt: '2026-11-28T09:00:00Z',
  ...change,
})
const owing = (orders: GatewayOrder[], settleDays = 0) =>
  owingOf(orders, { ...terms, settleDays }, nowMs).map(({ minor }) => minor)

test('of a paid order that the house knows, the amount less the fee, rounded up', () => {
  expect(owing([order()])).toEqual([10_001 - 81 - 100])
})

test('nothing of what nobody paid, of what the house was not told, or of what is paid over', () => {
  const { toldAt: _, ...untold } = order()
  const { toldAt: _known, ...pending } = order({ state: 'pending' })
  expect(owing([pending, untold])).toEqual([])
  expect(owing([order({ settledMinor: 10_001 - 181 })])).toEqual([])
})

test('what was given back is taken off again, and its fee is kept', () => {
  expect(owing([order({ state: 'refunded' })])).toEqual([-181])
  expect(owing([order({ state: 'refunded', settledMinor: 9820 })])).toEqual([-10_001])
})

test('only what is due by now, after so many days in Bangkok', () => {
  expect(owing([order()], 1)).toEqual([])
  expect(owing([order({ toldAt: '2026-11-27T16:59:00Z' })], 1)).toEqual([9820])
  expect(owing([order({ toldAt: '2026-11-27T17:01:00Z' })], 1)).toEqual([])
})
