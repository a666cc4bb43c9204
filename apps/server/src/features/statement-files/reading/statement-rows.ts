import type { fileRowFaults } from '@khlang/contract/payments/statement-files.ts'
import { readAmount, readDirection, type ReadAmount } from './amounts.ts'
import type { TextRow } from './bounds.ts'
import { readMoment, type DateFault, type FilePrecision } from './dates.ts'
import type { FileField, FileMapping } from './fields.ts'
import { payerOf, type FilePayer } from './payer.ts'

type RowFault = (typeof fileRowFaults)[number]

/** Why a row is no movement: where, and what stands there. */
export interface RowError {
  readonly no: number
  readonly fault: RowFault
  readonly cell: string
}

/** One movement of a statement file. */
export interface FileRow {
  readonly no: number
  readonly direction: 'in' | 'out'
  readonly amountMinor: number
  readonly balanceAfterMinor: number | null
  readonly at: string
  readonly precision: FilePrecision
  readonly payer: FilePayer
  readonly channel: string | null
  readonly ref: string | null
  readonly description: string
  /** The row as it stands in the file; null where it was read before that was kept. */
  readonly cells: string | null
}

export interface StatementRows {
  /** In the order of the file. */
  readonly rows: readonly FileRow[]
  readonly errors: readonly RowError[]
  /** Rows that are none: sums, headings said again, text. */
  readonly skipped: number
}

const openingWords =
  /(ยอดยกมา|ยกมา|brought\s*forward|balance\s*b\/?f|b\/f|opening\s*balance|previous\s*balance)/i
const sumWords =
  /(ยอดยกไป|ยกไป|รวม|carried\s*forward|c\/f|closing\s*balance|ending\s*balance|total|grand|สิ้นสุด|\*\*\*)/i

type Cells = (field: FileField) => string

/** The rows of a file as a mapping reads them. Pure. */
export function statementRows(
  sheet: readonly TextRow[],
  mapping: FileMapping,
  nowMs: number,
): StatementRows {
  const headings = sheet.find(({ no }) => no === mapping.headerRow)?.cells.join('\t')
  const rows: FileRow[] = []
  const errors: RowError[] = []
  let skipped = 0
  for (const row of sheet) {
    if (row.no <= mapping.headerRow) continue
    const cells: Cells = (field) => {
      const at = mapping.columns[field]
      return at === null ? '' : (row.cells[at] ?? '')
    }
    const text = row.cells.join('\t')
    if (text === headings || !isRow(cells, text, rows.length === 0)) skipped += 1
    else {
      const read = rowOf(row.no, cells, nowMs, mapping.columns.balance !== null)
      if ('fault' in read) errors.push(read)
      else rows.push({ ...read, cells: asItStands(row) })
    }
  }
  return { rows, errors, skipped }
}

/** Whether one of these cells says an amount that is not nothing. */
const hasAmount = (cells: Cells, fields: readonly FileField[]): boolean =>
  fields.some((field) => {
    const amount = readAmount(cells(field))
    return amount !== null && (amount === 'unclear' || amount.minor !== 0)
  })

/** A sum brought forward is told first, and moves nothing beside its balance: payers may write such words. */
const isBroughtForward = (cells: Cells, text: string, isFirst: boolean): boolean =>
  isFirst &&
  openingWords.test(text) &&
  !(hasAmount(cells, ['moneyIn', 'moneyOut']) && readAmount(cells('balance')) !== null)

/** Whether a row is meant as a movement; the rest are sums, headings said again, text. */
function isRow(cells: Cells, text: string, isFirst: boolean): boolean {
  if (!hasAmount(cells, ['moneyIn', 'moneyOut', 'amount']))
    return !openingWords.test(text) && !sumWords.test(text) && readsAsDay(cells('date'))
  return !isBroughtForward(cells, text, isFirst) && (!sumWords.test(text) || readsAsDay(cells('date')))
}

/** Whether a cell can be meant as a date at all: sums have words in their first column. */
const readsAsDay = (cell: string): boolean =>
  /[\d๐-๙]{1,4}\s*[-/.\sก-๙A-Za-z]+\s*[\d๐-๙]{1,4}|^\d{8}$/.test(cell)

