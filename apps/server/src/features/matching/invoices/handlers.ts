import type { preTransactionInvoices } from '@khlang/contract/pre-transactions/partners/invoices.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Handlers } from '../../../platform/call/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { findLine } from '../../bank-lines/intake/intake-queries.ts'
import { lockLineFor } from '../../bank-lines/line-locks.ts'
import type { StoredLine } from '../../bank-lines/stored-line.ts'
import { holdInvoice, type HeldInvoice } from '../../distributors/invoices/held-invoice.ts'
import { assertNothingWaits } from '../asked-lines.ts'
import { isMoneyAwaited } from '../awaited-money.ts'
import { assertNotDouble, freeStates, printedPayer } from '../free-line.ts'
import { lineInvoice, lineUninvoice } from './approval-kinds.ts'
import { paidState } from './pay-invoice.ts'
import { namesOf, optionsOf, standingPayment } from './queries.ts'

const refused = (
  reason: 'unproven' | 'notSettled' | 'paidAlready' | 'invoiceChanged' | 'moneyAwaited',
): ApiError => new ApiError('invoiceRefused', { details: { reason } })

/** @throws lineNotOpen, blocked, invoiceRefused: it is not proven to be money that left for nobody else */
async function assertMayPay(tx: Tx, line: StoredLine, isConfirmed: boolean): Promise<void> {
  if (line.direction !== 'out') throw new ApiError('lineNotOpen', { details: { reason: 'incoming' } })
  if (line.chain === 'hint') throw refused('unproven')
  assertNotDouble(line, isConfirmed)
  if (await isMoneyAwaited(tx, line)) throw refused('moneyAwaited')
}

/** @throws invoiceRefused: it is not exactly what two agreed to pay */
function assertPayable(invoice: HeldInvoice, version: number, line: StoredLine): void {
  if (invoice.state === 'paid') throw refused('paidAlready')
  if (invoice.settledMinor === null || invoice.state !== 'issued') throw refused('notSettled')
  if (invoice.version !== version) throw refused('invoiceChanged')
  const overMinor = line.amount_minor - invoice.settledMinor
  if (overMinor !== 0)
    throw new ApiError('invoiceRefused', { details: { reason: 'otherAmount', overMinor } })
}

/** A line and its invoice as both people see them. */
const documentOf = (line: StoredLine, invoice: HeldInvoice) => ({
  lineId: encodeId('statementLine', line.id),
  lineVersion: line.version,
  state: line.state,
  amountMinor: line.amount_minor,
  ...namesOf(invoice),
  invoiceVersion: invoice.version,
})

const auditOf = (line: StoredLine, { distributor, month }: HeldInvoice) => ({
  detail: { amountMinor: line.amount_minor, distributor, month },
})

/** Lines by which invoices of distributors are paid. */
export const invoiceLineHandlers: Handlers<typeof preTransactionInvoices> = {
  invoiceOptions: async ({ db, input }) => {
    const line = await findLine(db, input.id)
    if (!line) throw new ApiError('notFound')
    if (line.direction !== 'out') return { records: [] }
    return { records: await optionsOf(db, line) }
  },

  askInvoice: async ({ tx, input, ask }) => {
    const { line } = await lockLineFor(tx, input, freeStates)
    await assertNothingWaits(tx, line.id)
    await assertMayPay(tx, line, input.isConfirmed)
    const invoice = await holdInvoice(tx, input.invoiceId)
    if (!invoice) throw new ApiError('notFound', { field: 'invoiceId' })
    assertPayable(invoice, input.invoiceVersion, line)
    const document = {
      ...documentOf(line, invoice),
      payee: printedPayer(line),
      isPossibleDouble: line.possible_double_of !== null,
    }
    const { reason } = input
    return ask(lineInvoice, document, { reason, version: line.version, audit: auditOf(line, invoice) })
  },

  askUninvoice: async ({ tx, input, ask }) => {
    const { line } = await lockLineFor(tx, input, [paidState])
    await assertNothingWaits(tx, line.id)
    const standing = await standingPayment(tx, line.id)
    const invoice = standing && (await holdInvoice(tx, standing.invoiceId))
    // A payout, a refund or what is the company's own is taken back elsewhere.
    if (!invoice) throw new ApiError('stateRefused')
    const { reason } = input
    return ask(lineUninvoice, documentOf(line, invoice), {
      reason,
      version: line.version,
      audit: auditOf(line, invoice),
    })
  },
}
