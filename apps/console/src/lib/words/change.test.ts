import { expect, it } from 'vitest'
import { changeOf, toneOf } from './change.ts'

const text = (now: number, before: number) => changeOf(now, before, 'money').text

it('a change is told as a share, with at most two decimals', () => {
  expect(text(112_500, 100_000)).toBe('+12.5%')
  expect(text(66_667, 100_000)).toBe('-33.33%')
  expect(text(5, 5)).toBe('0%')
  expect(text(0, 100)).toBe('-100%')
})

it('a share of nothing, or of another sign, is told as the difference', () => {
  expect(text(1000, 0)).toBe('+฿10.00')
  expect(text(0, 0)).toBe('฿0.00')
  expect(text(23_000, -31_500)).toBe('+฿545.00')
  expect(text(-120_000, 100_000)).toBe('-฿2,200.00')
  expect(text(0, -5000)).toBe('+฿50.00')
  expect(changeOf(1200, 0, 'count').text).toBe('+1,200')
})

it('a loss that becomes smaller is up, and good where more is good', () => {
  const change = changeOf(-50, -100, 'money')
  expect(change).toEqual({ direction: 'up', text: '+50%' })
  expect([true, false, null].map((isMoreGood) => toneOf(change, isMoreGood))).toEqual([
    'green',
    'red',
    undefined,
  ])
  expect(toneOf(changeOf(5, 5, 'count'), true)).toBeUndefined()
})
