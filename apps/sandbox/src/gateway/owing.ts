import { dayOf } from '../banks/statement.ts'
import type { GatewayOrder, GatewayTerms } from './gateway-order.ts'

const dayMs = 86_400_000

/** What the gateway keeps of an order. */
const feeOf = ({ feeBps, feeFixedMinor }: GatewayTerms, amountMinor: number): number =>
  Math.ceil((amountMinor * feeBps) / 10_000) + feeFixedMinor

/** What the house is to have of an order in the end: of one that was given back, less than nothing. */
function shareOf(terms: GatewayTerms, { state, amountMinor, toldAt }: GatewayOrder): number {
  if (toldAt === undefined) return 0
  const fee = feeOf(terms, amountMinor)
  return state === 'refunded' ? -fee : amountMinor - fee
}

/** What the gateway has to pay by now, of orders that the house knows were paid, each with its part. Pure. */
export function owingOf(orders: readonly GatewayOrder[], terms: GatewayTerms, nowMs: number) {
  const today = dayOf(nowMs)
  return orders.flatMap((order) => {
    const dueOn = dayOf(Date.parse(order.toldAt ?? order.changedAt) + terms.settleDays * dayMs)
    const minor = shareOf(terms, order) - (order.settledMinor ?? 0)
    return minor !== 0 && dueOn <= today ? [{ order, minor }] : []
  })
}
