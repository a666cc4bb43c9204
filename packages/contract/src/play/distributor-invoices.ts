import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { AskedAlready, StateNow, Version, none, reason } from '../kit/error-details.ts'
import { AskAnswer } from '../values/ask-answer.ts'
import { invoiceBases, invoiceKinds, invoiceStates } from './distributor-values.ts'
import { gameTypes } from '../values/play-values.ts'
import { AmountMinor, DateOn, Instant, KeepMinor, SignedMinor, idOf, line } from '../values/values.ts'
import { named } from './catalogue-games.ts'

const id = idOf('providerInvoice')
const write = {
  requires: { reconcile: ['isUpdate'] },
  isOfStaff: true,
  idempotent: true,
} as const
const Reason = line(200, 3)
const asRead = { id, version: z.int() }

export const Invoice = z.strictObject({
  id,
  kind: z.enum(invoiceKinds),
  /** Of money that is sent ahead: in which it was asked for. */
  month: DateOn,
  state: z.enum(invoiceStates),
  ggrMinor: SignedMinor,
  feeMinor: SignedMinor,
  /** By their own invoice; null while it has not come. */
  toldMinor: SignedMinor.nullable(),
  /** What they ask for beyond what our contracts say. */
  differenceMinor: SignedMinor.nullable(),
  dueOn: DateOn,
  reason: z.string().nullable(),
  /** What is booked as owed; null while nobody agreed to it. */
  settledMinor: SignedMinor.nullable(),
  settledAt: Instant.nullable(),
  approvalId: idOf('approval').nullable(),
  /** Its settling waits for a second person. */
  isAsked: z.boolean(),
  /** Of invoices that were marked as paid before a bank line had to pay them. */
  paidReference: z.string().nullable(),
  paidAt: Instant.nullable(),
  paidBy: z.string().nullable(),
  /** The bank line that paid it. */
  payment: z
    .strictObject({
      lineId: idOf('statementLine'),
      /** The bank’s day of the line. */
      valueOn: DateOn,
      by: z.string(),
      checker: z.string().nullable(),
    })
    .nullable(),
  /** It was drawn from what its distributor keeps of ours. */
  isDrawn: z.boolean(),
  /** A line that pays it waits for a second person. */
  isPaymentAsked: z.boolean(),
  lines: z.array(
    z.strictObject({
      provider: z.strictObject({ id: idOf('gameProvider'), name: named }),
      gameType: z.enum(['all', ...gameTypes]),
      feeBps: z.int(),
      ggrMinor: SignedMinor,
      feeMinor: SignedMinor,
    }),
  ),
  version: z.int(),
})

const Changed = z.strictObject({ version: z.int() })

/** What distributors are owed for a month: reckoned, compared with theirs, booked by two. A line pays it. */
export const distributorInvoices = defineCalls({
  draftInvoice: {
    method: 'POST',
    path: '/api/v1/distributor/provider/{id}/invoice',
    ...write,
    subject: 'distributor',
    summary:
      'Reckons what a distributor is owed for a month that is over; anew, while nothing of it is booked.',
    input: z.strictObject({
      id: idOf('distributor'),
      month: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])-01$/, 'invalidDate'),
    }),
    output: z.strictObject({ id }),
    errors: { invalidValue: none, stateRefused: StateNow },
  },
  addTopUp: {
    method: 'POST',
    path: '/api/v1/distributor/provider/{id}/top-up',
    ...write,
    subject: 'distributor',
    summary:
      'Asks for money to be sent ahead to a distributor that is paid so: an invoice over the amount, to be ' +
      'settled by two and paid by its bank line like any other.',
    input: z.strictObject({ id: idOf('distributor'), amountMinor: AmountMinor, reason: Reason }),
    output: z.strictObject({ id }),
    errors: { stateRefused: reason('notPrepaid', 'distributorClosed') },
  },
  issueInvoice: {
    method: 'POST',
    path: '/api/v1/distributor/invoice/{id}/issue',
    ...write,
    subject: 'providerInvoice',
    summary: 'Says what the distributor asks for by its own invoice.',
    input: z.strictObject({ ...asRead, toldMinor: KeepMinor, reason: Reason }),
    output: Changed,
    errors: { stale: Version, stateRefused: StateNow },
  },
  disputeInvoice: {
    method: 'POST',
    path: '/api/v1/distributor/invoice/{id}/dispute',
    ...write,
    subject: 'providerInvoice',
    summary: 'Says that what the distributor asks for is not owed, and why; nothing is booked meanwhile.',
    input: z.strictObject({ ...asRead, reason: Reason }),
    output: Changed,
    errors: { stale: Version, stateRefused: StateNow },
  },
  settleInvoice: {
    method: 'POST',
    path: '/api/v1/distributor/invoice/{id}/settle',
    ...write,
    stepUp: 'recent',
    money: 'maker',
    subject: 'providerInvoice',
    summary:
      'Asks a second person to book the fee of an invoice as owed, once: by our contracts, or as they ask. ' +
      'What comes to nothing is paid with that; of a distributor that is paid ahead it is drawn from that.',
    input: z.strictObject({ ...asRead, basis: z.enum(invoiceBases), reason: Reason }),
    output: AskAnswer,
    errors: {
      stale: Version,
      stateRefused: z.union([StateNow, reason('prepaidShort')]),
      conflict: AskedAlready,
      stepUpRequired: none,
    },
  },
})
