import { z } from 'zod'
import { defineCalls } from '../../kit/define.ts'
import { LineNow, LinkBlocked, LinkWaiting, none, reason } from '../../kit/error-details.ts'
import { invoiceKinds } from '../../play/distributor-values.ts'
import { AskAnswer } from '../../values/ask-answer.ts'
import { DateOn, Remark, SignedMinor, idOf } from '../../values/values.ts'
import { lineInput, matchingRead, matchingUpdate } from '../shapes.ts'
import { asksToTakeOff } from '../take-off-call.ts'

/** An invoice as people beside a bank line name it. */
export const InvoiceNamed = z.strictObject({
  id: idOf('providerInvoice'),
  distributor: z.strictObject({ id: idOf('distributor'), name: z.string() }),
  kind: z.enum(invoiceKinds),
  /** The first day of the month that it is for; of money that is sent ahead: in which it was asked for. */
  month: DateOn,
})

/** An invoice that two agreed to and nobody has paid, beside a line that may pay it. */
const InvoiceOption = z.strictObject({
  invoice: InvoiceNamed,
  settledMinor: SignedMinor,
  dueOn: DateOn,
  /** The line is exactly what was agreed to: no other line pays it. */
  isExact: z.boolean(),
  /** Another line that pays it waits for a second person. */
  isAsked: z.boolean(),
  version: z.int(),
})

/** Bank lines that pay invoices of distributors of games. */
export const preTransactionInvoices = defineCalls({
  invoiceOptions: {
    method: 'GET',
    path: '/api/v2/pre-transaction/invoice-options/{id}',
    requires: matchingRead,
    isOfStaff: true,
    subject: 'statementLine',
    input: z.strictObject({ id: idOf('statementLine') }),
    summary:
      'The invoices of distributors that two agreed to and no line has paid, those of exactly this amount ' +
      'first.',
    output: z.strictObject({ records: z.array(InvoiceOption) }),
  },
  askInvoice: {
    method: 'POST',
    path: '/api/v1/pre-transaction/pay-invoice/{id}',
    requires: matchingUpdate,
    isOfStaff: true,
    subject: 'statementLine',
    idempotent: true,
    money: 'maker',
    stepUp: 'recent',
    input: z.strictObject({
      ...lineInput,
      invoiceId: idOf('providerInvoice'),
      /** As read: an invoice that changed since is looked at again. */
      invoiceVersion: z.int(),
      reason: Remark,
      /** Said of a line that may be another movement said twice. */
      isConfirmed: z.boolean().default(false),
    }),
    summary:
      'Asks that an outgoing line paid an invoice of a distributor: a second person decides. The whole ' +
      'line, and exactly what two agreed to for the invoice.',
    output: AskAnswer,
    errors: {
      stale: LineNow,
      lineNotOpen: z.union([LineNow, reason('incoming')]),
      alreadyMatched: LineNow,
      blocked: LinkBlocked,
      conflict: LinkWaiting,
      notFound: none,
      invoiceRefused: z.union([
        reason('unproven', 'notSettled', 'paidAlready', 'invoiceChanged', 'moneyAwaited'),
        /** By how much the line is more than the invoice, or less. */
        z.strictObject({ reason: z.literal('otherAmount'), overMinor: SignedMinor }),
      ]),
      stepUpRequired: none,
    },
  },
  askUninvoice: asksToTakeOff(
    '/api/v1/pre-transaction/unpay-invoice/{id}',
    'Asks that the payment of an invoice is taken back: it is unpaid again, and the line is open.',
  ),
})
