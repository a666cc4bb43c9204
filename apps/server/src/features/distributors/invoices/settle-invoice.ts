import { feeExpense, providerPayable } from '@khlang/ledger/accounts.ts'
import { providerDrawn, providerFee } from '@khlang/ledger/wallet.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { invoiceBases, invoiceKinds } from '@khlang/contract/play/distributor-values.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { ApiError } from '../../../platform/api-error.ts'
import type { Agreed, ExecutionContext } from '../../../platform/approvals/approval-kinds.ts'
import { businessOn } from '../../../platform/business-day.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { outsideIdSchema, uuidOf } from '../../../platform/db/outside-ids.ts'
import { openAccounts, postStrict } from '../../../platform/posting/ledger-store.ts'
import { sharesOf } from '../fee-rules.ts'
import { lockDistributor } from '../queries.ts'
import { lockInvoice, type HeldInvoice } from './held-invoice.ts'
import { assertPrepaid } from './prepaid-queries.ts'

/** What two agree to book for an invoice. */
export const InvoiceSettlement = z.strictObject({
  invoiceId: outsideIdSchema('providerInvoice'),
  distributorId: outsideIdSchema('distributor'),
  distributor: z.string(),
  month: z.string(),
  kind: z.enum(invoiceKinds),
  basis: z.enum(invoiceBases),
  feeMinor: z.int(),
  toldMinor: z.int().nullable(),
  settledMinor: z.int(),
  version: z.int(),
})
export type InvoiceSettlement = z.output<typeof InvoiceSettlement>

/**
 * Books it: each provider is owed its share, and a bank line is to pay it; what comes to nothing is paid with
 * that, and what a distributor that is paid ahead keeps of ours pays what that costs. Judged anew, for it may
 * have changed since it was asked for.
 */
export async function settleInvoice(
  { tx, settings, services, record, announce }: ExecutionContext,
  { document, ...request }: Agreed<InvoiceSettlement, InvoiceSettlement | null>,
): Promise<void> {
  const id = uuidOf('providerInvoice', document.invoiceId)
  // Held first, as whoever reckons an invoice does: of two that are drawn at once the second sees the first.
  await lockDistributor(tx, uuidOf('distributor', document.distributorId))
  const invoice = await lockInvoice(tx, id)
  if (invoice.version !== document.version || invoice.settledMinor !== null)
    throw new ApiError('conflict', { details: { reason: 'documentChanged' } })
  const isDrawn = await assertPrepaid(tx, invoice, document.settledMinor)
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
  // Money that is sent ahead is nothing owed: its line moves it.
  if (invoice.kind === 'topUp') return
  const on = businessOn(settings, services.now())
  await book(tx, document, { invoice, isDrawn, on })
  if (isDrawn)
    await sql`update provider_invoices set state = 'paid', is_drawn = true where id = ${id}`.execute(tx)
}

/** Each provider is owed its share; of a distributor that is paid ahead that is drawn at once. */
async function book(
  tx: Tx,
  { invoiceId, distributorId, settledMinor }: InvoiceSettlement,
  { invoice, isDrawn, on }: { invoice: HeldInvoice; isDrawn: boolean; on: string },
): Promise<void> {
  const shares = sharesOf(settledMinor, invoice.lines).map(({ providerId, amountMinor }, at) => ({
    providerId: encodeId('gameProvider', providerId),
    distributorId,
    amountMinor,
    sourceId: invoiceId,
    businessOn: on,
    occurrence: at + 1,
  }))
  if (shares.length === 0) return
  await openAccounts(tx, [
    feeExpense('provider'),
    ...shares.map(({ providerId }) => providerPayable(providerId)),
  ])
  await postStrict(tx, [
    ...shares.map((share) => providerFee(share)),
    ...(isDrawn ? shares.map((share) => providerDrawn(share)) : []),
  ])
}
