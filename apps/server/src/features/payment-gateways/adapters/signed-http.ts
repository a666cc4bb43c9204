import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { outcomeOf } from '../../payouts/rails.ts'
import type { Sent } from '../../../platform/security/egress.ts'
import {
  isOk,
  jsonOf,
  webhookWindowMs,
  type Access,
  type Adapter,
  type Told,
  type Verdict,
} from './adapter.ts'

// The plain protocol of docs/gateway-protocol.md, for whoever builds a gateway for us or a bridge to one.

const Word = z.string().max(200)
const Ordered = z.object({
  id: Word,
  gatewayRef: Word,
  amountMinor: z.int(),
  currency: Word,
  qrPayload: z.string().max(512).nullable().default(null),
  payUrl: z.string().max(500).nullable().default(null),
})
const Said = z.object({
  eventId: Word.min(1),
  kind: z.enum(['pending', 'paid', 'failed', 'expired', 'refunded']),
  orderId: Word.nullable().default(null),
  gatewayRef: Word.nullable().default(null),
  paymentRef: Word.nullable().default(null),
  amountMinor: z.int(),
  currency: Word,
  happenedAt: z.iso.datetime(),
})

const hmac = (secret: string, parts: readonly (string | Buffer)[]): string => {
  const mac = createHmac('sha256', secret)
  for (const part of parts) mac.update(part)
  return mac.digest('hex')
}

function signed(access: Access, method: 'GET' | 'POST', path: string, nowMs: number, body = ''): Sent {
  const timestamp = String(Math.floor(nowMs / 1000))
  return {
    method,
    url: `${access.baseUrl}${path}`,
    headers: {
      'content-type': 'application/json',
      'x-gateway-key': access.keyId ?? '',
      'x-gateway-timestamp': timestamp,
      'x-gateway-signature': hmac(access.apiSecret, [`${timestamp}.${method}.${path}.`, body]),
    },
    ...(method === 'POST' ? { body } : {}),
  }
}

/** Whether any of several signatures, parted by commas, is the one: a gateway may be changing its key. */
export function isOneOf(given: string, expected: string): boolean {
  const right = Buffer.from(expected)
  return given
    .split(',')
    .slice(0, 4)
    .map((each) => Buffer.from(each.trim()))
    .some((each) => each.length === right.length && timingSafeEqual(each, right))
}

/** The time of a signature that was found right. */
export const freshness = (timestamp: string, nowMs: number): Verdict =>
  Math.abs(nowMs - Number(timestamp) * 1000) > webhookWindowMs ? 'stale' : 'signed'

function told(value: unknown): Told | null {
  const said = Said.safeParse(value)
  if (!said.success) return null
  const { orderId, ...rest } = said.data
  return { ...rest, orderRef: orderId }
}

export const signedHttp: Adapter = {
  name: 'signedHttp',
  order: (access, order, nowMs) =>
    signed(
      access,
      'POST',
      '/v1/orders',
      nowMs,
      JSON.stringify({ merchantId: access.merchantId, ...order }),
    ),
  readOrder: (answered, order) => {
    if (answered.status === 422) return { state: 'refused', reason: 'refused' }
    const read = Ordered.safeParse(isOk(answered) ? jsonOf(answered.text) : undefined)
    if (!read.success) return { state: 'unknown', reason: `http${answered.status}` }
    const { id, amountMinor, currency, gatewayRef, qrPayload, payUrl } = read.data
    // Another order's code would have the member pay for somebody else.
    if (id !== order.id || amountMinor !== order.amountMinor || currency !== order.currency)
      return { state: 'unknown', reason: 'otherOrder' }
    return { state: 'pending', gatewayRef, qrPayload, payUrl }
  },
  status: (access, { id }, nowMs) => signed(access, 'GET', `/v1/orders/${id}`, nowMs),
  readStatus: (answered) => (isOk(answered) ? told(jsonOf(answered.text)) : null),
  verify: (access, headers, raw, nowMs) => {
    const timestamp = headers['x-gateway-timestamp'] ?? ''
    const given = headers['x-gateway-signature'] ?? ''
    if (!/^\d{10}$/.test(timestamp) || given === '') return 'forged'
    const expected = hmac(access.webhookSecret, [`${timestamp}.`, raw])
    return isOneOf(given, expected) ? freshness(timestamp, nowMs) : 'forged'
  },
  read: (text) => told(jsonOf(text)),
  payouts: {
    pay: (access, order, nowMs) => signed(access, 'POST', '/v1/payouts', nowMs, JSON.stringify(order)),
    status: (access, { id }, nowMs) => signed(access, 'GET', `/v1/payouts/${id}`, nowMs),
    read: outcomeOf,
  },
}
