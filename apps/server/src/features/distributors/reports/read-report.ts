import type { reportMappingFaults, reportRowFaults } from '@khlang/contract/play/distributor-values.ts'
import { readAmount } from '../../statement-files/reading/amounts.ts'
import { FileRefused, type TextRow, type TextSheet } from '../../statement-files/reading/bounds.ts'
import { readMoment } from '../../statement-files/reading/dates.ts'
import { guessReport, reportFault, type ReportColumn, type ReportMapping } from './report-layout.ts'

/** More is brought in parts: so many are compared in one call. */
const linesMax = 50_000
const sampleRows = 20

/** A row of a report that was understood. */
export interface ReportLine {
  readonly no: number
  readonly roundRef: string
  readonly transactionRef: string
  readonly player: string
  readonly stakeMinor: number
  readonly payoutMinor: number
  readonly at: string | null
}
interface RowError {
  readonly no: number
  readonly fault: (typeof reportRowFaults)[number]
  readonly cell: string
}

export interface ReportReading {
  readonly mapping: ReportMapping
  readonly mappingFault: (typeof reportMappingFaults)[number] | null
  readonly width: number
  readonly rowCount: number
  readonly sample: readonly TextRow[]
  /** Null where the columns are not told. */
  readonly read: { readonly lines: readonly ReportLine[]; readonly errors: readonly RowError[] } | null
}

/** A total at the end, or a line between parts: it names no round and no player. */
const isSum = (row: TextRow): boolean =>
  row.cells.some((cell) => /^(grand ?total|sub ?total|total|sum|รวม|ยอดรวม|รวมทั้งหมด)/i.test(cell))

/** What is paid out or staked of an empty cell or a dash is nothing; what a minus says is not known. */
function amountOf(cell: string): number | null {
  const amount = readAmount(cell)
  if (amount === null) return 0
  return amount === 'unclear' || amount.sign < 0 ? null : amount.minor
}

/** A moment with its own zone, as programs print it; else as people do, by the clocks of Bangkok. */
function momentOf(cell: string, nowMs: number): string | null {
  if (/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/.test(cell)) {
    const at = new Date(cell)
    return Number.isNaN(at.getTime()) ? null : at.toISOString()
  }
  const moment = readMoment(cell, '', nowMs)
  return typeof moment === 'string' ? null : moment.at
}

function lineOf(row: TextRow, mapping: ReportMapping, nowMs: number): ReportLine | RowError | null {
  const cellOf = (column: ReportColumn): string => {
    const place = mapping.columns[column]
    return place === null ? '' : (row.cells[place] ?? '')
  }
  const { no } = row
  const roundRef = cellOf('round')
  if (isSum(row) && (roundRef === '' || cellOf('player') === '')) return null
  if (roundRef === '') return { no, fault: 'roundMissing', cell: row.cells.join(' ').slice(0, 80) }
  const [stakeMinor, payoutMinor] = [amountOf(cellOf('stake')), amountOf(cellOf('payout'))]
  if (stakeMinor === null || payoutMinor === null)
    return {
      no,
      fault: 'amountUnclear',
      cell: cellOf(stakeMinor === null ? 'stake' : 'payout').slice(0, 80),
    }
  const time = cellOf('time')
  const at = time === '' ? null : momentOf(time, nowMs)
  if (time !== '' && at === null) return { no, fault: 'timeUnclear', cell: time.slice(0, 80) }
  return {
    no,
    roundRef: roundRef.slice(0, 200),
    transactionRef: cellOf('transaction').slice(0, 200),
    player: cellOf('player').slice(0, 100),
    stakeMinor,
    payoutMinor,
    at,
  }
}

/** Reads a report by these columns; null: as its headings let guess. Pure. @throws FileRefused */
export function readReport(sheet: TextSheet, said: ReportMapping | null, nowMs: number): ReportReading {
  const { rows } = sheet
  if (rows.length > linesMax + 100) throw new FileRefused('tooManyRows')
  const mapping = said ?? guessReport(rows)
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const mappingFault = reportFault(mapping, width)
  const from = Math.max(
    0,
    rows.findIndex(({ no }) => no >= mapping.headerRow),
  )
  const sample = rows.slice(from, from + sampleRows)
  const known = { mapping, mappingFault, width, rowCount: rows.length, sample }
  if (mappingFault !== null) return { ...known, read: null }
  const lines: ReportLine[] = []
  const errors: RowError[] = []
  for (const row of rows) {
    if (row.no <= mapping.headerRow) continue
    const line = lineOf(row, mapping, nowMs)
    if (line === null) continue
    if ('fault' in line) errors.push(line)
    else lines.push(line)
  }
  return { ...known, read: { lines, errors } }
}
