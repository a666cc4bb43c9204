import { expect, it } from 'vitest'
import { bangkokFields, toneOf } from './slip-shapes.ts'

it.each([
  ['one that the bank knows', { state: 'verified', faults: [] }, 'green'],
  ['an old one', { state: 'verified', faults: ['old'] }, 'amber'],
  ['one of other money', { state: 'verified', faults: ['old', 'amountOther'] }, 'red'],
  ['one that nobody was asked of, used before', { state: 'unchecked', faults: ['used'] }, 'red'],
  ['one whose bank tells later', { state: 'later', faults: [] }, 'blue'],
  ['one that no bank knows', { state: 'unknown', faults: [] }, 'red'],
] as const)('%s', (_, slip, tone) => {
  expect(toneOf(slip as never)).toBe(tone)
})

it('fills the fields of a form with the day of Bangkok', () => {
  expect(bangkokFields('2026-11-27T17:05:30.000Z')).toEqual({ on: '2026-11-28', clock: '00:05' })
})
