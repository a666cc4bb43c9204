import {
  feeBearers,
  gatewayAdapters,
  gatewayDirections,
  gatewayMethods,
} from '@khlang/contract/values/gateway-values.ts'
import { z } from 'zod'
import { outsideIdSchema } from '../../platform/db/outside-ids.ts'

/** Sealed to the row before it is asked for: no request holds a secret. As the database prints bytes. */
const Sealed = z.string().regex(/^\\x[0-9a-f]+$/)

/** The whole of a gateway, as two people agree to it. */
export const GatewaySetup = z.strictObject({
  gatewayId: outsideIdSchema('gateway'),
  code: z.string(),
  name: z.string(),
  /** Null: it is a new one. */
  version: z.int().nullable(),
  isSandbox: z.boolean(),
  adapter: z.enum(gatewayAdapters),
  direction: z.enum(gatewayDirections),
  methods: z.array(z.enum(gatewayMethods)),
  baseUrl: z.string(),
  merchantId: z.string().nullable(),
  keyId: z.string().nullable(),
  apiSecret: Sealed,
  apiSecretLast4: z.string(),
  webhookSecret: Sealed,
  webhookSecretLast4: z.string(),
  billerId: z.string().nullable(),
  feeBps: z.int(),
  feeFixedMinor: z.int(),
  feeBy: z.enum(feeBearers),
  settleDays: z.int(),
  addresses: z.array(z.string()),
  minMinor: z.int(),
  maxMinor: z.int(),
  dayCapMinor: z.int().nullable(),
  exactMinor: z.array(z.int()),
  priority: z.int(),
  weight: z.int(),
  levels: z.array(z.int()),
  opensMinute: z.int(),
  closesMinute: z.int(),
  orderExpiryS: z.int(),
  needsPayerMatch: z.boolean(),
})
export type GatewaySetup = z.output<typeof GatewaySetup>
