import { encodeId } from '@khlang/contract/values/values.ts'
import { providerPaid } from '@khlang/ledger/wallet.ts'
import { sql } from 'kysely'
import { alarmCleared } from '../../../platform/db/alarms.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { writeRow } from '../../../platform/db/write-together.ts'
import { announce } from '../../../platform/live/live.ts'
import { openAccounts, postStrict } from '../../../platform/posting/ledger-store.ts'
import { plainOutcome } from '../../bank-lines/decide-line.ts'
import { updateLine } from '../../bank-lines/intake/intake-queries.ts'
import { reversalOfPosting, timesIn } from '../../bank-lines/receipts.ts'
import type { StoredLine } from '../../bank-lines/stored-line.ts'
import { openAgain } from '../open-again.ts'
import { markPaid, payeesOf, type HeldInvoice } from '../../distributors/invoices/held-invoice.ts'

/** The state of a line that paid an invoice; its reason says which kind of money it was. */
export const paidState = 'settled'

interface Payment {
  readonly invoice: HeldInvoice
  readonly makerId: string
  readonly approvalId: string
  readonly reason: string
  readonly on: string
}

/**
 * Each provider is paid what was booked as owed to it when two settled the invoice; money that is sent ahead
 * is kept with its distributor.
 */
const postingOf = (
  line: StoredLine,
  { invoice, ...of }: { invoice: HeldInvoice; on: string; occurrence: number },
) =>
  providerPaid({
    sourceId: encodeId('statementLine', line.id),
    occurrence: of.occurrence,
    bankAccountId: encodeId('bankAccount', line.bank_account_id),
    shares: payeesOf(invoice, line.amount_minor),
    businessOn: of.on,
    valueOn: line.value_on,
  })

/** A held, open line paid a held invoice; the database judges by whose word, and if it is exactly that. */
export async function pay(tx: Tx, line: StoredLine, { on, invoice, ...by }: Payment): Promise<void> {
  const lineId = encodeId('statementLine', line.id)
  await tx
    .insertInto('invoice_payments')
    .values({
      line_id: line.id,
      invoice_id: invoice.id,
      amount_minor: line.amount_minor,
      maker_id: by.makerId,
      approval_id: by.approvalId,
      reason: by.reason,
      value_on: line.value_on,
      business_on: on,
    })
    .execute()
  const outcome = { ...plainOutcome(line, paidState, 'invoicePaid'), handledBy: by.makerId }
  await writeRow(tx, updateLine(line, outcome))
  await announce(tx, 'statementLine', lineId, line.version + 1)
  await alarmCleared('bank.outgoingUnknown', lineId).execute(tx)
  await openAccounts(
    tx,
    payeesOf(invoice, line.amount_minor).map(({ account }) => account),
  )
  await markPaid(tx, invoice, true)
  await postStrict(tx, [
    postingOf(line, { invoice, on, occurrence: await timesIn(tx, 'invoice_payments', line.id) }),
  ])
}

/** A payment that two agreed to take back: the invoice is unpaid, and its line is open. */
export async function unpay(
  tx: Tx,
  line: StoredLine,
  { id, invoice, approvalId, on }: { id: string; invoice: HeldInvoice; approvalId: string; on: string },
): Promise<void> {
  await sql`update invoice_payments set reversed_at = now(), reversal_approval_id = ${approvalId}
    where id = ${id}`.execute(tx)
  await openAgain(tx, line)
  await markPaid(tx, invoice, false)
  const posted = postingOf(line, {
    invoice,
    on,
    occurrence: await timesIn(tx, 'invoice_payments', line.id),
  })
  await postStrict(tx, [await reversalOfPosting(tx, line, { posted, on })])
}
