import { expect, it } from 'vitest'
import { dayAfter } from './day-after.ts'

it('yesterday crosses months and years', () => {
  expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28')
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01')
})
