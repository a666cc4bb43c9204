import { sql } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'
import type { FileRow } from './reading/statement-rows.ts'

/** What is written of a file when somebody asks for it. */
interface AskedFile {
  readonly name: string
  readonly mapping: object
  readonly rowsSha256: string
  readonly newCount: number
  readonly inMinor: number
  readonly outMinor: number
  readonly fromOn: string
  readonly toOn: string
  readonly openingMinor: number | null
  readonly closingMinor: number | null
}

const rowsAtOnce = 5000

/** Keeps the rows as they were read, in the order in which the money moved. */
export async function writeRows(tx: Tx, fileId: string, rows: readonly FileRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const part = rows.slice(from, from + rowsAtOnce).map(({ payer, ...row }, at) => ({
      ...row,
      place: from + at,
      bank: payer.bank,
      mask: payer.mask,
      payer: payer.name,
    }))
    await sql`
      insert into statement_file_rows (file_id, no, place, direction, amount_minor, balance_after_minor, at,
        precision, payer_bank, payer_mask, payer_name, channel, ref, description, cells)
      select ${fileId}, r.no, r.place, r.direction, r."amountMinor", r."balanceAfterMinor", r.at, r.precision,
             r.bank, r.mask, r.payer, r.channel, r.ref, r.description, r.cells
        from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as r (no int, place int, direction text,
          "amountMinor" bigint, "balanceAfterMinor" bigint, at timestamptz, precision text, bank text,
          mask text, payer text, channel text, ref text, description text, cells text)`.execute(tx)
  }
}

/** From here on nothing of it changes. */
export async function markAsked(tx: Tx, fileId: string, file: AskedFile, rowCount: number): Promise<void> {
  await tx
    .updateTable('statement_files')
    .set({
      state: 'asked',
      name: file.name,
      mapping: JSON.stringify(file.mapping),
      row_count: rowCount,
      new_count: file.newCount,
      rows_sha256: file.rowsSha256,
      in_minor: file.inMinor,
      out_minor: file.outMinor,
      from_on: file.fromOn,
      to_on: file.toOn,
      opening_minor: file.openingMinor,
      closing_minor: file.closingMinor,
      asked_at: sql<string>`now()`,
    })
    .where('id', '=', fileId)
    .execute()
}

export async function endFile(
  tx: Tx,
  fileId: string,
  { state, approvalId, by }: { state: 'imported' | 'refused'; approvalId: string | null; by: string },
): Promise<void> {
  await tx
    .updateTable('statement_files')
    .set({ state, approval_id: approvalId, ended_at: sql<string>`now()`, ended_by: by })
    .where('id', '=', fileId)
    .execute()
}

/** The rows of a file, as they were agreed to. */
export async function storedRows(tx: Tx, fileId: string): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select no, direction, amount_minor as "amountMinor", balance_after_minor as "balanceAfterMinor", at,
           precision,
           json_build_object('bank', payer_bank, 'mask', payer_mask, 'name', payer_name) as payer,
           channel, ref, description, cells
      from statement_file_rows where file_id = ${fileId} order by place`.execute(tx)
  return rows
}
