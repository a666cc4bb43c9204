import { describe, expect, it } from 'vitest'
import {
  bangkokDateOn,
  formatAccountNumber,
  formatAge,
  formatBps,
  formatCount,
  formatDateInWords,
  formatDateTime,
  formatMoment,
  formatMoney,
  formatMultiple,
  formatPhone,
  formatRelative,
  formatShortTime,
} from './formats.ts'

const thai = { language: 'th', era: 'buddhist' } as const
const english = { language: 'en', era: 'common' } as const

describe('times', () => {
  it('stand in Bangkok and in the era of the reader, over midnight and new year', () => {
    expect(formatDateTime('2026-12-31T17:00:00.000Z', thai)).toBe('01/01/2570 00:00:00')
    expect(formatDateTime('2026-12-31T16:59:59.000Z', english)).toBe('31/12/2026 23:59:59')
    expect(bangkokDateOn('2026-12-31T17:00:00.000Z')).toBe('2027-01-01')
    expect(formatDateInWords('2026-11-21', thai)).toBe('21 พ.ย. 2569')
    expect(formatMoment('2026-11-22T07:05:59.000Z', thai)).toBe('22 พ.ย. 14:05 น.')
    expect(formatMoment('2026-11-22T07:05:59.000Z', english)).toBe('22 Nov, 14:05')
  })
  it('are relative for a week and exact beyond', () => {
    const now = Date.parse('2026-11-21T03:00:00.000Z')
    expect(formatRelative(now - 5 * 60_000, now, thai)).toContain('5')
    expect(formatRelative(now - 8 * 86_400_000, now, english)).toBe('13/11/2026 10:00')
    expect(formatRelative(now - 7 * 86_400_000, now, english)).toBe('7 days ago')
    expect(formatRelative(now - 7 * 86_400_000 - 1000, now, english)).toBe('14/11/2026 09:59')
    expect(formatRelative(now + 2 * 3_600_000, now, english)).toBe('in 2 hr.')
    expect(formatRelative(now - 59_000, now, english)).toBe('now')
  })
  it('are the clock alone today, and stand behind their day on another', () => {
    const now = Date.parse('2026-11-22T16:59:59.000Z')
    expect(formatShortTime('2026-11-21T17:00:00.000Z', now)).toBe('00:00:00')
    expect(formatShortTime('2026-11-21T16:59:59.000Z', now)).toBe('21/11 23:59')
    // In the small hours it is another day here than by the clock of the world.
    const night = Date.parse('2026-11-22T18:00:00.000Z')
    expect(formatShortTime('2026-11-22T17:30:00.000Z', night)).toBe('00:30:00')
    expect(formatShortTime('2026-11-22T16:30:00.000Z', night)).toBe('22/11 23:30')
  })
  it('give an age in two units at most', () => {
    expect(formatAge(45_000, thai)).toBe('45 วินาที')
    expect(formatAge(3_900_000, english)).toBe('1 h 5 min')
    expect(formatAge(-1, english)).toBe('0 s')
    expect([59_999, 60_000, 3_599_999, 3_600_000].map((ms) => formatAge(ms, english))).toEqual([
      '59 s',
      '1 min',
      '59 min',
      '1 h',
    ])
    expect(formatAge(26 * 3_600_000, english)).toBe('1 d 2 h')
    expect(formatAge(24 * 3_600_000, english)).toBe('1 d')
  })
})

describe('figures', () => {
  it('keep the sign before the baht and no useless zeros in a percent', () => {
    expect(formatMoney(-123_450)).toBe('-฿1,234.50')
    expect([formatMoney(0), formatMoney(5), formatCount(1_234_567)]).toEqual([
      '฿0.00',
      '฿0.05',
      '1,234,567',
    ])
    expect([formatMultiple(500), formatMultiple(150)]).toEqual(['5×', '1.5×'])
    expect([formatBps(50), formatBps(10_000), formatBps(-125)]).toEqual(['0.5%', '100%', '-1.25%'])
  })
  it('group phones and accounts, masked or not, and leave what they do not know', () => {
    expect(formatPhone('+66812345678')).toBe('081-234-5678')
    expect(formatPhone('08xxxx1234')).toBe('08x-xxx-1234')
    expect(formatPhone('+85620123456')).toBe('+85620123456')
    expect(formatAccountNumber('1234567890')).toBe('123-4-56789-0')
    expect(formatAccountNumber('123456789012')).toBe('123456789012')
  })
})
