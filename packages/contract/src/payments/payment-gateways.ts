import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { AskedAlready, StateNow, Version, none } from '../kit/error-details.ts'
import { Route, gatewayWatch } from './gateway-watch.ts'
import { slipService } from './slip-service.ts'
import { AskAnswer, MayAskAnswer } from '../values/ask-answer.ts'
import {
  feeBearers,
  gatewayAdapters,
  gatewayDirections,
  gatewayMethods,
  gatewayStates,
} from '../values/gateway-values.ts'
import { AmountMinor, Instant, SignedMinor, idOf, line } from '../values/values.ts'

const read = { paymentGateway: ['isRead'] } as const
const update = { paymentGateway: ['isUpdate'] } as const
const id = idOf('gateway')
const Reason = line(200, 3)

/** Written, never read again. */
const Secret = z.string().regex(/^[\x21-\x7e]{16,200}$/, 'invalidFormat')
const short = z.string().regex(/^[\x21-\x7e]{1,100}$/, 'invalidFormat')

/** What a second person must agree to: where money goes, by which keys, and what it costs. */
const money = {
  adapter: z.enum(gatewayAdapters),
  direction: z.enum(gatewayDirections),
  baseUrl: z.string().min(8).max(200),
  merchantId: short.nullable(),
  keyId: short.nullable(),
  /** Fifteen digits; the code of an order is then made by us. */
  billerId: z
    .string()
    .regex(/^\d{15}$/, 'invalidFormat')
    .nullable(),
  feeBps: z.int().min(0).max(2000),
  feeFixedMinor: z.int().min(0).max(100_000),
  feeBy: z.enum(feeBearers),
  settleDays: z.int().min(0).max(30),
}
/** What one person may change alone. */
const manner = {
  name: line(60, 2),
  methods: z.array(z.enum(gatewayMethods)).min(1).max(2),
  addresses: z.array(z.string().min(2).max(50)).max(50),
  minMinor: AmountMinor,
  maxMinor: AmountMinor,
  dayCapMinor: AmountMinor.nullable(),
  exactMinor: z.array(AmountMinor).max(50),
  priority: z.int().min(1).max(1000),
  weight: z.int().min(1).max(100),
  levels: z.array(z.int().min(0).max(99)).max(100),
  opensMinute: z.int().min(0).max(1439),
  closesMinute: z.int().min(1).max(1440),
  orderExpiryS: z.int().min(60).max(86_400),
  needsPayerMatch: z.boolean(),
}

const Breaker = z.enum(['closed', 'halfOpen', 'open'])
const Kept = z.strictObject({ last4: z.string(), at: Instant })

const Gateway = z.strictObject({
  id,
  code: z.string(),
  ...z.strictObject({ ...money, ...manner }).shape,
  apiSecret: Kept,
  webhookSecret: Kept,
  callbackPath: z.string(),
  state: z.enum(gatewayStates),
  isSandbox: z.boolean(),
  /** A change of where money goes waits for a second person. */
  isSetupAsked: z.boolean(),
  version: z.int(),
})

const Card = z.strictObject({
  id,
  code: z.string(),
  name: z.string(),
  adapter: z.enum(gatewayAdapters),
  direction: z.enum(gatewayDirections),
  methods: z.array(z.enum(gatewayMethods)),
  state: z.enum(gatewayStates),
  isSandbox: z.boolean(),
  breaker: Breaker,
  inToday: z.strictObject({ count: z.int(), amountMinor: SignedMinor }),
  outToday: z.strictObject({ count: z.int(), amountMinor: SignedMinor }),
  /** Of today's orders that are over; null while none is. */
  successBps: z.int().nullable(),
  medianS: z.int().nullable(),
  /** What it owes us, and what we paid ahead; null for who may not see balances. */
  receivableMinor: SignedMinor.nullable(),
  /** Of what it owes: what was to be here before today. */
  overdueMinor: SignedMinor.nullable(),
  floatMinor: SignedMinor.nullable(),
  pendingCount: z.int(),
  peopleCount: z.int(),
  errorsLastHour: z.int(),
  lastCallbackAt: Instant.nullable(),
  lastError: z.string().nullable(),
  dayCapMinor: SignedMinor.nullable(),
  version: z.int(),
})

