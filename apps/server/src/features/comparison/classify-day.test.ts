import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classifyDay } from './classify-day.ts'
import type { Day, DayLine, DayRecord } from './day-shapes.ts'
import { plantCount, plantedDay } from './days.fixture.ts'

const found = (day: Day) => new Map(classifyDay(day).map((row) => [row.id, row.class]))
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

describe('a day of a statement against our records', () => {
  test('300 days with planted differences: each is listed with its class, and no other row', () => {
    const days = fc.tuple(
      fc.constantFrom('in', 'out'),
      fc.array(fc.nat({ max: plantCount - 1 }), { minLength: 1, maxLength: 40 }),
      fc.nat(),
    )
    fc.assert(
      fc.property(days, ([direction, chosen, seed]) => {
        const { day, expected } = plantedDay(direction, chosen, seed)
        expect(found(day)).toEqual(new Map(expected))
      }),
      { numRuns: 300 },
    )
  })

  test('every line and record of the day stands once, and the rows add up to the difference', () => {
    fc.assert(
      fc.property(fc.constantFrom('in', 'out'), fc.nat(), (direction, seed) => {
        const all = Array.from({ length: plantCount }, (_, at) => at)
        const { day } = plantedDay(direction, all, seed)
        const rows = classifyDay(day)
        const lines = rows.flatMap(({ line }) => (line ? [line.id] : []))
        const records = rows.flatMap(({ record }) => (record ? [record.id] : []))
        const isOfDay = (each: DayLine | DayRecord): boolean =>
          ('valueOn' in each ? each.valueOn : each.businessOn) === day.on
        expect(new Set(lines).size).toBe(lines.length)
        expect(new Set(records).size).toBe(records.length)
        expect(lines).toEqual(expect.arrayContaining(day.lines.filter(isOfDay).map(({ id }) => id)))
        expect(records).toEqual(expect.arrayContaining(day.records.filter(isOfDay).map(({ id }) => id)))
        const real = day.lines.filter(
          (line) => isOfDay(line) && line.chain !== 'hint' && line.state !== 'rejected',
        )
        const doubles = rows.filter((row) => row.class === 'duplicate')
        expect(sum(rows.map((row) => row.theirsMinor))).toBe(
          sum(real.map(({ amountMinor }) => amountMinor)) -
            sum(doubles.map((row) => row.line?.amountMinor ?? 0)),
        )
      }),
      { numRuns: 60 },
    )
  })
})
