import { z } from 'zod'
import { Version, none, reason } from '../kit/error-details.ts'
import { defineCalls } from '../kit/define.ts'
import { scheduleSkips, transferPurposes } from '../values/value-lists.ts'
import { AmountMinor, DateOn, Instant, KeepMinor, SignedMinor, idOf, line } from '../values/values.ts'

const id = idOf('transferTemplate')
const mayAsk = { paymentAutoTransfer: ['isCreate'] } as const
const name = line(60, 2)
const path = '/api/v1/payment-auto/transfer/template'

/** When a template is asked for by itself: a time of Bangkok on some days of the week, Monday is 1. */
const Schedule = z.strictObject({
  at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'invalidFormat'),
  days: z.array(z.int().min(1).max(7)).min(1).max(7),
})

const Template = z.strictObject({
  id,
  name: z.string(),
  fromId: idOf('bankAccount'),
  toId: idOf('bankAccount'),
  /** One of the two: an amount, or all above what stays. */
  amountMinor: SignedMinor.nullable(),
  keepMinor: SignedMinor.nullable(),
  purpose: z.enum(transferPurposes),
  reason: z.string(),
  by: z.string(),
  schedule: z.strictObject({ at: z.string(), days: z.array(z.int()), by: z.string() }).nullable(),
  /** What became of the last time that it was due: a transfer, or why there is none. */
  last: z
    .strictObject({
      on: DateOn,
      at: Instant,
      skipped: z.enum(scheduleSkips).nullable(),
      transferId: idOf('ownTransfer').nullable(),
      reference: z.string().nullable(),
    })
    .nullable(),
  version: z.int(),
})

/** Saved forms of transfers. They move nothing: by hand or by time, somebody else agrees to each transfer. */
export const transferTemplates = defineCalls({
  templates: {
    method: 'GET',
    path: '/api/v1/payment-auto/transfer/templates',
    requires: mayAsk,
    isOfStaff: true,
    summary: 'The saved forms of transfers, by name.',
    input: z.strictObject({}),
    output: z.strictObject({ records: z.array(Template) }),
  },
  createTemplate: {
    method: 'POST',
    path: `${path}/create`,
    requires: mayAsk,
    isOfStaff: true,
    idempotent: true,
    summary: 'Saves a form of a transfer. What it says never changes; another one is saved instead.',
    input: z.strictObject({
      name,
      fromId: idOf('bankAccount'),
      toId: idOf('bankAccount'),
      amountMinor: AmountMinor.nullable(),
      keepMinor: KeepMinor.nullable(),
      purpose: z.enum(transferPurposes),
      reason: line(200, 3),
    }),
    output: z.strictObject({ id }),
    errors: {
      invalidValue: none,
      templateNameInUse: none,
      transferRefused: reason('sameAccount', 'unseen', 'tooMany'),
    },
  },
  updateTemplate: {
    method: 'POST',
    path: `${path}/update`,
    requires: mayAsk,
    isOfStaff: true,
    idempotent: true,
    stepUp: 'recent',
    money: 'maker',
    summary:
      'Renames a template and sets when it is asked for by itself. Whoever sets that is the maker of what ' +
      'is asked for: somebody else agrees.',
    input: z.strictObject({ id, version: z.int(), name, schedule: Schedule.nullable() }),
    output: z.strictObject({ version: z.int() }),
    errors: {
      stale: Version,
      templateNameInUse: none,
      transferRefused: reason('unseen'),
      stepUpRequired: none,
    },
  },
  removeTemplate: {
    method: 'POST',
    path: `${path}/remove`,
    requires: mayAsk,
    isOfStaff: true,
    idempotent: true,
    summary: 'Takes a template off the list, and off its schedule.',
    input: z.strictObject({ id, version: z.int(), reason: line(200, 3) }),
    output: z.strictObject({ version: z.int() }),
    errors: { stale: Version },
  },
})