/** Gateways: who takes money for us and pays it out, what was ordered through them, what they told. */
export const paymentGateways = defineCalls({
  ...slipService,
  list: {
    method: 'GET',
    path: '/api/v1/payment-gateway/list',
    requires: read,
    isOfStaff: true,
    summary: 'All gateways: what went through today, how well, and what waits.',
    input: z.strictObject({}),
    output: z.strictObject({ records: z.array(Card) }),
  },
  get: {
    method: 'GET',
    path: '/api/v1/payment-gateway/{id}',
    requires: read,
    isOfStaff: true,
    subject: 'gateway',
    summary: 'The settings of a gateway. Of its secrets only the end and the age.',
    input: z.strictObject({ id }),
    output: Gateway,
  },
  create: {
    method: 'POST',
    path: '/api/v1/payment-gateway/create',
    requires: { paymentGateway: ['isCreate', 'isUpdate'] },
    isOfStaff: true,
    idempotent: true,
    stepUp: 'recent',
    summary: 'Asks a second person for a new gateway; agreed to, it stands paused until it is switched on.',
    input: z.strictObject({
      code: z.string().regex(/^[a-z][a-z0-9-]{1,30}$/, 'invalidFormat'),
      ...money,
      ...manner,
      apiSecret: Secret,
      webhookSecret: Secret,
      isSandbox: z.boolean().default(false),
      reason: Reason,
    }),
    output: z.strictObject({ ...AskAnswer.shape, id }),
    errors: { invalidValue: none, urlForbidden: none, tooManyRequests: none, stepUpRequired: none },
  },
  update: {
    method: 'POST',
    path: '/api/v1/payment-gateway/{id}/update',
    requires: update,
    isOfStaff: true,
    subject: 'gateway',
    idempotent: true,
    stepUp: 'recent',
    summary:
      'Changes a gateway: at once, or when a second person agrees where keys, fees or the place change.',
    input: z.strictObject({
      id,
      version: z.int(),
      ...money,
      ...manner,
      /** Null: stays as it is. */
      apiSecret: Secret.nullable().default(null),
      webhookSecret: Secret.nullable().default(null),
      reason: Reason,
    }),
    output: MayAskAnswer,
    errors: {
      stale: Version,
      invalidValue: none,
      urlForbidden: none,
      tooManyRequests: none,
      conflict: AskedAlready,
      stepUpRequired: none,
    },
  },
  setState: {
    method: 'POST',
    path: '/api/v1/payment-gateway/{id}/state',
    requires: update,
    isOfStaff: true,
    subject: 'gateway',
    idempotent: true,
    summary:
      'Stops a gateway, or uses it again: no new orders while it stands. What it tells is still heard.',
    input: z.strictObject({ id, version: z.int(), state: z.enum(gatewayStates), reason: Reason }),
    output: z.strictObject({ version: z.int() }),
    errors: { stale: Version, stateRefused: StateNow },
  },
  test: {
    method: 'POST',
    path: '/api/v1/payment-gateway/{id}/test',
    requires: update,
    isOfStaff: true,
    subject: 'gateway',
    ownTransaction: true,
    summary:
      'Asks the gateway, signed, about an order that is none: does it answer, and does it know our key.',
    input: z.strictObject({ id }),
    output: z.strictObject({ isReached: z.boolean(), ms: z.int(), said: z.string() }),
  },
  simulate: {
    method: 'GET',
    path: '/api/v1/payment-gateway/simulate',
    requires: read,
    isOfStaff: true,
    summary: 'Which gateway an order would go through now, and why not the others. Nothing is ordered.',
    input: z.strictObject({
      amountMinor: AmountMinor,
      method: z.enum(gatewayMethods).default('promptPay'),
      direction: z.enum(['in', 'out']).default('in'),
      level: z.int().min(0).max(99).default(0),
    }),
    output: z.strictObject({ chosenId: id.nullable(), records: z.array(Route) }),
  },
  ...gatewayWatch,
})
