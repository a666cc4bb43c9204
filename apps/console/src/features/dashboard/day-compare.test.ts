import { expect, it } from 'vitest'
import { changeText, compare, dayAfter } from './day-compare.ts'

it('a change is told with at most two decimals', () => {
  expect(changeText(compare(112_500, 100_000))).toBe('+12.5%')
  expect(changeText(compare(66_667, 100_000))).toBe('-33.33%')
  expect(changeText(compare(5, 5))).toBe('0%')
})

it('nothing the day before is no percentage, but still more', () => {
  expect(compare(10, 0)).toEqual({ direction: 'up', bps: null })
  expect(changeText(compare(10, 0))).toBe('–')
})

it('a negative net that grows is up', () => {
  expect(compare(-50, -100)).toEqual({ direction: 'up', bps: 5_000 })
})

it('yesterday crosses months and years', () => {
  expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28')
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01')
})
