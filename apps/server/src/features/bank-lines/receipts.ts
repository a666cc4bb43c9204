import { encodeId } from '@khlang/contract/values/values.ts'
import { transferKey, type Posted, type Posting } from '@khlang/ledger/posting.ts'
import { reversalOf } from '@khlang/ledger/wallet.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'
import { receivedPosting } from './credit-deposit.ts'
import type { StoredLine } from './stored-line.ts'

/** More postings of one line than people ever take back. */
const reversalsMax = 200

/** Takes something back that was posted for a line; a line may have had several such. */
export async function reversalOfLine(
  tx: Tx,
  line: StoredLine,
  of: { readonly original: Posted; readonly on: string },
): Promise<Posting> {
  const sourceId = encodeId('statementLine', line.id)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from transfers where key = any(array(
      select ${`reversal:${sourceId}:`}::text || n from generate_series(1, ${reversalsMax}) n))`.execute(tx)
  const cause = { sourceId, businessOn: of.on, valueOn: line.value_on }
  return reversalOf({ ...cause, occurrence: (rows[0]?.count ?? 0) + 1, original: of.original })
}

/** The same of a posting by its key. */
export async function reversalOfPosting(
  tx: Tx,
  line: StoredLine,
  { posted: { key, legs }, on }: { readonly posted: Posting; readonly on: string },
): Promise<Posting> {
  const keys = legs.map((_leg, at) => transferKey(key, at + 1))
  const { rows } = await sql<{ id: number; key: string }>`
    select id, key from transfers where key = any(${keys}::text[])`.execute(tx)
  const ids = new Map(rows.map((row) => [row.key, row.id]))
  const transferIds = keys.map((each) => {
    const id = ids.get(each)
    if (id === undefined) throw new Error(`No transfer ${each}.`)
    return id
  })
  return reversalOfLine(tx, line, { original: { legs, transferIds }, on })
}

type OfLines = 'line_bookings' | 'gateway_settlements' | 'invoice_payments'

/** How often a line was taken for such: each time has a posting of its own. */
export async function timesIn(tx: Tx, table: OfLines, lineId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where line_id = ${lineId}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** What takes back that a line's money came in; null where it was never booked, or was taken back already. */
export async function receiptBack(tx: Tx, line: StoredLine, on: string): Promise<Posting | null> {
  const { rows } = await sql<{ id: number | null }>`
    select standing_receipt(${line.id}) as id`.execute(tx)
  const id = rows[0]?.id ?? null
  if (id === null) return null
  const { legs } = receivedPosting(line, on)
  return reversalOfLine(tx, line, { original: { legs, transferIds: [id] }, on })
}

/** What books anew that a line's money came in, after that was taken back. */
export async function receiptAnew(tx: Tx, line: StoredLine, on: string): Promise<Posting> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from line_merges where line_id = ${line.id} and was_received`.execute(tx)
  return receivedPosting(line, on, (rows[0]?.count ?? 0) + 1)
}
