import { compareClasses } from '@khlang/contract/values/value-lists.ts'
import type { CompareClass, DayRow } from './day-shapes.ts'
import type { PlainSum } from './plain-queries.ts'

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

/** Adds the rows of a day up, and plain pairs that were added up before. Pure. */
export function sumsOf(rows: readonly DayRow[], plain: readonly PlainSum[] = []): DaySums {
  const plainOf = (name: CompareClass): readonly PlainSum[] =>
    plain.filter(({ isByHand }) => name === (isByHand ? 'matchedManual' : 'matchedAuto'))
  const plainMinor = sum(plain.map(({ minor }) => minor))
  const open = rows.filter(({ isOpen }) => isOpen)
  const groups = Map.groupBy(rows, (row) => row.class)
  const classes = compareClasses.flatMap((name) => {
    const group = groups.get(name) ?? []
    const pairs = plainOf(name)
    const count = group.length + sum(pairs.map((pair) => pair.count))
    if (count === 0) return []
    const minor = sum(pairs.map((pair) => pair.minor))
    return {
      class: name,
      count,
      openCount: group.filter(({ isOpen }) => isOpen).length,
      theirsMinor: minor + sum(group.map(({ theirsMinor }) => theirsMinor)),
      oursMinor: minor + sum(group.map(({ oursMinor }) => oursMinor)),
    }
  })
  const differenceMinor = differenceOf(rows)
  const openMinor = differenceOf(open)
  return {
    count: rows.length + sum(plain.map(({ count }) => count)),
    theirsMinor: plainMinor + sum(rows.map(({ theirsMinor }) => theirsMinor)),
    oursMinor: plainMinor + sum(rows.map(({ oursMinor }) => oursMinor)),
    differenceMinor,
    explainedMinor: differenceMinor - openMinor,
    openMinor,
    openCount: open.length,
    classes,
  }
}
