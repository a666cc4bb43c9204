import { invoiceKinds } from '@khlang/contract/play/distributor-values.ts'
import { preTransactionInvoices } from '@khlang/contract/pre-transactions/partners/invoices.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { z } from 'zod'
import { ApiError } from '../../../platform/api-error.ts'
import {
  defineApproval,
  type Agreed,
  type ExecutionContext,
} from '../../../platform/approvals/approval-kinds.ts'
import { businessOn } from '../../../platform/business-day.ts'
import { outsideIdSchema, uuidOf } from '../../../platform/db/outside-ids.ts'
import { lockLineFor } from '../../bank-lines/line-locks.ts'
import { holdInvoice } from '../../distributors/invoices/held-invoice.ts'
import { isMoneyAwaited } from '../awaited-money.ts'
import { freeStates } from '../free-line.ts'
import { openedState } from '../open-again.ts'
import { paidState, pay, unpay } from './pay-invoice.ts'
import { standingPayment } from './queries.ts'

const OfBoth = z.strictObject({
  lineId: outsideIdSchema('statementLine'),
  /** The line and the invoice as they were asked for: whatever changes them voids the request. */
  lineVersion: z.int(),
  state: z.string(),
  amountMinor: z.int(),
  invoiceId: outsideIdSchema('providerInvoice'),
  invoiceVersion: z.int(),
  distributorId: outsideIdSchema('distributor'),
  /** What the distributor is called, as it was when this was asked for. */
  distributor: z.string(),
  kind: z.enum(invoiceKinds),
  /** The first day of the month that the invoice is for. */
  month: z.string(),
})

// None was about money that is sent ahead.
const former = (stored: object) => ({ kind: 'fee', ...stored })

/** Which invoice it is: of money that is sent ahead no month is told. */
const invoiceWords = ({ distributor, kind, month }: z.output<typeof OfBoth>) => [
  { field: 'distributor', before: null, after: distributor },
  { field: 'kind', before: null, after: kind },
  ...(kind === 'topUp' ? [] : [{ field: 'month', before: null, after: month }]),
]

/** The invoice of a request, held, where it is still as it was asked for. @throws stateRefused */
async function heldInvoice(
  { tx }: ExecutionContext,
  document: { readonly invoiceId: `pin_${string}`; readonly invoiceVersion: number },
) {
  const invoice = await holdInvoice(tx, uuidOf('providerInvoice', document.invoiceId))
  if (invoice?.version !== document.invoiceVersion)
    throw new ApiError('stateRefused', { details: { reason: 'invoiceChanged' } })
  return invoice
}

interface Told {
  readonly document: z.output<typeof OfBoth>
  readonly request: Pick<Agreed<object>, 'id' | 'reason' | 'askedBy'>
}

interface Turn {
  readonly action: string
  readonly before: string
  readonly after: string
}

/** The log knows of both: what became of the line, and of its invoice. */
async function told(
  { record }: ExecutionContext,
  { document, request }: Told,
  [ofLine, ofInvoice]: readonly [Turn, Turn],
): Promise<void> {
  const { lineId, invoiceId, amountMinor, distributor, month } = document
  const approvalId = encodeId('approval', request.id)
  const detail = { amountMinor, distributor, month, approvalId, askedBy: request.askedBy }
  const turned = ({ action, before, after }: Turn) => ({
    action,
    reason: request.reason,
    before: { state: before },
    after: { state: after },
  })
  await record({ entity: 'statementLine', entityId: lineId, ...turned(ofLine), detail })
  const more = { ...detail, lineId }
  await record({ entity: 'providerInvoice', entityId: invoiceId, ...turned(ofInvoice), detail: more })
}

/** A line paid an invoice of a distributor. */
export const lineInvoice = defineApproval({
  kind: 'lineInvoice',
  requires: preTransactionInvoices.askInvoice.requires,
  document: OfBoth.extend({ payee: z.string(), isPossibleDouble: z.boolean() }),
  before: z.null(),
  former,
  subject: ({ lineId }) => ({ entity: 'statementLine', id: lineId }),
  amountMinor: ({ amountMinor }) => amountMinor,
  differences: async (_db, { document }) => [
    { field: 'lineState', before: document.state, after: paidState },
    { field: 'amountMinor', before: null, after: document.amountMinor },
    ...invoiceWords(document),
    { field: 'printedPayee', before: null, after: document.payee },
    ...(document.isPossibleDouble ? [{ field: 'isPossibleDouble', before: null, after: true }] : []),
  ],
  execute: async (context, { document, ...request }) => {
    const { tx, settings, services } = context
    const asked = { id: uuidOf('statementLine', document.lineId), version: document.lineVersion }
    const { line } = await lockLineFor(tx, asked, freeStates)
    const invoice = await heldInvoice(context, document)
    // A payout of the same amount may have gone out since this was asked for.
    if (await isMoneyAwaited(tx, line))
      throw new ApiError('stateRefused', { details: { reason: 'moneyAwaited' } })
    await told(context, { document, request }, [
      { action: 'invoicePaid', before: line.state, after: paidState },
      { action: 'providerInvoicePaid', before: invoice.state, after: 'paid' },
    ])
    const on = businessOn(settings, services.now())
    const by = { makerId: request.makerId, approvalId: request.id, reason: request.reason }
    await pay(tx, line, { invoice, ...by, on })
  },
})

/** A payment of an invoice is taken back. */
export const lineUninvoice = defineApproval({
  kind: 'lineUninvoice',
  requires: preTransactionInvoices.askUninvoice.requires,
  document: OfBoth,
  before: z.null(),
  former,
  subject: ({ lineId }) => ({ entity: 'statementLine', id: lineId }),
  amountMinor: ({ amountMinor }) => amountMinor,
  differences: async (_db, { document }) => [
    { field: 'lineState', before: document.state, after: 'unmatched' },
    { field: 'amountMinor', before: null, after: document.amountMinor },
    ...invoiceWords(document),
  ],
  execute: async (context, { document, ...request }) => {
    const { tx, settings, services } = context
    const asked = { id: uuidOf('statementLine', document.lineId), version: document.lineVersion }
    const { line } = await lockLineFor(tx, asked, [paidState])
    const standing = await standingPayment(tx, line.id)
    if (standing === undefined) throw new ApiError('stateRefused')
    const invoice = await heldInvoice(context, document)
    await told(context, { document, request }, [
      { action: 'invoicePaymentTakenBack', before: line.state, after: openedState(line) },
      { action: 'providerInvoiceUnpaid', before: invoice.state, after: 'issued' },
    ])
    const on = businessOn(settings, services.now())
    await unpay(tx, line, { id: standing.id, invoice, approvalId: request.id, on })
  },
})
