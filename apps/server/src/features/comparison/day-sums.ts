import { compareClasses } from '@khlang/contract/values/value-lists.ts'
import type { CompareClass, DayRow } from './day-shapes.ts'

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
