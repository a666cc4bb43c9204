import type { DayFacts, SheetRow } from '../day-shapes.ts'
import type { PackCell, PackTable } from './pack-table.ts'
import { both, minor } from './pack-words.ts'

const bankColumns = [
  'columns.account',
  'columns.opening',
  'columns.in',
  'columns.out',
  'columns.fee',
  'columns.transfers',
  'columns.ours',
  'columns.theirs',
  'columns.difference',
  'columns.ledger',
  'columns.ledgerDifference',
  'columns.status',
]

const stepOf = (row: SheetRow, ...codes: readonly string[]): number =>
  row.steps
    .filter(({ code }) => codes.includes(code))
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0)

/** The figures of an account, from opening to what the ledger holds; null where nobody told it. */
const figures: readonly ((row: SheetRow) => number | null)[] = [
  (row) => row.openingMinor,
  (row) => stepOf(row, 'in'),
  (row) => stepOf(row, 'out'),
  (row) => stepOf(row, 'fee'),
  (row) => stepOf(row, 'transferIn', 'transferOut'),
  (row) => row.oursMinor,
  (row) => row.theirsMinor,
  (row) => row.differenceMinor,
  (row) => row.ledger?.closingMinor ?? null,
  (row) => row.ledger?.differenceMinor ?? null,
]

const accountCells = (row: SheetRow): PackCell[] => [
  row.account ? `${row.account.label} ${row.account.accountNoMasked}` : row.key,
  ...figures.map((figure) => minor(figure(row)) ?? '–'),
  both(`statuses.${row.status}`),
]

/** What some accounts come to. Where one of them has no figure there is no sum, and the cell says so. */
const sumCells = (name: string, rows: readonly SheetRow[]): PackCell[] => [
  name,
  ...figures.map((figure): PackCell => {
    const amounts = rows.map(figure)
    if (amounts.includes(null)) return both('pack.incomplete')
    return minor(amounts.reduce<number>((sum, each) => sum + (each ?? 0), 0))
  }),
  null,
]

/**
 * Own accounts against what their banks tell. Those whose bank tells a balance come first, with a sum of
 * their own across which opening, movements and difference add up; the last line is of all.
 */
export function bankTable({ sheets }: Pick<DayFacts, 'sheets'>): PackTable {
  const rows = sheets.find(({ sheet }) => sheet === 'bank')?.rows ?? []
  const told = rows.filter(({ theirsMinor }) => theirsMinor !== null)
  const untold = rows.filter(({ theirsMinor }) => theirsMinor === null)
  const isMixed = told.length > 0 && untold.length > 0
  return {
    name: 'Bank',
    title: both('sheets.bank'),
    headings: bankColumns.map((each) => both(each)),
    widths: [24, 14, 13, 13, 11, 13, 14, 14, 13, 14, 13, 15],
    rows: [
      ...told.map(accountCells),
      ...(isMixed ? [sumCells(both('pack.toldTotal'), told)] : []),
      ...untold.map(accountCells),
    ],
    sums: isMixed ? [told.length] : [],
    totals: [sumCells(both('pack.total'), rows)],
    notes: [both('pack.bankNote'), ...(untold.length > 0 ? [both('pack.untoldNote')] : [])],
  }
}
