import { compareClasses } from '@khlang/contract/values/value-lists.ts'
import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { Reader } from '../../platform/db/db.ts'
import type { CompareClass, DayRow, Side } from './day-shapes.ts'
import { readDay } from './read-day.ts'

interface ClassSum {
  readonly class: CompareClass
  readonly count: number
  readonly openCount: number
  readonly theirsMinor: number
  readonly oursMinor: number
}

/** What one account and day come to, from one side. */
export interface DaySums {
  readonly count: number
  readonly theirsMinor: number
  readonly oursMinor: number
  readonly differenceMinor: number
  /** How much of the difference stands in rows that nobody must look at any more, and the rest. */
  readonly explainedMinor: number
  readonly openMinor: number
  readonly openCount: number
  readonly classes: readonly ClassSum[]
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
const differenceOf = (rows: readonly DayRow[]): number =>
  sum(rows.map(({ theirsMinor, oursMinor }) => theirsMinor - oursMinor))

/** Adds the rows of a day up. Pure. */
export function sumsOf(rows: readonly DayRow[]): DaySums {
  const open = rows.filter(({ isOpen }) => isOpen)
  const groups = Map.groupBy(rows, (row) => row.class)
  const classes = compareClasses.flatMap((name) => {
    const group = groups.get(name) ?? []
    if (group.length === 0) return []
    return {
      class: name,
      count: group.length,
      openCount: group.filter(({ isOpen }) => isOpen).length,
      theirsMinor: sum(group.map(({ theirsMinor }) => theirsMinor)),
      oursMinor: sum(group.map(({ oursMinor }) => oursMinor)),
    }
  })
  const differenceMinor = differenceOf(rows)
  const openMinor = differenceOf(open)
  return {
    count: rows.length,
    theirsMinor: sum(rows.map(({ theirsMinor }) => theirsMinor)),
    oursMinor: sum(rows.map(({ oursMinor }) => oursMinor)),
    differenceMinor,
    explainedMinor: differenceMinor - openMinor,
    openMinor,
    openCount: open.length,
    classes,
  }
}

/** An open difference of a day, as the closing of the day lists it. */
interface OpenDifference {
  /** Of the row's line, else of its record: a uuid. */
  readonly id: string
  readonly class: CompareClass
  readonly reason: string | null
  readonly theirsMinor: number
  readonly oursMinor: number
}

/**
 * The sums of each class of one account and day, and the differences that somebody must still look at: for
 * whoever closes the day.
 */
export async function comparedDay(
  db: Reader,
  of: { readonly accountId: string; readonly on: string; readonly side: Side },
  at: {
    readonly settings: Pick<BrandSettings, 'depositRequestMinutes' | 'payoutUnknownMinutes'>
    readonly nowMs: number
  },
): Promise<DaySums & { readonly open: readonly OpenDifference[] }> {
  const direction = of.side === 'deposit' ? 'in' : 'out'
  const rows = await readDay(db, { accountId: of.accountId, on: of.on, direction }, at)
  const open = rows
    .filter(({ isOpen }) => isOpen)
    .map(({ id, class: name, reason, theirsMinor, oursMinor }) => ({
      id,
      class: name,
      reason,
      theirsMinor,
      oursMinor,
    }))
  return { ...sumsOf(rows), open }
}
