import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { preTransactionInvoices } from '@khlang/contract/pre-transactions/partners/invoices.ts'
import type { LineHandling } from '@khlang/contract/pre-transactions/line-handling.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Reader, Tx } from '../../../platform/db/db.ts'
import { isWaitingApproval } from '../../../platform/waiting.ts'
import type { StoredLine } from '../../bank-lines/stored-line.ts'
import { dueOn, type HeldInvoice } from '../../distributors/invoices/held-invoice.ts'

type Handling = z.output<typeof LineHandling>
type Option = HandlerOutput<typeof preTransactionInvoices.invoiceOptions>['records'][number]

/** More unpaid invoices than anybody reads through, and more of one amount than there ever are. */
const [optionsMax, suggestedMax] = [50, 5]

/** An invoice `i` of a distributor `d`, as people beside a bank line name it. */
const named = sql`json_build_object('id', i.id, 'kind', i.kind, 'month', i.month,
  'distributor', json_build_object('id', d.id, 'name', d.name))`
/** What two agreed to and nobody has paid; what comes to nothing needs no money. */
const isUnpaid = sql`i.state = 'issued' and i.settled_minor > 0`

/** Unpaid invoices beside a line, those of exactly its amount first, then the oldest. */
export async function optionsOf(db: Reader, { amount_minor: amount }: StoredLine): Promise<Option[]> {
  const { rows } = await sql<Option>`
    select ${named} as invoice, i.settled_minor as "settledMinor",
           ${dueOn} as "dueOn",
           i.settled_minor = ${amount} as "isExact",
           exists (select from approvals a where a.kind = 'lineInvoice' and ${isWaitingApproval('a')}
             and a.document ->> 'invoiceId' = outside_id('pin', i.id)) as "isAsked", i.version
      from provider_invoices i join distributors d on d.id = i.distributor_id
     where ${isUnpaid}
     order by i.settled_minor <> ${amount}, i.month, d.name limit ${sql.lit(optionsMax)}`.execute(db)
  return rows
}

/** Unpaid invoices that come to exactly this line: people decide, nothing is posted. */
export async function invoicesOfAmount(
  db: Reader,
  { amount_minor: amount }: StoredLine,
): Promise<Handling['invoicesSuggested']> {
  const { rows } = await sql<{ invoice: Handling['invoicesSuggested'][number] }>`
    select ${named} as invoice from provider_invoices i join distributors d on d.id = i.distributor_id
     where ${isUnpaid} and i.settled_minor = ${amount}
     order by i.month, d.name limit ${sql.lit(suggestedMax)}`.execute(db)
  return rows.map(({ invoice }) => invoice)
}

/** The newest payment of an invoice by a line. */
export async function invoicePaymentOf(db: Reader, lineId: string): Promise<Handling['invoicePayment']> {
  const { rows } = await sql<NonNullable<Handling['invoicePayment']>>`
    select ${named} as invoice, m.display_name as by, c.display_name as checker, p.reason,
           p.paid_at as "paidAt", p.reversed_at as "reversedAt"
      from invoice_payments p join provider_invoices i on i.id = p.invoice_id
      join distributors d on d.id = i.distributor_id
      join employees m on m.id = p.maker_id join approvals a on a.id = p.approval_id
      left join employees c on c.id = a.checker_id
     where p.line_id = ${lineId} order by p.id desc limit 1`.execute(db)
  return rows[0] ?? null
}

interface Standing {
  readonly id: string
  readonly invoiceId: string
}

/** The payment that a line stands for, held; undefined for one that is none. */
export async function standingPayment(tx: Tx, lineId: string): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select id, invoice_id as "invoiceId" from invoice_payments
     where line_id = ${lineId} and reversed_at is null for update`.execute(tx)
  return rows[0]
}

/** The invoice as documents and people name it. */
export const namesOf = (invoice: HeldInvoice) => ({
  invoiceId: encodeId('providerInvoice', invoice.id),
  distributorId: encodeId('distributor', invoice.distributorId),
  distributor: invoice.distributor,
  kind: invoice.kind,
  month: invoice.month,
})
