import { describe, expect, it } from 'vitest'
import { readAmount } from '../form/amount-field.ts'
import { matchingPreset, presetRange } from './date-presets.ts'
import { keysetNext, keysetPrevious } from '../table/tools/keyset.ts'
import { pressedKey } from '../keys/shortcuts.ts'
import { nextSort } from '../table/TableHead.tsx'

describe('date presets', () => {
  it('cross a month and a year, both ends included', () => {
    expect(presetRange('yesterday', '2027-01-01')).toEqual({ from: '2026-12-31', to: '2026-12-31' })
    expect(presetRange('last7Days', '2026-03-03')).toEqual({ from: '2026-02-25', to: '2026-03-03' })
    expect(presetRange('thisMonth', '2026-11-21')).toEqual({ from: '2026-11-01', to: '2026-11-21' })
    expect(presetRange('lastMonth', '2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  })
  it('are recognised again from their range', () => {
    expect(matchingPreset('2026-11-01', '2026-11-21', '2026-11-21')).toBe('thisMonth')
    expect(matchingPreset('2026-11-02', '2026-11-21', '2026-11-21')).toBeNull()
  })
})

describe('a typed amount', () => {
  it('turns Thai digits into Arabic ones and gives satang', () => {
    expect(readAmount('๑,๐๐๐.๕', {})).toEqual({ shown: '1,000.5', amountMinor: 100_050, refusal: null })
  })
  it('refuses at once what more typing cannot mend, and waits with the rest', () => {
    expect(readAmount('-5', {}).refusal).toEqual({ reason: 'sign', isCertain: true })
    expect(readAmount('12.', {}).refusal).toEqual({ reason: 'format', isCertain: false })
    expect(readAmount('', {})).toEqual({ shown: '', amountMinor: null, refusal: null })
  })
  it('gives no amount outside its limits', () => {
    expect(readAmount('99', { minMinor: 10_000 })).toMatchObject({
      amountMinor: null,
      refusal: { reason: 'tooSmall' },
    })
    expect(readAmount('101', { maxMinor: 10_000 })).toMatchObject({
      amountMinor: null,
      refusal: { reason: 'tooBig' },
    })
    expect(readAmount('100', { minMinor: 10_000, maxMinor: 10_000 }).amountMinor).toBe(10_000)
    expect(readAmount('100.01', { maxMinor: 10_000 }).amountMinor).toBeNull()
    expect(readAmount('99.99', { minMinor: 10_000 }).amountMinor).toBeNull()
  })
})

it('a keyset list moves by one cursor at a time and stays where there is no page', () => {
  const answer = { hasAfter: true, hasBefore: false, afterCursor: 'n', beforeCursor: 'p' }
  expect(keysetNext({ size: 25, before: 'x' }, answer)).toEqual({ size: 25, after: 'n' })
  expect(keysetPrevious({ size: 25, after: 'x' }, answer)).toEqual({ size: 25, after: 'x' })
  const last = { ...answer, hasAfter: false, hasBefore: true }
  expect(keysetPrevious({ size: 25, after: 'x' }, last)).toEqual({ size: 25, before: 'p' })
  expect(keysetNext({ size: 25, after: 'x' }, last)).toEqual({ size: 25, after: 'x' })
})

it('the keys work while the Thai layout is on', () => {
  expect(pressedKey({ code: 'KeyJ', key: '่', shiftKey: false })).toBe('j')
  expect(pressedKey({ code: 'Slash', key: 'ฦ', shiftKey: true })).toBe('?')
  expect(pressedKey({ code: 'ArrowDown', key: 'ArrowDown', shiftKey: false })).toBe('ArrowDown')
})

it('a heading sorts up, then down, then gives the own order back', () => {
  const up = nextSort(null, 'amount')
  const down = nextSort(up, 'amount')
  const high = nextSort(null, 'amount', true)
  const low = nextSort(high, 'amount', true)
  expect([high?.isDescending, low?.isDescending, nextSort(low, 'amount', true)]).toEqual([
    true,
    false,
    null,
  ])
  expect([up, down, nextSort(down, 'amount')]).toEqual([
    { columnId: 'amount', isDescending: false },
    { columnId: 'amount', isDescending: true },
    null,
  ])
})
