import { zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { bounds, FileRefused, type TextRow } from './bounds.ts'
import { unpackXlsx } from './unpack-xlsx.ts'

/** Sheets are looked through in their order until one has rows. */
const sheetsMax = 5
const two = (value: number): string => String(value).padStart(2, '0')

/** Columns by letters: A is 1. */
const columnOf = (letters: string): number =>
  [...letters].reduce((at, letter) => at * 26 + (letter.codePointAt(0) ?? 64) - 64, 0)

/** A single cell far away would be read as a table of that size. */
function assertPlaces(part: Uint8Array): void {
  const text = Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('latin1')
  // Of rows as of cells, in whichever quotes.
  for (const [, place = ''] of text.matchAll(/\sr\s*=\s*["']([^"']*)["']/g)) {
    const [, letters = '', row] = /^([A-Z]{0,4})([0-9]{1,10})$/.exec(place) ?? []
    if (row === undefined) throw new FileRefused('unreadable')
    if (columnOf(letters) > bounds.columns) throw new FileRefused('tooManyColumns')
    if (Number(row) > bounds.rows) throw new FileRefused('tooManyRows')
  }
}

/** A moment as the sheet shows it; its calendar has no zone. A day of 1899 is a time alone. */
function dateText(given: Date): string {
  // A day's part is binary: what is a hair before a second is that second.
  const at = new Date(Math.round(given.getTime() / 1000) * 1000)
  const time = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`
  if (at.getUTCFullYear() < 1901) return time
  const day = `${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** Sums of a sheet are binary: 0.1 + 0.2 is meant as 0.30. What is further off keeps all its digits. */
function numberText(value: number): string {
  if (Number.isSafeInteger(value)) return String(value)
  const rounded = value.toFixed(2)
  return Math.abs(Number(rounded) - value) < 1e-6 ? rounded : String(value)
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : dateText(value)
  return typeof value === 'number' ? numberText(value) : String(value)
}

/**
 * The rows of the first sheet that has some. A formula is the value that was kept with it: nothing is worked
 * out. What is read is a copy of what was judged.
 * @throws FileRefused
 */
export async function xlsxRows(bytes: Buffer): Promise<TextRow[]> {
  const parts = unpackXlsx(bytes)
  const sheets = Object.keys(parts).filter((name) => name.startsWith('xl/worksheets/'))
  for (const name of sheets) assertPlaces(parts[name] ?? new Uint8Array())
  const copy = Buffer.from(zipSync(parts, { level: 0 }))
  for (let sheet = 1; sheet <= Math.min(sheetsMax, sheets.length); sheet += 1) {
    const rows = await readRows(copy, sheet)
    if (rows.some(({ cells }) => cells.some((cell) => cell.trim() !== ''))) return rows
  }
  throw new FileRefused('empty')
}

async function readRows(copy: Buffer, sheet: number): Promise<TextRow[]> {
  try {
    const rows = await readSheet(copy, sheet, { trim: false })
    return rows.map((row, at) => ({ no: at + 1, cells: row.map(cellText) }))
  } catch (cause) {
    throw new FileRefused('unreadable', { cause })
  }
}
