import { describe, expect, it } from 'vitest'
import { addDays, assertDateRange, businessOn, instantsOf, valueOn } from './business-day.ts'

const midnight = { dayCutOffMinutes: 0 }
const eleven = { dayCutOffMinutes: 660 }

describe('business days', () => {
  it('begin at midnight in Bangkok, which is 17:00 UTC', () => {
    expect(businessOn(midnight, '2026-02-28T16:59:59.999Z')).toBe('2026-02-28')
    expect(businessOn(midnight, '2026-02-28T17:00:00.000Z')).toBe('2026-03-01')
  })

  it('begin at the brand’s cut-off, while the bank’s days do not', () => {
    const before = '2026-11-21T03:59:59.999Z'
    const after = '2026-11-21T04:00:00.000Z'
    expect([businessOn(eleven, before), businessOn(eleven, after)]).toEqual(['2026-11-20', '2026-11-21'])
    expect([valueOn(before), valueOn(after)]).toEqual(['2026-11-21', '2026-11-21'])
  })

  it('cover every moment once: each of a day’s ends belongs to its own side', () => {
    for (const settings of [midnight, eleven, { dayCutOffMinutes: 1439 }]) {
      for (const on of ['2024-02-29', '2025-12-31', '2026-01-01', '2026-11-21']) {
        const { from, until } = instantsOf(settings, on)
        expect(businessOn(settings, from)).toBe(on)
        expect(businessOn(settings, Date.parse(until) - 1)).toBe(on)
        expect(businessOn(settings, until)).toBe(addDays(on, 1))
        expect(businessOn(settings, Date.parse(from) - 1)).toBe(addDays(on, -1))
      }
    }
  })

  it('take Bangkok’s date around New Year and in leap years', () => {
    expect(businessOn(midnight, new Date('2025-12-31T17:00:00Z'))).toBe('2026-01-01')
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
    expect(businessOn(midnight, 0)).toBe('1970-01-01')
    for (const none of ['', 'today', Number.NaN, '2026-13-01'])
      expect(() => businessOn(midnight, none)).toThrow('Not a moment')
  })
})

describe('ranges of dates', () => {
  it('may be open, one day or 92 days long', () => {
    expect(() => {
      assertDateRange(undefined, '2026-01-01')
      assertDateRange('2026-01-01', undefined)
      assertDateRange(undefined, undefined)
      assertDateRange('2026-01-01', '2026-01-01')
      assertDateRange('2026-01-01', addDays('2026-01-01', 91))
    }).not.toThrow()
  })

  it('are refused when reversed or longer', () => {
    expect(() => assertDateRange('2026-01-02', '2026-01-01')).toThrow('dateRange')
    expect(() => assertDateRange('2026-01-01', addDays('2026-01-01', 92))).toThrow('dateRange')
  })
})
