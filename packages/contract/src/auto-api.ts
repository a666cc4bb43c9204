import { z } from 'zod'
import { defineCalls } from './kit/define.ts'
import { none } from './kit/error-details.ts'
import { Instant, idOf } from './values/values.ts'

const externalId = z.string().min(1).max(100)
// Bank messages hold whatever a bank sends; only what PostgreSQL cannot store is refused.
const rawText = z
  .string()
  .min(1)
  .max(2000)
  .refine((value) => value.isWellFormed() && !value.includes('\u0000'), 'invalidText')

export const autoApi = defineCalls({
  message: {
    method: 'POST',
    path: '/auto/v1/message/create',
    requires: 'signature',
    summary: 'A bank message as the phone got it. The same external id is taken once.',
    input: z.strictObject({
      externalId,
      source: z.enum(['sms', 'push']),
      sender: z.string().min(1).max(60),
      text: rawText,
      sentAt: Instant,
    }),
    output: z.strictObject({
      id: idOf('message'),
      state: z.enum(['read', 'joined', 'duplicate', 'notMoney', 'parseFailed', 'senderUnknown']),
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
      pendingCount: z.int().min(0).optional(),
    }),
    output: z.strictObject({ serverAt: Instant }),
  },
})
