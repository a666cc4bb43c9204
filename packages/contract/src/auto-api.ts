import { z } from 'zod'
import { defineCalls } from './kit/define.ts'
import { none } from './kit/error-details.ts'
import { gatewayWebhook } from './payments/gateway-orders.ts'
import { provider, providerRoom } from './play/provider-wallet.ts'
import { deviceAsks, logLineMax, logLinesMax } from './values/value-lists.ts'
import { Instant, idOf, line } from './values/values.ts'

const externalId = z.string().min(1).max(100)
// Bank messages hold whatever a bank sends; only what PostgreSQL cannot store is refused.
const anyText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => value.isWellFormed() && !value.includes('\u0000'), 'invalidText')

export const autoApi = defineCalls({
  webhook: gatewayWebhook,
  provider,
  providerRoom,
  message: {
    method: 'POST',
    path: '/auto/v1/message/create',
    requires: 'signature',
    summary: 'A bank message as the phone got it. The same external id is taken once.',
    input: z.strictObject({
      externalId,
      source: z.enum(['sms', 'push']),
      sender: z.string().min(1).max(60),
      text: anyText(2000).min(1),
      sentAt: Instant,
      /** The test entry that the phone was asked for: kept as such, and never read as money. */
      isTest: z.literal(true).optional(),
    }),
    output: z.strictObject({
      id: idOf('message'),
      state: z.enum(['read', 'joined', 'duplicate', 'notMoney', 'parseFailed', 'senderUnknown', 'test']),
      lineId: idOf('statementLine').nullable(),
      lineState: z.string().nullable(),
    }),
    errors: {
      badSignature: none,
      staleTimestamp: none,
      replayedNonce: none,
      forbidden: none,
      conflict: none,
    },
  },
  heartbeat: {
    method: 'POST',
    path: '/auto/v1/device/heartbeat',
    requires: 'signature',
    summary: 'A phone says it lives.',
    input: z.strictObject({
      batteryBps: z.int().min(0).max(10_000).optional(),
      isCharging: z.boolean().optional(),
      pendingCount: z.int().min(0).max(1_000_000).optional(),
      appVersion: line(30, 1).optional(),
      /** What its clock says now. */
      at: Instant.optional(),
    }),
    output: z.strictObject({
      serverAt: Instant,
      /** `waiting`: paired, and nobody has agreed to it yet; its messages are refused until then. */
      state: z.enum(['online', 'waiting']),
      /** What it is asked for, and has not answered yet. */
      asks: z.array(
        z.strictObject({
          kind: z.enum(deviceAsks),
          askedAt: Instant,
          /** Of a sweep: every message from then on is sent again. */
          since: Instant.nullable(),
        }),
      ),
    }),
  },
  answer: {
    method: 'POST',
    path: '/auto/v1/device/answer',
    requires: 'signature',
    summary: 'A phone has sent again what it has, or gives its last log lines.',
    input: z.strictObject({
      kind: z.enum(['sweep', 'log']),
      /** As it was told; to what was asked for since, this is no answer. */
      askedAt: Instant,
      /** Of a sweep: how many messages it had. */
      found: z.int().min(0).max(1_000_000).optional(),
      /** Of a log, oldest first. */
      lines: z.array(anyText(logLineMax)).max(logLinesMax).optional(),
    }),
    /** `known`: answered before, or asked for anew since. */
    output: z.strictObject({ state: z.enum(['taken', 'known']) }),
    errors: { forbidden: none },
  },
  pair: {
    method: 'POST',
    path: '/auto/v1/device/pair',
    requires: 'public',
    rate: 'login',
    summary: 'A phone takes its one-time code and leaves the key that checks what it signs.',
    input: z.strictObject({
      code: z.string().regex(/^[A-Z2-7]{32}$/, 'invalidFormat'),
      /** Ed25519, 32 bytes. */
      publicKey: z.string().regex(/^[0-9a-f]{64}$/, 'invalidFormat'),
      /** Its signature of `khlang-pair.<code>.<publicKey>`: whoever pairs holds the other half. */
      proof: z.string().regex(/^[0-9a-f]{128}$/, 'invalidFormat'),
      platform: line(30, 1),
      model: line(60, 1),
      appVersion: line(30, 1),
    }),
    output: z.strictObject({
      deviceId: idOf('device'),
      keyId: z.string(),
      name: z.string(),
      serverAt: Instant,
    }),
    errors: { badCode: none, badSignature: none },
  },
})
