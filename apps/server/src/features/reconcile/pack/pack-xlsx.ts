import writeXlsx, { type CellObject, type SheetData } from 'write-excel-file/node'
import { escapeFormula } from '../../../platform/files/export-file.ts'
import { isAmount, type PackCell, type PackPaper, type PackTable } from './pack-table.ts'

const bold = { fontWeight: 'bold' } as const

function cellOf(cell: PackCell): CellObject | null {
  if (cell === null) return null
  if (isAmount(cell)) return { value: cell.minor / 100, type: Number, format: '#,##0.00;[Red](#,##0.00)' }
  if (typeof cell === 'number') return { value: cell, type: Number, format: '#,##0' }
  return { value: escapeFormula(cell), type: String }
}

const sumRow = (row: readonly PackCell[]) =>
  row.map((cell) => {
    const made = cellOf(cell)
    return made && { ...made, ...bold, topBorderStyle: 'thin' as const }
  })

function sheetOf({ headings, rows, sums, totals, notes }: PackTable): SheetData {
  return [
    headings.map((value) => ({ value, type: String, ...bold, bottomBorderStyle: 'thin' as const })),
    ...rows.map((row, at) => (sums?.includes(at) ? sumRow(row) : row.map(cellOf))),
    ...totals.map(sumRow),
    ...notes.map((value) => [{ value: escapeFormula(value), type: String }]),
  ]
}

/** The pack as a book: a sheet for each table, whose headings stay in sight. */
export const packXlsx = ({ tables, foot }: PackPaper): Promise<Buffer> =>
  writeXlsx(
    tables.map((table) => ({
      sheet: table.name,
      data: sheetOf({ ...table, notes: [...table.notes, foot] }),
      columns: table.widths.map((width) => ({ width })),
      stickyRowsCount: 1,
    })),
  ).toBuffer()
