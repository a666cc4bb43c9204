import { bounds, FileRefused, type TextRow, type TextSheet } from './bounds.ts'
import { csvRows } from './csv-rows.ts'
import { decodeText } from './decode-text.ts'
import { xlsxRows } from './xlsx-rows.ts'

const startsWith = (bytes: Buffer, start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte)
const isZip = (bytes: Buffer): boolean => startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])
/** What Excel wrote before 2007, and what it writes under a password. */
const isOldExcel = (bytes: Buffer): boolean => startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])

/** Cells without what nobody sees; rows that are empty are gone, and so are empty ends. */
function cleanRow({ no, cells }: TextRow): TextRow | null {
  const clean = cells.map((cell) =>
    cell
      .normalize('NFC')
      .replaceAll(/[\s\u00a0\u200b\ufeff]+/g, ' ')
      .trim(),
  )
  const last = clean.findLastIndex((cell) => cell !== '')
  if (last < 0) return null
  if (last >= bounds.columns) throw new FileRefused('tooManyColumns')
  if (clean.some((cell) => cell.length > bounds.cellChars)) throw new FileRefused('cellTooLong')
  return { no, cells: clean.slice(0, last + 1) }
}

/**
 * What is in a file: told by its first bytes, never by its name.
 * @param rowsMax of a table in text; of a book it is never more than a statement may have
 * @throws FileRefused
 */
export async function textSheetOf(bytes: Buffer, rowsMax: number = bounds.rows): Promise<TextSheet> {
  if (bytes.length === 0) throw new FileRefused('empty')
  if (isOldExcel(bytes)) throw new FileRefused('oldExcel')
  const sheet: TextSheet = isZip(bytes)
    ? { encoding: 'xlsx', rows: await xlsxRows(bytes) }
    : textRows(bytes, rowsMax)
  const rows = sheet.rows.flatMap((row) => cleanRow(row) ?? [])
  if (rows.length === 0) throw new FileRefused('empty')
  if (rows.length > rowsMax) throw new FileRefused('tooManyRows')
  return { ...sheet, rows }
}

function textRows(bytes: Buffer, rowsMax: number): TextSheet {
  const { encoding, text } = decodeText(bytes)
  return { encoding, rows: csvRows(text, rowsMax) }
}
