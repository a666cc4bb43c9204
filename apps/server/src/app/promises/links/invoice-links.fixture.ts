import { encodeId } from '@khlang/contract/values/values.ts'
import { anApproval, idOf, row, uuid, type Columns } from '../../../testing/world/trials.ts'

// Of `approval-links.fixture.ts`: lines that paid invoices of distributors.

const approval = uuid(500)
const aLineOut = (n: number, columns: Columns = {}) =>
  row('statement_lines', {
    id: uuid(n),
    bank_account_id: uuid(30),
    direction: `'out'`,
    amount_minor: 700,
    bank_time_precision: `'none'`,
    received_at: 'now()',
    source: `'sms'`,
    dedupe_key: `'${n}'`,
    chain: `'noBalance'`,
    state: `'unmatched'`,
    business_on: 'current_date',
    value_on: 'current_date',
    ...columns,
  })
const aSettledInvoice = (n: number, columns: Columns) =>
  row('provider_invoices', {
    id: uuid(n),
    distributor_id: uuid(101),
    lines: `'[]'`,
    ggr_minor: 0,
    fee_minor: 700,
    told_minor: 700,
    settled_minor: 700,
    settled_at: 'now()',
    approval_id: uuid(800 + n),
    ...columns,
  })
const aPayment = (n: number, lineNo: number, invoiceNo: number, columns: Columns = {}) =>
  row('invoice_payments', {
    id: uuid(n),
    line_id: uuid(lineNo),
    invoice_id: uuid(invoiceNo),
    amount_minor: 700,
    maker_id: uuid(1),
    approval_id: approval,
    reason: `'x'`,
    value_on: 'current_date',
    business_on: 'current_date',
    ...columns,
  })

export const invoiceRows = [
  aLineOut(28),
  aLineOut(29, { state: `'settled'`, reason: `'invoicePaid'` }),
  aSettledInvoice(104, { month: `'2026-09-01'`, state: `'issued'` }),
  aSettledInvoice(105, { month: `'2026-08-01'`, state: `'paid'` }),
  anApproval(504),
  aPayment(114, 29, 105, { approval_id: uuid(504) }),
]

const [openLineId, paidLineId] = [28, 29].map((n) => encodeId('statementLine', idOf(n)))
const [unpaidId, paidId] = [104, 105].map((n) => encodeId('providerInvoice', idOf(n)))

export const invoiceNamings = [
  {
    kind: 'lineInvoice',
    of: 'invoice_payments.approval_id',
    act: aPayment(113, 28, 104),
    document: {
      lineId: openLineId,
      lineVersion: 1,
      invoiceId: unpaidId,
      invoiceVersion: 1,
      amountMinor: 700,
    },
    wrong: [{ lineId: paidLineId }, { invoiceId: paidId }, { amountMinor: 701 }],
    wrongColumns: [{ maker_id: uuid(3), checker_id: uuid(2) }],
  },
  {
    kind: 'lineUninvoice',
    of: 'invoice_payments.reversal_approval_id',
    act: `update invoice_payments set reversal_approval_id = ${approval}, reversed_at = now()
      where id = ${uuid(114)}`,
    document: { lineId: paidLineId, invoiceId: paidId, amountMinor: 700 },
    wrong: [{ lineId: openLineId }, { invoiceId: unpaidId }, { amountMinor: 701 }],
  },
]
