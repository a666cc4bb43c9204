import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { EgressRefused, callOutside, type Answered, type Sent } from '../../platform/security/egress.ts'

/** A service that pays out, and the secret its calls are signed with. */
export interface Rail {
  readonly baseUrl: string
  readonly secret: Buffer
  /** The payment gateway that it is: then that one's adapter speaks to it, with that one's keys. */
  readonly gatewayId: string | null
}

export interface PayoutOrder {
  /** Our payout's outside id: the rail's idempotency key. */
  readonly id: string
  readonly amountMinor: number
  readonly currency: string
  readonly bank: string
  readonly accountNo: string
  readonly accountName: string
  readonly fromAccountNo: string
}

const Answer = z.object({
  id: z.string(),
  state: z.enum(['accepted', 'succeeded', 'failed']),
  ref: z.string().max(200).nullable().default(null),
  reason: z.string().max(500).optional(),
  amountMinor: z.int(),
  currency: z.string(),
})

/**
 * What is known after asking a rail. `unknown` is a state of its own: the payout may have happened or not.
 * `differs`: the rail speaks of another payout or amount, which a person must look at.
 */
export type RailOutcome =
  | {
      readonly state: 'accepted' | 'succeeded' | 'failed'
      readonly ref: string | null
      readonly reason: string | null
    }
  | { readonly state: 'unknown'; readonly reason: string }
  | { readonly state: 'differs'; readonly reason: string }

const nowSeconds = () => Math.floor(Date.now() / 1000).toString()

function signed(rail: Rail, body: string): Record<string, string> {
  const timestamp = nowSeconds()
  return {
    'content-type': 'application/json',
    'x-rail-timestamp': timestamp,
    'x-rail-signature': createHmac('sha256', rail.secret).update(`${timestamp}.${body}`).digest('hex'),
  }
}

/** What an answer says of an order. Pure. */
export function outcomeOf(
  answered: Answered,
  order: Pick<PayoutOrder, 'id' | 'amountMinor' | 'currency'>,
): RailOutcome {
  if (answered.status < 200 || answered.status > 299) {
    return { state: 'unknown', reason: `http${answered.status}` }
  }
  let read: z.infer<typeof Answer>
  try {
    read = Answer.parse(JSON.parse(answered.text))
  } catch {
    return { state: 'unknown', reason: 'unreadable' }
  }
  if (read.id !== order.id || read.amountMinor !== order.amountMinor || read.currency !== order.currency) {
    return { state: 'differs', reason: `${read.id} ${read.amountMinor} ${read.currency}` }
  }
  return { state: read.state, ref: read.ref, reason: read.reason ?? null }
}

async function ask(sent: Sent, order: PayoutOrder, allowed: readonly string[]): Promise<RailOutcome> {
  try {
    return outcomeOf(await callOutside(sent, allowed), order)
  } catch (error) {
    // Even a call that was never sent stays unknown: a person may have paid by another way meanwhile.
    const reason = error instanceof EgressRefused ? `notSent: ${error.message}` : 'noAnswer'
    return { state: 'unknown', reason }
  }
}

/** Orders a payout, once. Whatever is not a clear answer is `unknown` and never sent again blindly. */
export function orderPayout(
  rail: Rail,
  order: PayoutOrder,
  allowed: readonly string[],
): Promise<RailOutcome> {
  const body = JSON.stringify(order)
  const url = `${rail.baseUrl}/v1/payouts`
  return ask({ method: 'POST', url, headers: signed(rail, body), body }, order, allowed)
}

/** Asks what became of a payout. A rail that does not know it says 404, which proves nothing: `unknown`. */
export function queryPayout(
  rail: Rail,
  order: PayoutOrder,
  allowed: readonly string[],
): Promise<RailOutcome> {
  const url = `${rail.baseUrl}/v1/payouts/${order.id}`
  return ask({ method: 'GET', url, headers: signed(rail, '') }, order, allowed)
}
