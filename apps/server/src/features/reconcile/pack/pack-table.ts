import { formatBaht } from '@khlang/money/amount.ts'

/** A cell of a pack: text, a number that is counted, or an amount in minor units. */
export type PackCell = string | number | { readonly minor: number } | null

/** A table of the pack: a sheet of the book, a section of the printed pages. */
export interface PackTable {
  /** As a sheet is called: short, and without signs that a book refuses. */
  readonly name: string
  readonly title: string
  readonly headings: readonly string[]
  /** In letters; a printed page is divided in their proportion. */
  readonly widths: readonly number[]
  readonly rows: readonly (readonly PackCell[])[]
  /** The places of those rows that add up the ones above them. */
  readonly sums?: readonly number[]
  readonly totals: readonly (readonly PackCell[])[]
  /** What stands below it. */
  readonly notes: readonly string[]
}

/** A pack before it is written, as plain values: another thread writes it. */
export interface PackPaper {
  readonly title: string
  readonly subtitle: string
  readonly foot: string
  /** RFC 3339: a pack of one close is the same however often it is made. */
  readonly madeAt: string
  readonly tables: readonly PackTable[]
}

export const isAmount = (cell: PackCell): cell is { readonly minor: number } =>
  typeof cell === 'object' && cell !== null

/** Minor units as an accountant reads them: `1,234.50`, `(1,234.50)` below zero. */
export function amountText(minor: number): string {
  const text = formatBaht(minor, { sign: 'never' })
  return minor < 0 ? `(${text})` : text
}
