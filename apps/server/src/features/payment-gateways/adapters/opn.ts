import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { isOk, jsonOf, type Access, type Adapter, type Told } from './adapter.ts'
import { freshness, isOneOf } from './signed-http.ts'

// After the public API of Opn Payments (formerly Omise), docs.omise.co: charges with a source of type
// `promptpay`, and the events `charge.complete`, `charge.expire` and `refund.create`.
//
// Assumed, and never tried against their servers: that amounts are satang; that `metadata` comes back whole
// with the charge; that webhooks carry `Omise-Signature-Timestamp` and `Omise-Signature`, hexadecimal
// HMAC-SHA-256 of `<timestamp>.<body>` under the webhook secret of the dashboard, which is base64. An account
// that has no webhook secret sends nothing signed: its events are refused, and orders end by being asked
// about. The code comes as a picture at an address of theirs, not as text. Payouts would need a recipient of
// theirs for each member's account: none leave by this adapter.

const Text = z.string().max(500)
const Charge = z.object({
  object: z.literal('charge'),
  id: Text,
  amount: z.int(),
  currency: Text,
  status: z.enum(['pending', 'successful', 'failed', 'expired', 'reversed']),
  paid_at: z.iso.datetime().nullish(),
  created_at: z.iso.datetime(),
  metadata: z.object({ order: Text.optional() }).nullish(),
  source: z
    .object({ scannable_code: z.object({ image: z.object({ download_uri: Text }) }).nullish() })
    .nullish(),
})
const Refund = z.object({
  object: z.literal('refund'),
  charge: Text,
  amount: z.int(),
  currency: Text,
  created_at: z.iso.datetime(),
  metadata: z.object({ order: Text.optional() }).nullish(),
})
const Event = z.object({
  object: z.literal('event'),
  id: Text.min(1),
  key: Text,
  created_at: z.iso.datetime(),
  data: z.union([Charge, Refund]),
})

const kinds = {
  pending: 'pending',
  successful: 'paid',
  failed: 'failed',
  expired: 'expired',
  // Taken back before it was captured: nothing was paid.
  reversed: 'failed',
} as const

const authorization = ({ apiSecret }: Access): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${apiSecret}:`).toString('base64')}`,
})

const toldOfCharge = (charge: z.infer<typeof Charge>, eventId: string): Told => ({
  eventId,
  kind: kinds[charge.status],
  orderRef: charge.metadata?.order ?? null,
  gatewayRef: charge.id,
  paymentRef: charge.id,
  amountMinor: charge.amount,
  currency: charge.currency.toUpperCase(),
  happenedAt: charge.paid_at ?? charge.created_at,
})

function readEvent(text: string): Told | null {
  const read = Event.safeParse(jsonOf(text))
  if (!read.success) return null
  const { id, data } = read.data
  if (data.object === 'charge') return toldOfCharge(data, id)
  return {
    eventId: id,
    kind: 'refunded',
    orderRef: data.metadata?.order ?? null,
    gatewayRef: data.charge,
    paymentRef: data.charge,
    amountMinor: data.amount,
    currency: data.currency.toUpperCase(),
    happenedAt: data.created_at,
  }
}

export const opn: Adapter = {
  name: 'opn',
  order: (access, order) => ({
    method: 'POST',
    url: `${access.baseUrl}/charges`,
    headers: { ...authorization(access), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      amount: String(order.amountMinor),
      currency: order.currency.toLowerCase(),
      'source[type]': 'promptpay',
      expires_at: order.expiresAt,
      'metadata[order]': order.id,
      description: order.reference,
    }).toString(),
  }),
  readOrder: (answered, order) => {
    if (answered.status === 400 || answered.status === 401)
      return { state: 'refused', reason: `http${answered.status}` }
    const read = Charge.safeParse(isOk(answered) ? jsonOf(answered.text) : undefined)
    if (!read.success) return { state: 'unknown', reason: `http${answered.status}` }
    const { id, amount, currency, status, source } = read.data
    if (amount !== order.amountMinor || currency.toUpperCase() !== order.currency)
      return { state: 'unknown', reason: 'otherOrder' }
    const payUrl = source?.scannable_code?.image.download_uri ?? null
    if (status !== 'pending' || payUrl === null) return { state: 'refused', reason: status }
    return { state: 'pending', gatewayRef: id, qrPayload: null, payUrl }
  },
  status: (access, { gatewayRef }) =>
    gatewayRef === null
      ? null
      : {
          method: 'GET',
          url: `${access.baseUrl}/charges/${encodeURIComponent(gatewayRef)}`,
          headers: authorization(access),
        },
  readStatus: (answered) => {
    const read = Charge.safeParse(isOk(answered) ? jsonOf(answered.text) : undefined)
    return read.success ? toldOfCharge(read.data, `status ${read.data.id} ${read.data.status}`) : null
  },
  verify: (access, headers, raw, nowMs) => {
    const timestamp = headers['omise-signature-timestamp'] ?? ''
    const given = headers['omise-signature'] ?? ''
    if (!/^\d{10}$/.test(timestamp) || given === '') return 'forged'
    const key = Buffer.from(access.webhookSecret, 'base64')
    const expected = createHmac('sha256', key).update(`${timestamp}.`).update(raw).digest('hex')
    return isOneOf(given, expected) ? freshness(timestamp, nowMs) : 'forged'
  },
  read: readEvent,
}
