import { timeOf, timesAgree } from '../../bank-lines/file-lines.ts'
import type { FileRow } from '../reading/statement-rows.ts'

/** A line that the account has already, as far as a row of a file may be the same movement. */
export interface KnownLine {
  readonly id: string
  readonly direction: 'in' | 'out'
  readonly amountMinor: number
  readonly balanceAfterMinor: number | null
  readonly bankTime: string | null
  readonly precision: 'second' | 'minute' | 'day' | 'none'
  readonly receivedAt: string
  readonly chain: string
  readonly state: string
}

interface Matched {
  /** By the number of the row: the line that it is. */
  readonly lineOf: ReadonlyMap<number, KnownLine>
  /** Rows that are none of the lines by their balance, but may be one whose message told none. */
  readonly doubtful: ReadonlyMap<number, KnownLine>
}

const keyOf = (
  { direction, amountMinor }: Pick<FileRow, 'direction' | 'amountMinor'>,
  balance: number | null,
) => `${direction}|${amountMinor}|${balance}`

const byTime = (a: KnownLine, b: KnownLine): number =>
  Date.parse(timeOf(a)) - Date.parse(timeOf(b)) || (a.id < b.id ? -1 : 1)

/**
 * Which rows are lines that the account has: of one direction, amount, time and balance, each line at most
 * once, so that two equal transfers within a minute stay two. A message that told no balance is a row where
 * neither of them could be another. Pure.
 */
export function matchRows(rows: readonly FileRow[], lines: readonly KnownLine[]): Matched {
  const lineOf = new Map<number, KnownLine>()
  const doubtful = new Map<number, KnownLine>()
  const free = Map.groupBy(lines.filter(({ state }) => state !== 'duplicate').toSorted(byTime), (line) =>
    keyOf(line, line.balanceAfterMinor),
  )
  const take = (row: FileRow, balance: number | null): KnownLine | undefined => {
    const left = free.get(keyOf(row, balance))
    const at = left?.findIndex((line) => timesAgree(row, line, balance !== null)) ?? -1
    return at < 0 ? undefined : left?.splice(at, 1)[0]
  }
  const rest = rows.filter((row) => {
    const line = row.balanceAfterMinor === null ? undefined : take(row, row.balanceAfterMinor)
    if (line) lineOf.set(row.no, line)
    return !line
  })
  if (rows.some(({ balanceAfterMinor }) => balanceAfterMinor === null)) {
    const byAmount = Map.groupBy([...free], ([key]) => key.slice(0, key.lastIndexOf('|')))
    for (const row of rest) {
      const same = byAmount.get(`${row.direction}|${row.amountMinor}`) ?? []
      const line = take(row, null) ?? withBalance(row, same)
      if (line) lineOf.set(row.no, line)
    }
    return { lineOf, doubtful }
  }
  for (const [row, line] of soleFits(rest, free)) lineOf.set(row.no, line)
  for (const row of rest) {
    const [near] = hintsOf(row, free)
    if (near && !lineOf.has(row.no)) doubtful.set(row.no, near)
  }
  return { lineOf, doubtful }
}

type Free = Map<string, KnownLine[]>

/** Of a file without balances: the next line of this amount, whatever balance its message told. */
function withBalance(
  row: FileRow,
  same: readonly (readonly [string, KnownLine[]])[],
): KnownLine | undefined {
  for (const [, left] of same) {
    const at = left.findIndex((line) => timesAgree(row, line, false))
    if (at >= 0) return left.splice(at, 1)[0]
  }
  return undefined
}

const hintsOf = (row: FileRow, free: Free): KnownLine[] =>
  (free.get(keyOf(row, null)) ?? []).filter((line) => timesAgree(row, line, false))

/** Rows and lines without a balance that fit each other and nothing else. */
function soleFits(rows: readonly FileRow[], free: Free): (readonly [FileRow, KnownLine])[] {
  const fits = rows.map((row) => [row, hintsOf(row, free)] as const)
  const times = new Map<string, number>()
  for (const [, lines] of fits) for (const { id } of lines) times.set(id, (times.get(id) ?? 0) + 1)
  return fits.flatMap(([row, [line, ...more]]) =>
    line && more.length === 0 && times.get(line.id) === 1 ? [[row, line] as const] : [],
  )
}
