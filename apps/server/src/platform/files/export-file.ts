import { labelOf, Totals } from './export-totals.ts'
import type { ExportColumn, Sheet, SheetShape } from './sheet-shape.ts'
import { word } from '../texts.ts'
import type { Book, BookFormat } from './xlsx-book.ts'

/** What a spreadsheet would read as a formula gets an apostrophe. Source: safety.md rows 61, 62. */
export const escapeFormula = (text: string): string =>
  /^(?:[\t\r\n\0]|\s*[=+\-@＝＋－＠])/.test(text) ? `'${text}` : text

// RFC 4180; the semicolon too, because Excel splits by it in some locales.
const quoted = (text: string): string => (/["\r\n,;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const zoneMs = 7 * 3_600_000
const dayS = 86_400

/** A moment as Bangkok's clocks show it: `2026-11-20 13:05:00`. */
export const bangkok = (instant: string | number): string =>
  new Date(new Date(instant).getTime() + zoneMs).toISOString().slice(0, 19).replace('T', ' ')

/** Minor units as text without the detour of a float. */
const baht = (minor: number): string => {
  const digits = String(Math.abs(minor)).padStart(3, '0')
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const clock = (seconds: number): string =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part, position) => (position === 0 ? String(part) : String(part).padStart(2, '0')))
    .join(':')

/** The value as a CSV file has it, before quoting. */
function textOf<R>(sheet: SheetShape<R>, column: ExportColumn<R>, value: string | number): string {
  switch (column.kind) {
    case 'amount':
      return baht(Number(value))
    case 'integer':
      return String(Number(value))
    case 'instant':
      return bangkok(String(value))
    case 'duration':
      return clock(Number(value))
    case 'date':
      return String(value)
    case 'word':
      return escapeFormula(word(sheet.area, `${column.group}.${value}`, sheet.language) ?? String(value))
    case 'text':
      return escapeFormula(String(value))
  }
}

const headingsOf = <R>({ area, columns, language }: SheetShape<R>): string[] =>
  columns.map(({ heading }) => labelOf(area, heading, language))

/** Where the label of a line of totals stands: the first cell that no sum needs; -1 when all are sums. */
const labelPlace = <R>(columns: readonly ExportColumn<R>[]): number =>
  columns.findIndex((column) => column.kind !== 'amount' || column.isSummed !== true)

const lineEnd = '\r\n'

/** How a CSV file begins: UTF-8 with a mark, so that Excel opens Thai; then the headings. */
export const csvHead = <R>(shape: SheetShape<R>): string =>
  `\ufeff${headingsOf(shape).map(quoted).join()}${lineEnd}`

/** Rows of a CSV file; lines end with CR LF. */
export function csvRows<R>(shape: SheetShape<R>, rows: readonly R[]): string {
  const { columns, language } = shape
  const row = (each: R): string =>
    columns
      .map((column) => {
        const value = column.of(each, language)
        return value === null ? '' : quoted(textOf(shape, column, value))
      })
      .join()
  return rows.map((each) => `${row(each)}${lineEnd}`).join('')
}

/**
 * How a CSV file ends: the lines of totals, each with as many cells as a row, and last one cell that says
 * whose file it is.
 */
export function csvFoot<R>(
  { columns }: SheetShape<R>,
  totals: Totals<R>,
  { isCut, mark }: Pick<Sheet<R>, 'isCut' | 'mark'>,
): string {
  const place = labelPlace(columns)
  const lines = totals.lines(isCut).map(({ label, sums }) =>
    columns
      .map((_, at) => {
        const sum = sums.get(at)
        return sum === undefined ? (at === place ? quoted(label) : '') : baht(sum)
      })
      .join(),
  )
  return [...lines, quoted(mark)].map((line) => `${line}${lineEnd}`).join('')
}

function totalsOf<R>(sheet: Sheet<R>): Totals<R> {
  const totals = new Totals(sheet)
  totals.add(sheet.rows)
  return totals
}

/** A whole CSV file. */
export const csvOf = <R>(sheet: Sheet<R>): string =>
  csvHead(sheet) + csvRows(sheet, sheet.rows) + csvFoot(sheet, totalsOf(sheet), sheet)

/** How a sheet shows the cells of a column; without one they are text. */
const formats: Partial<Record<ExportColumn<never>['kind'], BookFormat>> = {
  amount: { type: 'number', format: '#,##0.00' },
  integer: { type: 'number', format: '0' },
  duration: { type: 'number', format: '[h]:mm:ss' },
  date: { type: 'date', format: 'yyyy-mm-dd' },
  instant: { type: 'date', format: 'yyyy-mm-dd hh:mm:ss' },
}

/** Numbers as a sheet counts them; dates in milliseconds, because a sheet's dates know no zone. */
function bookValue<R>(sheet: Sheet<R>, column: ExportColumn<R>, row: R): string | number | null {
  const value = column.of(row, sheet.language)
  if (value === null || value === '') return null
  switch (column.kind) {
    case 'amount':
      return Number(value) / 100
    case 'integer':
      return Number(value)
    case 'duration':
      return Number(value) / dayS
    case 'date':
      return Date.parse(`${value}T00:00:00Z`)
    case 'instant':
      // What Bangkok's clocks showed, to the second.
      return Math.floor(new Date(value).getTime() / 1000) * 1000 + zoneMs
    case 'word':
    case 'text':
      return textOf(sheet, column, value)
  }
}

const widthOf = (text: string): number => text.replaceAll(/\p{Mn}/gu, '').length
const widthMax = 48
const fixedWidths: Partial<Record<ExportColumn<never>['kind'], number>> = {
  instant: 20,
  date: 12,
  duration: 11,
}

/** As wide as the heading and the widest value, in letters; marks above and below take no room. */
function columnWidths<R>(sheet: Sheet<R>, headings: readonly string[]): number[] {
  return sheet.columns.map((column, place) => {
    let widest = Math.max(widthOf(headings[place] ?? ''), fixedWidths[column.kind] ?? 6)
    if (fixedWidths[column.kind] === undefined)
      for (const row of sheet.rows) {
        const value = column.of(row, sheet.language)
        if (value === null) continue
        // An amount gets its commas in the sheet.
        const text = column.kind === 'amount' ? baht(Number(value)) : textOf(sheet, column, value)
        widest = Math.max(
          widest,
          widthOf(text) + (column.kind === 'amount' ? Math.floor(text.length / 4) : 0),
        )
      }
    return Math.min(widest, widthMax) + 2
  })
}

/** The sheet with its rows and lines in the order of `csvOf`, as plain values. */
export function bookOf<R>(sheet: Sheet<R>): Book {
  const headings = headingsOf(sheet)
  const place = labelPlace(sheet.columns)
  return {
    headings,
    formats: sheet.columns.map(({ kind }) => formats[kind] ?? { type: 'text' }),
    widths: columnWidths(sheet, headings),
    rows: sheet.rows.map((row) => sheet.columns.map((column) => bookValue(sheet, column, row))),
    totals: totalsOf(sheet)
      .lines(sheet.isCut)
      .map(({ label, sums }) =>
        sheet.columns.map((_, at) => {
          const sum = sums.get(at)
          return sum === undefined ? (at === place ? label : null) : sum / 100
        }),
      ),
    mark: sheet.mark,
  }
}
