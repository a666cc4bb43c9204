import type { reportMappingFaults, reportRowFaults } from '@khlang/contract/play/distributor-values.ts'
import { businessOn } from '../../../platform/business-day.ts'
import { readAmount } from '../../statement-files/reading/amounts.ts'
import type { TextRow, TextSheet } from '../../statement-files/reading/bounds.ts'
import { readMoment } from '../../statement-files/reading/dates.ts'
import { guessReport, reportFault, type ReportColumn, type ReportMapping } from './report-layout.ts'

const sampleRows = 20
/** So many rows that are not understood are shown. */
const errorsMax = 50

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
  readonly read: {
    readonly count: number
    readonly stakeMinor: number
    readonly payoutMinor: number
    /** The first and the last business day of its lines, where they tell their time. */
    readonly fromOn: string | null
    readonly toOn: string | null
    readonly errorCount: number
    readonly errors: readonly RowError[]
  } | null
}

/** How moments are read: the one now, and when a day of the brand begins. */
export interface ReadingClock {
  readonly nowMs: number
  readonly dayCutOffMinutes: number
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

/** The lines of a report by these columns, and the rows that are not understood. Pure. */
export function* linesOf(
  { rows }: TextSheet,
  mapping: ReportMapping,
  nowMs: number,
): Generator<ReportLine | RowError> {
  for (const row of rows) {
    if (row.no <= mapping.headerRow) continue
    const line = lineOf(row, mapping, nowMs)
    if (line !== null) yield line
  }
}

export const isLine = (read: ReportLine | RowError): read is ReportLine => !('fault' in read)

function totalsOf(read: Iterable<ReportLine | RowError>, clock: ReadingClock): ReportReading['read'] {
  const sums = { count: 0, stakeMinor: 0, payoutMinor: 0, errorCount: 0 }
  const errors: RowError[] = []
  const days = new Set<string>()
  for (const line of read) {
    if (isLine(line)) {
      sums.count += 1
      sums.stakeMinor += line.stakeMinor
      sums.payoutMinor += line.payoutMinor
      if (line.at !== null) days.add(businessOn(clock, line.at))
    } else {
      sums.errorCount += 1
      if (errors.length < errorsMax) errors.push(line)
    }
  }
  const sorted = [...days].toSorted()
  return { ...sums, errors, fromOn: sorted[0] ?? null, toOn: sorted.at(-1) ?? null }
}

/** What is in a report by these columns; null: as its headings let guess. Pure. */
export function readReport(
  sheet: TextSheet,
  said: ReportMapping | null,
  clock: ReadingClock,
): ReportReading {
  const { rows } = sheet
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
  return { ...known, read: totalsOf(linesOf(sheet, mapping, clock.nowMs), clock) }
}
