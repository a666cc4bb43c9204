import { toleranceMs } from '../../bank-lines/balance-chain.ts'
import { valueOn } from '../../../platform/business-day.ts'
import { startOf } from '../reading/running-balance.ts'
import type { FileRow } from '../reading/statement-rows.ts'

/** Where the account's chain stands. */
export interface ChainEnd {
  readonly balanceMinor: number
  readonly lineId: string | null
  readonly at: string | null
}

export interface KnownGap {
  readonly id: string
  readonly fromMinor: number
  readonly toMinor: number
  readonly fromAt: string | null
  readonly toAt: string
}

/** What becomes of a hole: it is gone, or what is left of it. */
interface GapChange {
  readonly id: string
  readonly left: readonly Omit<KnownGap, 'id'>[]
}

export interface FilePlacement {
  /** The chain ends with the file's last row; else it ends where it did. */
  readonly endsWithFile: boolean
  /** The hole between the end of the chain and the first row, where the file begins behind it. */
  readonly opens: Omit<KnownGap, 'id'> | null
  readonly gaps: readonly GapChange[]
}

/** A place between rows: the balance there, and between which moments. */
interface Place {
  readonly at: number
  readonly balanceMinor: number
  /** Of the row before it, and of the one behind it. */
  readonly since: string | null
  readonly until: string | null
}

/** The places of a file: before its first row, between its rows, behind the last. */
function placesOf(rows: readonly FileRow[]): Place[] {
  const [first] = rows
  const start = first ? startOf(first) : null
  if (!first || start === null) return []
  return [
    { at: 0, balanceMinor: start, since: null, until: first.at },
    ...rows.map((row, index) => ({
      at: index + 1,
      balanceMinor: row.balanceAfterMinor ?? 0,
      since: row.at,
      until: rows[index + 1]?.at ?? null,
    })),
  ]
}

const isDaily = (rows: readonly FileRow[]): boolean => rows.some(({ precision }) => precision === 'day')
const ms = (at: string): number => Date.parse(at)
/** The first moment of a day, of a file that tells no times. */
const floor = (at: string, daily: boolean): number =>
  daily ? Date.parse(`${valueOn(at)}T00:00:00+07:00`) : ms(at)

/** Whether a moment lies at a place: not before what stands before it, not after what stands behind it. */
function isAt(place: Place, at: string, daily: boolean): boolean {
  const moment = floor(at, daily)
  return (
    (place.since === null || floor(place.since, daily) <= moment + toleranceMs) &&
    (place.until === null || floor(place.until, daily) >= moment - toleranceMs)
  )
}

/**
 * Where an unbroken file stands in the chain of its account. Pure.
 * @param rows in their order, each with a balance
 * @param atEnd the place of the row that is the end of the chain; -1 where no row is
 */
export function placeFile(
  rows: readonly FileRow[],
  end: ChainEnd,
  gaps: readonly KnownGap[],
  atEnd: number,
): FilePlacement {
  const places = placesOf(rows)
  const [first] = rows
  const last = rows.at(-1)
  if (!first || !last) return { endsWithFile: false, opens: null, gaps: [] }
  const daily = isDaily(rows)
  const changes = gaps.flatMap((gap) => changeOf(gap, places, rows, daily) ?? [])
  const joins =
    atEnd >= 0 ||
    places.some(
      (place) => place.balanceMinor === end.balanceMinor && (end.at === null || isAt(place, end.at, daily)),
    )
  if (joins) return { endsWithFile: true, opens: null, gaps: changes }
  if (end.at !== null && floor(last.at, daily) < floor(end.at, daily))
    return { endsWithFile: false, opens: null, gaps: changes }
  const opens = {
    fromMinor: end.balanceMinor,
    toMinor: startOf(first) ?? 0,
    fromAt: end.at,
    toAt: first.at,
  }
  return { endsWithFile: true, opens, gaps: changes }
}

/** What the file leaves of a hole; null where it tells nothing of it. */
function changeOf(
  gap: KnownGap,
  places: readonly Place[],
  rows: readonly FileRow[],
  daily: boolean,
): GapChange | null {
  const [start, finish] = [places[0], places.at(-1)]
  if (!start || !finish || rows.length === 0) return null
  const { fromAt, toAt } = gap
  const from = places.find(
    (place) => place.balanceMinor === gap.fromMinor && (fromAt === null || isAt(place, fromAt, daily)),
  )
  const to = places.findLast(
    (place) =>
      place.balanceMinor === gap.toMinor && isAt(place, toAt, daily) && place.at > (from?.at ?? -1),
  )
  if (from && to) return { id: gap.id, left: [] }
  const lastAt = finish.since ?? toAt
  const behind = { fromMinor: finish.balanceMinor, toMinor: gap.toMinor, fromAt: lastAt, toAt }
  const before = {
    fromMinor: gap.fromMinor,
    toMinor: start.balanceMinor,
    fromAt,
    toAt: start.until ?? toAt,
  }
  const kept = (parts: readonly Omit<KnownGap, 'id'>[]) =>
    parts.filter((part) => part.fromMinor !== part.toMinor)
  const endsInside = floor(lastAt, daily) <= floor(toAt, daily) + toleranceMs
  const beginsInside =
    fromAt === null || floor(start.until ?? toAt, daily) >= floor(fromAt, daily) - toleranceMs
  if (from && endsInside && from.at < finish.at) return { id: gap.id, left: kept([behind]) }
  if (to && beginsInside && to.at > 0) return { id: gap.id, left: kept([before]) }
  if (!from && !to && endsInside && beginsInside) return { id: gap.id, left: kept([before, behind]) }
  return null
}
