import { z } from 'zod'
import { AskedAlready, Version, none } from '../kit/error-details.ts'
import { defineCalls } from '../kit/define.ts'
import { AskAnswer } from '../values/ask-answer.ts'
import { slipAdapters } from '../values/slips/values.ts'
import { Instant, idOf, line } from '../values/values.ts'

const update = { paymentGateway: ['isUpdate'] } as const
const Key = z.string().regex(/^[\x21-\x7e]{8,300}$/, 'invalidFormat')

/** The service that says whether a slip is a bank's. There is one. */
export const slipService = defineCalls({
  slipService: {
    method: 'GET',
    path: '/api/v1/payment-gateway/slip-service',
    requires: { paymentGateway: ['isRead'] },
    isOfStaff: true,
    summary: 'The slip service and how it answered of late. Of its key only the end and the age.',
    input: z.strictObject({}),
    output: z.strictObject({
      service: z
        .strictObject({
          id: idOf('slipService'),
          adapter: z.enum(slipAdapters),
          baseUrl: z.string(),
          branch: z.string().nullable(),
          apiKey: z.strictObject({ last4: z.string(), at: Instant }),
          isOn: z.boolean(),
          isSandbox: z.boolean(),
          version: z.int(),
        })
        .nullable(),
      /** Another place or key waits for a second person. */
      isSetupAsked: z.boolean(),
      /** Of the last seven days. */
      counts: z.strictObject({ verified: z.int(), later: z.int(), unknown: z.int(), failed: z.int() }),
    }),
  },
  setSlipService: {
    method: 'POST',
    path: '/api/v1/payment-gateway/set-slip-service',
    requires: update,
    isOfStaff: true,
    idempotent: true,
    stepUp: 'recent',
    summary: 'Asks a second person for a slip service, or for another place or key of it.',
    input: z.strictObject({
      adapter: z.enum(slipAdapters),
      baseUrl: z.string().min(8).max(200),
      branch: z
        .string()
        .regex(/^[\x21-\x7e]{1,100}$/, 'invalidFormat')
        .nullable(),
      /** Null: the stored one stays; another address asks for it anew. */
      apiKey: Key.nullable(),
      /** Of the service that is there; null where there is none yet. */
      version: z.int().nullable(),
      reason: line(200, 3),
    }),
    output: AskAnswer,
    errors: {
      stepUpRequired: none,
      conflict: AskedAlready,
      stale: Version,
      urlForbidden: none,
      requiredField: none,
    },
  },
  switchSlipService: {
    method: 'POST',
    path: '/api/v1/payment-gateway/switch-slip-service',
    requires: update,
    isOfStaff: true,
    idempotent: true,
    summary:
      'Switches the slip service on or off; slips are read all the same, and nobody is asked of them.',
    input: z.strictObject({ isOn: z.boolean(), version: z.int(), reason: line(200, 3) }),
    output: Version,
    errors: { notFound: none, stale: Version },
  },
})
