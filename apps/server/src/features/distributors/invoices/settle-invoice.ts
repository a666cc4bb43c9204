import { feeExpense, providerPayable } from '@khlang/ledger/accounts.ts'
import { providerFee } from '@khlang/ledger/wallet.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { invoiceBases } from '@khlang/contract/play/distributor-values.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { ApiError } from '../../../platform/api-error.ts'
import type { Agreed, ExecutionContext } from '../../../platform/approvals/approval-kinds.ts'
import { businessOn } from '../../../platform/business-day.ts'
import { outsideIdSchema, uuidOf } from '../../../platform/db/outside-ids.ts'
import { openAccounts, postStrict } from '../../../platform/posting/ledger-store.ts'
import { sharesOf } from '../fee-rules.ts'
import { lockInvoice } from './held-invoice.ts'

/** What two agree to book for an invoice. */
export const InvoiceSettlement = z.strictObject({
  invoiceId: outsideIdSchema('providerInvoice'),
  distributorId: outsideIdSchema('distributor'),
  distributor: z.string(),
  month: z.string(),
  basis: z.enum(invoiceBases),
  feeMinor: z.int(),
  toldMinor: z.int().nullable(),
  settledMinor: z.int(),
  version: z.int(),
})
export type InvoiceSettlement = z.output<typeof InvoiceSettlement>

/**
 * Books it: each provider is owed its share, and a bank line is to pay it; what comes to nothing is paid with
 * that. Judged anew, for it may have changed since it was asked for.
 */
export async function settleInvoice(
  { tx, settings, services, record, announce }: ExecutionContext,
  { document, ...request }: Agreed<InvoiceSettlement, InvoiceSettlement | null>,
): Promise<void> {
  const id = uuidOf('providerInvoice', document.invoiceId)
  const invoice = await lockInvoice(tx, id)
  if (invoice.version !== document.version || invoice.settledMinor !== null)
    throw new ApiError('conflict', { details: { reason: 'documentChanged' } })
  await sql`
    update provider_invoices set settled_minor = ${document.settledMinor}, settled_at = now(),
           approval_id = ${request.id}, state = ${document.settledMinor === 0 ? 'paid' : 'issued'},
           version = version + 1, told_minor = coalesce(told_minor, fee_minor)
     where id = ${id}`.execute(tx)
  await record({
    entity: 'providerInvoice',
    entityId: document.invoiceId,
    action: 'providerInvoiceSettled',
    reason: request.comment ?? request.reason,
    after: { month: document.month, settledMinor: document.settledMinor },
  })
  await announce('distributor', document.distributorId)
  const shares = sharesOf(document.settledMinor, invoice.lines).map((share) => ({
    ...share,
    providerId: encodeId('gameProvider', share.providerId),
  }))
  if (shares.length === 0) return
  await openAccounts(tx, [
    feeExpense('provider'),
    ...shares.map(({ providerId }) => providerPayable(providerId)),
  ])
  const on = businessOn(settings, services.now())
  await postStrict(
    tx,
    shares.map((share, at) =>
      providerFee({ ...share, sourceId: document.invoiceId, businessOn: on, occurrence: at + 1 }),
    ),
  )
}
