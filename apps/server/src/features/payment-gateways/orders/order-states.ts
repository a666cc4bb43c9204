import type { gatewayEventStates, gatewayOrderStates } from '@khlang/contract/values/gateway-values.ts'
import { bookCurrency } from '@khlang/ledger/accounts.ts'
import type { Told } from '../adapters/adapter.ts'

/**
 * What is known of an order, each a thing that is so or not. Nothing here is ever taken back, and the state
 * follows from all of it: therefore it is the same in whatever order it became known.
 */
export interface Facts {
  readonly isPaid: boolean
  readonly isFailed: boolean
  readonly isExpired: boolean
  /** The gateway says so; of an order that nobody paid it is kept until the payment is known. */
  readonly isRefunded: boolean
  /** It told of another amount, another currency, or of a payment after its time. */
  readonly isDiffering: boolean
  /** A second payment for the same order. */
  readonly isDoubled: boolean
}
export type Fact = keyof Facts

export type OrderState = (typeof gatewayOrderStates)[number]
type EventState = (typeof gatewayEventStates)[number]

/** The state of an order that the gateway has taken. Pure. */
export function stateOf(facts: Facts): Exclude<OrderState, 'created'> {
  if (facts.isPaid) return facts.isRefunded ? 'refunded' : 'paid'
  if (facts.isDiffering || facts.isRefunded) return 'unknown'
  if (facts.isFailed) return 'failed'
  return facts.isExpired ? 'expired' : 'pending'
}

export type PersonReason = 'doubled' | 'refunded' | 'contradiction' | 'differs' | 'refundedUnpaid'

/** Why a person must look; null where nobody must. Pure. */
export function personReasonOf(facts: Facts): PersonReason | null {
  if (facts.isDoubled) return 'doubled'
  if (facts.isPaid && facts.isRefunded) return 'refunded'
  if (facts.isPaid && facts.isFailed) return 'contradiction'
  if (facts.isDiffering) return 'differs'
  return facts.isRefunded ? 'refundedUnpaid' : null
}

/** An order may be paid a moment after its time: the bank has the code on its screen already. */
export const graceMs = 120_000

interface Judged {
  readonly state: Extract<EventState, 'applied' | 'noEffect' | 'parked' | 'differs' | 'late' | 'doubled'>
  readonly fact: Fact | null
}

interface OrderSeen extends Facts {
  readonly amountMinor: number
  readonly expiresAt: string
  readonly paymentRef: string | null
}

function judgePaid(order: OrderSeen, told: Told): Judged {
  if (told.amountMinor !== order.amountMinor || told.currency !== bookCurrency)
    return { state: 'differs', fact: 'isDiffering' }
  if (Date.parse(told.happenedAt) > Date.parse(order.expiresAt) + graceMs)
    return { state: 'late', fact: 'isDiffering' }
  if (!order.isPaid) return { state: 'applied', fact: 'isPaid' }
  return told.paymentRef === order.paymentRef
    ? { state: 'noEffect', fact: null }
    : { state: 'doubled', fact: 'isDoubled' }
}

/** What a gateway's word makes of an order. Pure. */
export function judge(order: OrderSeen, told: Told): Judged {
  switch (told.kind) {
    case 'pending':
      return { state: 'noEffect', fact: null }
    case 'paid':
      return judgePaid(order, told)
    case 'failed':
      return { state: order.isPaid ? 'noEffect' : 'applied', fact: 'isFailed' }
    case 'expired':
      return { state: order.isPaid ? 'noEffect' : 'applied', fact: 'isExpired' }
    case 'refunded':
      if (told.amountMinor !== order.amountMinor || told.currency !== bookCurrency)
        return { state: 'differs', fact: 'isDiffering' }
      return { state: order.isPaid ? 'applied' : 'parked', fact: 'isRefunded' }
  }
}
