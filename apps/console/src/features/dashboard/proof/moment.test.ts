import { expect, test } from 'vitest'
import { momentOf } from './moment.ts'

test.each([
  ['14:05', '2026-11-22T07:05:59.999Z'],
  ['7:00', '2026-11-22T00:00:59.999Z'],
  [' 23:59:59 ', '2026-11-22T16:59:59.999Z'],
  ['24:00', null],
  ['7.00', null],
  ['', null],
])('%s in Bangkok, to its end', (clock, expected) => {
  expect(momentOf('2026-11-22', clock)).toBe(expected)
})
