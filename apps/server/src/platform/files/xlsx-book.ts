import writeXlsx, { type CellObject, type SheetData } from 'write-excel-file/node'

/** How the cells of a column are shown; `format` is the spreadsheet's own. */
export type BookFormat =
  | { readonly type: 'text' }
  | { readonly type: 'number' | 'date'; readonly format: string }

type Value = string | number | null

/** One sheet as plain values, so that it can be handed to another thread. Dates are milliseconds. */
export interface Book {
  readonly headings: readonly string[]
  readonly formats: readonly BookFormat[]
  /** In letters. */
  readonly widths: readonly number[]
  readonly rows: readonly (readonly Value[])[]
  readonly totals: readonly (readonly Value[])[]
  readonly mark: string
}

type Cell = CellObject | null
const isBold = { fontWeight: 'bold' } as const
const textCell = (value: string): CellObject => ({ value, type: String })

function cellOf(value: Value, format: BookFormat | undefined): Cell {
  if (value === null) return null
  if (typeof value === 'string' || format === undefined || format.type === 'text')
    return textCell(String(value))
  return format.type === 'date'
    ? { value: new Date(value), type: Date, format: format.format }
    : { value, type: Number, format: format.format }
}

/** The cells: bold headings and totals with a line between them and the rows, and last the mark. */
export function cellsOf({ headings, formats, rows, totals, mark }: Book): SheetData {
  const cells = (row: readonly Value[]): Cell[] => row.map((value, at) => cellOf(value, formats[at]))
  return [
    headings.map((each) => ({ ...textCell(each), ...isBold, bottomBorderStyle: 'thin' as const })),
    ...rows.map(cells),
    ...totals.map((row) =>
      cells(row).map((cell) => cell && { ...cell, ...isBold, topBorderStyle: 'thin' as const }),
    ),
    [textCell(mark)],
  ]
}

/** An XLSX file whose headings stay in sight. It takes its thread for seconds when the rows are many. */
export const writeBook = (book: Book): Promise<Buffer> =>
  writeXlsx(cellsOf(book), {
    columns: book.widths.map((width) => ({ width })),
    stickyRowsCount: 1,
  }).toBuffer()
