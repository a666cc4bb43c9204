import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { none, reason } from '../kit/error-details.ts'
import { gatewayMethods, gatewayOrderStates } from '../values/gateway-values.ts'
import { AmountMinor, Instant, idOf } from '../values/values.ts'

/** An order as the member site shows it. */
const MemberOrder = z.strictObject({
  id: idOf('gatewayOrder'),
  reference: z.string(),
  state: z.enum(gatewayOrderStates),
  amountMinor: AmountMinor,
  /** What reaches the wallet: less than the amount where the member bears the fee. Null before it is paid. */
  creditedMinor: AmountMinor.nullable(),
  /** The text of the PromptPay code, and the same as SVG; null where the gateway has a page of its own. */
  qrPayload: z.string().nullable(),
  qrSvg: z.string().nullable(),
  payUrl: z.string().nullable(),
  expiresAt: Instant,
})

/** Orders of members through payment gateways; part of what the member site may ask. */
export const memberOrders = defineCalls({
  createOrder: {
    method: 'POST',
    path: '/member/v1/order/create',
    requires: 'signature',
    ownTransaction: true,
    summary:
      'A member pays through a gateway. The same request key makes one order, however often it is asked.',
    input: z.strictObject({
      memberId: idOf('member'),
      amountMinor: AmountMinor,
      method: z.enum(gatewayMethods).default('promptPay'),
      requestKey: z.string().regex(/^[\x21-\x7e]{8,100}$/, 'invalidFormat'),
    }),
    output: MemberOrder,
    errors: {
      memberNotFound: none,
      memberNotActive: none,
      brandSwitchOff: reason('switchedOff', 'noGateway', 'gatewayDown'),
      idempotencyMismatch: none,
    },
  },
  getOrder: {
    method: 'POST',
    path: '/member/v1/order/get',
    requires: 'signature',
    isRead: true,
    summary: 'An order as it stands.',
    input: z.strictObject({ id: idOf('gatewayOrder') }),
    output: MemberOrder,
    errors: { notFound: none },
  },
})

const calls = defineCalls({
  webhook: {
    method: 'POST',
    path: '/auto/v1/gateway/{gatewayId}/webhook',
    requires: 'public',
    rate: 'webhook',
    raw: true,
    ownTransaction: true,
    summary:
      'What a gateway tells. Kept as it came; its signature over the bytes is judged before they are read.',
    input: z.strictObject({ gatewayId: idOf('gateway') }),
    output: z.strictObject({ state: z.string() }),
    errors: { notFound: none, badSignature: none, staleTimestamp: none, conflict: none },
  },
})

/** Part of what machines may tell. */
export const gatewayWebhook = calls.webhook
