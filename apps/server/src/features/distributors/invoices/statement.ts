import type { distributors } from '@khlang/contract/play/distributors.ts'
import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import { sql } from 'kysely'
import type { Reader } from '../../../platform/db/db.ts'
import type { ExportedList, FileAsk } from '../../../platform/files/exports.ts'
import type { ExportColumn } from '../../../platform/files/sheet-shape.ts'

export type Entry = HandlerOutput<typeof distributors.statement>['records'][number]

/** Fees that two settled and payments that lines made, each taken back as an entry of its own. */
const entries = (distributorId: string) => sql`
  select e.*, sum(e."amountMinor") over (order by e.at, e.id)::bigint as "balanceMinor" from (
    select outside_id('pin', i.id) as id, i.settled_at as at, 'fee' as kind, i.month, i.id as "invoiceId",
           null::uuid as "lineId", -i.settled_minor as "amountMinor"
      from provider_invoices i
     where i.distributor_id = ${distributorId} and i.kind = 'fee' and i.settled_minor > 0
    union all
    select p.id || ':paid', p.paid_at, case i.kind when 'topUp' then 'topUp' else 'paid' end, i.month, i.id,
           p.line_id, p.amount_minor
      from provider_invoices i join invoice_payments p on p.invoice_id = i.id
     where i.distributor_id = ${distributorId}
    union all
    select p.id || ':back', p.reversed_at, 'takenBack', i.month, i.id, p.line_id, -p.amount_minor
      from provider_invoices i join invoice_payments p on p.invoice_id = i.id
     where i.distributor_id = ${distributorId} and p.reversed_at is not null) e`

/** What was booked with a distributor, newest first. */
export async function entriesOf(
  db: Reader,
  distributorId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly records: Entry[]; readonly totalRecords: number }> {
  const { rows } = await sql<Entry>`
    select * from (${entries(distributorId)}) x order by at desc, id desc
     limit ${limit} offset ${offset}`.execute(db)
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from (${entries(distributorId)}) x`.execute(db)
  return { records: rows, totalRecords: counted[0]?.count ?? 0 }
}

const columns: readonly ExportColumn<Entry>[] = [
  { key: 'at', heading: 'field.at', kind: 'instant', of: (row) => row.at },
  { key: 'entry', heading: 'field.entry', kind: 'word', group: 'entryKinds', of: (row) => row.kind },
  { key: 'entry', heading: 'field.month', kind: 'text', of: (row) => row.month.slice(0, 7) },
  { key: 'entryMinor', heading: 'field.entryMinor', kind: 'amount', of: (row) => row.amountMinor },
  { key: 'afterMinor', heading: 'field.afterMinor', kind: 'amount', of: (row) => row.balanceMinor },
]

/** The statement of a distributor as a file: a few entries a month, so it is one page. */
export function statementOfDistributor({
  filter,
}: FileAsk<'distributors.exportStatement'>): ExportedList<Entry> {
  const first = async (db: Reader, limit: number) =>
    (await entriesOf(db, filter.id, { limit, offset: 0 })).records
  return {
    call: 'distributors.exportStatement',
    list: 'distributor-statement',
    name: 'distributor-statement',
    dates: {},
    area: 'distributors',
    columns,
    first,
    page: async (db) => ({ records: await first(db, 100_000), afterCursor: null }),
  }
}