type Fault = Exclude<RowFault, DateFault>
const isFault = (value: unknown): value is RowFault => typeof value === 'string'

const rowMax = 2000
/** Cut between two letters, never within one. */
const cut = (text: string, max: number): string => text.slice(0, max).toWellFormed()
/** The cells of a row, one after another, without those that are empty. */
const asItStands = ({ cells }: TextRow): string =>
  cut(cells.filter((cell) => cell.trim() !== '').join(' | '), rowMax)

type Read = Omit<FileRow, 'cells'>
function rowOf(no: number, cells: Cells, nowMs: number, hasBalance: boolean): Read | RowError {
  const error = (fault: RowFault, field: FileField): RowError => ({
    no,
    fault,
    cell: cells(field).slice(0, 60),
  })
  const moment = readMoment(cells('date'), cells('time'), nowMs)
  if (isFault(moment)) return error(moment, moment === 'timeUnclear' ? 'time' : 'date')
  const moved = movedOf(cells, hasBalance)
  if ('fault' in moved) return error(moved.fault, moved.field)
  const balance = hasBalance ? balanceOf(cells('balance')) : null
  if (isFault(balance)) return error(balance, 'balance')
  const description = cut(cells('description'), 300)
  return {
    no,
    ...moved,
    balanceAfterMinor: balance,
    ...moment,
    payer: payerOf(cells('payer'), description),
    channel: cut(cells('channel'), 60) || null,
    ref: cut(cells('ref'), 60) || null,
    description,
  }
}

interface Moved {
  readonly direction: 'in' | 'out'
  readonly amountMinor: number
}
interface MovedFault {
  readonly fault: Fault
  readonly field: FileField
}

function movedOf(cells: Cells, hasBalance: boolean): Moved | MovedFault {
  const into = readAmount(cells('moneyIn'))
  const out = readAmount(cells('moneyOut'))
  if (into === 'unclear') return { fault: 'amountUnclear', field: 'moneyIn' }
  if (out === 'unclear') return { fault: 'amountUnclear', field: 'moneyOut' }
  const isIn = into !== null && into.minor > 0
  const isOut = out !== null && out.minor > 0
  if (isIn && isOut) return { fault: 'amountTwice', field: 'moneyOut' }
  // A minus in the column of money in would be money taken back: nobody can tell what it is.
  if (isIn) return into.sign < 0 ? { fault: 'amountUnclear', field: 'moneyIn' } : moved('in', into)
  if (isOut) return moved('out', out)
  return signedOf(readAmount(cells('amount')), cells('direction'), hasBalance)
}

const moved = (direction: 'in' | 'out', { minor }: ReadAmount): Moved => ({ direction, amountMinor: minor })

function signedOf(
  amount: ReadAmount | 'unclear' | null,
  directionCell: string,
  hasBalance: boolean,
): Moved | MovedFault {
  if (amount === 'unclear') return { fault: 'amountUnclear', field: 'amount' }
  if (amount === null || amount.minor === 0) return { fault: 'amountMissing', field: 'amount' }
  const said = directionCell === '' ? null : readDirection(directionCell)
  if (directionCell !== '' && said === null) return { fault: 'directionUnclear', field: 'direction' }
  const signed = amount.sign === 0 ? null : amount.sign > 0 ? 'in' : 'out'
  if (said !== null && signed === 'in' && said === 'out')
    return { fault: 'directionUnclear', field: 'direction' }
  if (said === 'in' && signed === 'out') return { fault: 'directionUnclear', field: 'direction' }
  const direction = said ?? signed
  if (direction !== null) return moved(direction, amount)
  // What has no minus came in: the balance after it would not follow, were it otherwise.
  return hasBalance ? moved('in', amount) : { fault: 'directionUnclear', field: 'amount' }
}

function balanceOf(cell: string): number | RowFault {
  const balance = readAmount(cell)
  if (balance === null) return 'balanceMissing'
  return balance === 'unclear' || balance.sign < 0 ? 'balanceUnclear' : balance.minor
}
