import type { FileRow } from './statement-rows.ts'

/** Where the balances of a file do not follow: the row, and how much is missing before it. */
interface FileHole {
  readonly no: number
  readonly missingMinor: number
}

export interface OrderedRows {
  /** In the order in which the money moved. */
  readonly rows: readonly FileRow[]
  readonly holes: readonly FileHole[]
  /** Before the first row and after the last; null for a file without balances. */
  readonly openingMinor: number | null
  readonly closingMinor: number | null
}

type Moved = Pick<FileRow, 'direction' | 'amountMinor' | 'balanceAfterMinor'>
const signed = ({ direction, amountMinor }: Moved): number =>
  direction === 'in' ? amountMinor : -amountMinor

/** The balance that a row starts from; null where its file has none. */
export const startOf = (row: Moved): number | null =>
  row.balanceAfterMinor === null ? null : row.balanceAfterMinor - signed(row)

function holesOf(rows: readonly FileRow[]): FileHole[] {
  return rows.flatMap((row, at) => {
    const before = rows[at - 1]?.balanceAfterMinor ?? null
    const start = startOf(row)
    if (before === null || start === null || before === start) return []
    return [{ no: row.no, missingMinor: start - before }]
  })
}

/** The rows from the oldest on: as they stand, or turned where the bank prints the newest first. Pure. */
export function orderRows(rows: readonly FileRow[]): OrderedRows {
  const turned = rows.toReversed()
  const [asTheyStand, theOtherWay] = [holesOf(rows), holesOf(turned)]
  const isLater = (rows[0]?.at ?? '') > (rows.at(-1)?.at ?? '')
  const isTurned =
    asTheyStand.length === theOtherWay.length ? isLater : theOtherWay.length < asTheyStand.length
  const ordered = isTurned ? turned : rows
  const [first] = ordered
  return {
    rows: ordered,
    holes: isTurned ? theOtherWay : asTheyStand,
    openingMinor: first ? startOf(first) : null,
    closingMinor: ordered.at(-1)?.balanceAfterMinor ?? null,
  }
}
