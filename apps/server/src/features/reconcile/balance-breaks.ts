/** A line with the balance that its bank told after it. */
export interface ToldLine {
  readonly id: string
  /** Signed as it moved the balance. */
  readonly movedMinor: number
  readonly balanceMinor: number
  /** Milliseconds. */
  readonly atMs: number
}

/** A balance that lines of a day reach more often than they leave it (above 0), or the other way round. */
export interface LooseEnd {
  readonly balanceMinor: number
  readonly times: number
  readonly atMs: number
}

/** Money that moved without a message: the balance before it and the one after it. */
export interface Gap {
  readonly fromMinor: number
  readonly toMinor: number
  readonly atMs: number
}

/** So far out of order the stamps of a bank may be: a minute that they hide, and one of clocks. */
const sameTimeMs = 120_000

/**
 * The balance that a bank told last. Stamps show the minute alone, so the last of several lines of it is the
 * one from whose balance no other goes on (decisions 30). Null without any line. Pure.
 */
export function lastBalance(lines: readonly ToldLine[]): { minor: number; atMs: number } | null {
  const latest = Math.max(...lines.map(({ atMs }) => atMs))
  const near = lines.filter(({ atMs }) => atMs >= latest - sameTimeMs)
  if (near.length === 0) return null
  const left = new Map<number, number>()
  for (const line of near) {
    const before = line.balanceMinor - line.movedMinor
    left.set(before, (left.get(before) ?? 0) + 1)
  }
  const ordered = near.toSorted((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1))
  const isEnd = ({ balanceMinor }: ToldLine): boolean => {
    const reached = near.filter((line) => line.balanceMinor === balanceMinor).length
    return reached > (left.get(balanceMinor) ?? 0)
  }
  const last = ordered.findLast(isEnd) ?? ordered.at(-1)
  return last ? { minor: last.balanceMinor, atMs: last.atMs } : null
}

/**
 * Where the chain of balances of a day is broken: each balance that was reached and not left, with the one
 * that was left and not reached, in the order of time. Their sum is what the day lacks. Pure.
 */
export function gapsBetween(
  openingMinor: number,
  closingMinor: number,
  ends: readonly LooseEnd[],
): readonly Gap[] {
  const all: LooseEnd[] = [
    ...ends,
    { balanceMinor: openingMinor, times: 1, atMs: Number.NEGATIVE_INFINITY },
    { balanceMinor: closingMinor, times: -1, atMs: Number.POSITIVE_INFINITY },
  ]
  const sums = Map.groupBy(all, ({ balanceMinor }) => balanceMinor)
  const loose = [...sums].flatMap(([balanceMinor, same]) => {
    const times = same.reduce((sum, each) => sum + each.times, 0)
    const atMs = Math.min(...same.filter((each) => each.times * times > 0).map((each) => each.atMs))
    return Array.from({ length: Math.abs(times) }, () => ({ balanceMinor, isFrom: times > 0, atMs }))
  })
  const ordered = loose.toSorted((a, b) => a.atMs - b.atMs || a.balanceMinor - b.balanceMinor)
  const tos = ordered.filter(({ isFrom }) => !isFrom)
  return ordered
    .filter(({ isFrom }) => isFrom)
    .map((from, place) => {
      const to = tos[place]
      const atMs = Number.isFinite(to?.atMs) ? (to?.atMs ?? 0) : from.atMs
      return { fromMinor: from.balanceMinor, toMinor: to?.balanceMinor ?? from.balanceMinor, atMs }
    })
}
