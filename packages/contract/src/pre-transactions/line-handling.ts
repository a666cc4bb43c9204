import { z } from 'zod'
import { bookingCategories } from './booking-words.ts'
import { InvoiceNamed } from './partners/invoices.ts'
import { mergeSigns } from './merge-words.ts'
import { memberRef } from './shapes.ts'
import { DateOn, Instant, SignedMinor, idOf } from '../values/values.ts'

/** What waits for a second person about a line, besides being linked or unlinked. */
export const lineRequestKinds = [
  'lineRefund',
  'lineSplit',
  'lineBooking',
  'lineUnbook',
  'lineSettlement',
  'lineUnsettle',
  'lineInvoice',
  'lineUninvoice',
  'lineMerge',
  'lineUnmerge',
  'lineUnpay',
] as const

/** What became of a line besides being a member's, and what somebody asked for. */
export const LineHandling = z.strictObject({
  asked: z
    .strictObject({
      id: idOf('approval'),
      kind: z.enum(lineRequestKinds),
      maker: z.string(),
      isOwn: z.boolean(),
    })
    .nullable(),
  /** Where it goes back to, or of an outgoing line what it paid back; the newest where there were several. */
  refund: z
    .strictObject({
      state: z.enum(['approved', 'done', 'cancelled']),
      toBank: z.string(),
      /** Whole for who may see personal data: the one who pays it types it. */
      toAccountNo: z.string(),
      toName: z.string(),
      reason: z.string(),
      maker: z.string(),
      checker: z.string().nullable(),
      approvedAt: Instant,
      endedAt: Instant.nullable(),
      lineId: idOf('statementLine'),
      outLineId: idOf('statementLine').nullable(),
    })
    .nullable(),
  /** Who has which part of it, in order; of parts that were taken back nobody has the money: `restMinor`. */
  split: z
    .strictObject({
      restMinor: SignedMinor,
      parts: z.array(
        z.strictObject({
          depositId: idOf('deposit'),
          reference: z.string(),
          member: memberRef,
          amountMinor: SignedMinor,
          state: z.enum(['credited', 'reversed']),
        }),
      ),
    })
    .nullable(),
  /** The withdrawal that it paid. */
  payout: z.strictObject({ id: idOf('withdrawal'), reference: z.string() }).nullable(),
  /** What of the company it is, by whom or by which rule; the newest where there were several. */
  booking: z
    .strictObject({
      category: z.enum(bookingCategories),
      rule: z.strictObject({ id: idOf('bookingRule'), name: z.string() }).nullable(),
      by: z.string().nullable(),
      checker: z.string().nullable(),
      reason: z.string().nullable(),
      bookedAt: Instant,
      reversedAt: Instant.nullable(),
    })
    .nullable(),
  /** Which gateway paid what it owed with it; the newest where there were several. */
  settlement: z
    .strictObject({
      gateway: z.strictObject({ id: idOf('gateway'), name: z.string() }),
      /** The days of settlement that it paid, null where none is told; how much it was off what was due. */
      coversFrom: DateOn.nullable(),
      coversTo: DateOn.nullable(),
      differenceMinor: SignedMinor,
      by: z.string(),
      checker: z.string().nullable(),
      reason: z.string(),
      settledAt: Instant,
      reversedAt: Instant.nullable(),
    })
    .nullable(),
  /** Gateways that an open line names and of whose dues it is exactly one; people decide. */
  settlementsSuggested: z.array(z.strictObject({ id: idOf('gateway'), name: z.string() })),
  /** Which invoice of a distributor it paid; the newest where there were several. */
  invoicePayment: z
    .strictObject({
      invoice: InvoiceNamed,
      by: z.string(),
      checker: z.string().nullable(),
      reason: z.string(),
      paidAt: Instant,
      reversedAt: Instant.nullable(),
    })
    .nullable(),
  /** Unpaid invoices that come to exactly this open line; people decide. */
  invoicesSuggested: z.array(InvoiceNamed),
  /** The line it ended in as a double; the newest where there were several. */
  merge: z
    .strictObject({
      intoId: idOf('statementLine'),
      signs: z.array(z.enum(mergeSigns)),
      maker: z.string(),
      checker: z.string().nullable(),
      reason: z.string(),
      mergedAt: Instant,
      reversedAt: Instant.nullable(),
    })
    .nullable(),
  /** Its doubles: lines that ended in this one. */
  doubles: z.array(z.strictObject({ id: idOf('statementLine'), receivedAt: Instant })),
})
