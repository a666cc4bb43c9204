import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { StateNow } from '../kit/error-details.ts'
import { cursorList, cursorPage } from '../kit/paging.ts'
import {
  eventVerdicts,
  gatewayEventStates,
  gatewayMethods,
  gatewayOrderStates,
  routeReasons,
} from '../values/gateway-values.ts'
import { DateOn, Instant, SignedMinor, idOf, line } from '../values/values.ts'

const read = { paymentGateway: ['isRead'] } as const
const update = { paymentGateway: ['isUpdate'] } as const
const id = idOf('gateway')
const Reason = line(200, 3)

const Order = z.strictObject({
  id: idOf('gatewayOrder'),
  reference: z.string(),
  gateway: z.strictObject({ id, name: z.string() }),
  member: z.strictObject({ id: idOf('member'), username: z.string() }),
  method: z.enum(gatewayMethods),
  amountMinor: SignedMinor,
  feeMinor: SignedMinor,
  creditedMinor: SignedMinor.nullable(),
  state: z.enum(gatewayOrderStates),
  gatewayRef: z.string().nullable(),
  /** Why a person must look; null where nobody must. */
  personReason: z.string().nullable(),
  depositId: idOf('deposit').nullable(),
  /** The member's credit went back, after the gateway gave the money back. */
  isTakenBack: z.boolean(),
  createdAt: Instant,
  paidAt: Instant.nullable(),
  expiresAt: Instant,
  settlesOn: z.string().nullable(),
  version: z.int(),
})

const Event = z.strictObject({
  id: idOf('gatewayEvent'),
  gateway: z.strictObject({ id, name: z.string() }),
  source: z.enum(['webhook', 'query']),
  verdict: z.enum(eventVerdicts),
  state: z.enum(gatewayEventStates),
  kind: z.string().nullable(),
  orderId: idOf('gatewayOrder').nullable(),
  orderRef: z.string().nullable(),
  amountMinor: SignedMinor.nullable(),
  currency: z.string().nullable(),
  address: z.string().nullable(),
  repeats: z.int(),
  receivedAt: Instant,
  happenedAt: Instant.nullable(),
  handledBy: z.string().nullable(),
  handledReason: z.string().nullable(),
})

/** A line of a bank by which a gateway paid what it owed. */
const Settlement = z.strictObject({
  id: idOf('gatewaySettlement'),
  lineId: idOf('statementLine'),
  gateway: z.strictObject({ id, name: z.string() }),
  account: z.string(),
  amountMinor: SignedMinor,
  /** The line less what was due when it was asked for. */
  differenceMinor: SignedMinor,
  coversFrom: DateOn.nullable(),
  coversTo: DateOn.nullable(),
  /** The bank’s day of the line. */
  valueOn: DateOn,
  by: z.string(),
  checker: z.string().nullable(),
  settledAt: Instant,
  reversedAt: Instant.nullable(),
})

/** One gateway as the rule of routing saw it. */
export const Route = z.strictObject({
  id,
  name: z.string(),
  priority: z.int(),
  isAccepted: z.boolean(),
  reasons: z.array(z.enum(routeReasons)),
  feeMinor: SignedMinor,
  leftTodayMinor: SignedMinor.nullable(),
})

/** What was ordered through gateways, and what they told; part of their area. */
export const gatewayWatch = defineCalls({
  orders: {
    method: 'GET',
    path: '/api/v2/payment-gateway/order/list',
    requires: read,
    isOfStaff: true,
    summary: 'Orders through gateways, newest first.',
    input: z.strictObject({
      ...cursorPage,
      gatewayId: id.optional(),
      state: z.array(z.enum(gatewayOrderStates)).max(10).optional(),
    }),
    output: cursorList(Order),
  },
  order: {
    method: 'GET',
    path: '/api/v1/payment-gateway/order/{id}',
    requires: read,
    isOfStaff: true,
    subject: 'gatewayOrder',
    summary: 'One order: its code, why it went this way, and what the gateway told of it.',
    input: z.strictObject({ id: idOf('gatewayOrder') }),
    output: z.strictObject({
      ...Order.shape,
      qrPayload: z.string().nullable(),
      payUrl: z.string().nullable(),
      routing: z.array(Route),
      events: z.array(Event),
      /** Its credit stands though the gateway says that it gave the money back. */
      mayTakeBack: z.boolean(),
      /** Who asked to take the credit back, and who agreed; `doneAt` is null while it waits. */
      takingBack: z
        .strictObject({
          approvalId: idOf('approval'),
          by: z.string(),
          checker: z.string().nullable(),
          reason: z.string(),
          askedAt: Instant,
          doneAt: Instant.nullable(),
        })
        .nullable(),
    }),
  },
  checkOrder: {
    method: 'POST',
    path: '/api/v1/payment-gateway/order/{id}/check',
    requires: update,
    isOfStaff: true,
    subject: 'gatewayOrder',
    summary: 'Asks the gateway at once what became of an order.',
    input: z.strictObject({ id: idOf('gatewayOrder') }),
    output: z.strictObject({}),
  },
  settlements: {
    method: 'GET',
    path: '/api/v2/payment-gateway/settlement/list',
    requires: read,
    isOfStaff: true,
    summary: 'Lines by which gateways paid what they owed, newest first, also those that were taken back.',
    input: z.strictObject({ ...cursorPage, gatewayId: id.optional() }),
    output: cursorList(Settlement),
  },
  events: {
    method: 'GET',
    path: '/api/v2/payment-gateway/event/list',
    requires: read,
    isOfStaff: true,
    summary: 'What gateways told, newest first: also what was not signed as it must be.',
    input: z.strictObject({
      ...cursorPage,
      gatewayId: id.optional(),
      state: z.array(z.enum(gatewayEventStates)).max(20).optional(),
    }),
    output: cursorList(Event),
  },
  event: {
    method: 'GET',
    path: '/api/v1/payment-gateway/event/{id}',
    requires: read,
    isOfStaff: true,
    subject: 'gatewayEvent',
    summary: 'One of them, as it came.',
    input: z.strictObject({ id: idOf('gatewayEvent') }),
    output: z.strictObject({ ...Event.shape, raw: z.string() }),
  },
  retryEvent: {
    method: 'POST',
    path: '/api/v1/payment-gateway/event/{id}/retry',
    requires: update,
    isOfStaff: true,
    subject: 'gatewayEvent',
    ownTransaction: true,
    summary: 'Judges what a gateway told once more, by the same rules: its order may be known by now.',
    input: z.strictObject({ id: idOf('gatewayEvent') }),
    output: z.strictObject({ state: z.enum(gatewayEventStates) }),
    errors: { stateRefused: StateNow },
  },
  closeEvent: {
    method: 'POST',
    path: '/api/v1/payment-gateway/event/{id}/close',
    requires: update,
    isOfStaff: true,
    subject: 'gatewayEvent',
    idempotent: true,
    summary: 'A person has looked at it, and says what came of it. It moves no money.',
    input: z.strictObject({ id: idOf('gatewayEvent'), reason: Reason }),
    output: z.strictObject({}),
    errors: { stateRefused: StateNow },
  },
})
