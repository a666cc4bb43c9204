import { expect, test } from 'vitest'
import { boundOf, latencyBoundsMs, p95Of } from './latency.ts'

const counted = (...times: readonly number[]): number[] => {
  const within = latencyBoundsMs.map(() => 0)
  for (const ms of times) within[boundOf(ms)] = (within[boundOf(ms)] ?? 0) + 1
  return within
}

test('of a hundred answers the ninety-fifth says within what time they came', () => {
  const quick = Array.from({ length: 95 }, () => 4)
  expect(p95Of(counted(...quick, 60, 60, 60, 60, 60))).toBe(5)
  expect(p95Of(counted(...quick.slice(1), 55, 55, 55, 55, 55, 55))).toBe(60)
})

test('a time at a bound is within it, and what is beyond all counts with the last', () => {
  expect([1, 1.01, 30, 10_000, 10_001, 99_999].map((ms) => latencyBoundsMs[boundOf(ms)])).toEqual([
    1, 2, 30, 10_000, 30_000, 30_000,
  ])
})

test('of nothing there is none; sums of two processes say what one would', () => {
  expect(p95Of(counted())).toBeNull()
  const [one, two] = [counted(1, 2, 3, 500), counted(4, 9, 80)]
  expect(p95Of(one.map((count, at) => count + (two[at] ?? 0)))).toBe(p95Of(counted(1, 2, 3, 500, 4, 9, 80)))
})
