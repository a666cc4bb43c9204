import { describe, expect, it } from 'vitest'
import { readBankTime, thaiMonth } from './bank-time.ts'

const at = (text: string, received: string, era: 'buddhist' | 'common' | 'auto' = 'auto', clock = false) =>
  readBankTime(text, new Date(received), era, clock)

describe('a missing year', () => {
  it.each([
    ['31/12@23:59', '2026-01-01T00:00:20+07:00', '2025-12-31T23:59+07:00'],
    ['01/01@00:03', '2025-12-31T23:55:00+07:00', '2026-01-01T00:03+07:00'],
    ['01/01@00:30', '2025-12-31T23:55:00+07:00', '2025-01-01T00:30+07:00'],
    ['18/05@14:44', '2026-05-18T14:40:00+07:00', '2026-05-18T14:44+07:00'],
    ['18/05@14:51', '2026-05-18T14:40:00+07:00', '2025-05-18T14:51+07:00'],
    ['29/02@10:00', '2025-03-01T10:00:00+07:00', '2024-02-29T10:00+07:00'],
    ['28-06@10:00', '2026-06-29T10:00:00+07:00', '2026-06-28T10:00+07:00'],
  ])('of %s received %s is that of %s', (text, received, expected) => {
    expect(at(text, received)).toEqual({ bankTime: new Date(expected).toISOString(), precision: 'minute' })
  })
})

describe('a two-digit year', () => {
  const year = (text: string, era: 'buddhist' | 'common' | 'auto') =>
    at(text, '2026-05-18T14:40:00+07:00', era)?.bankTime.slice(0, 4)
  it('follows the bank first, else the rule of sixty', () => {
    expect(year('28/04/69 23:26', 'buddhist')).toBe('2026')
    expect(year('24/05/25@11:42', 'common')).toBe('2025')
    expect(year('20/05/68 17:52:48', 'auto')).toBe('2025')
    expect(year('20/05/23 17:52:48', 'auto')).toBe('2023')
    expect(year('20/05/60 17:52:48', 'auto')).toBe('2017')
    expect(year('20/05/59 17:52:48', 'auto')).toBe('2059')
    expect(year('(4/11/62,02:21)', 'buddhist')).toBe('2019')
  })
})

describe('times that are not', () => {
  it.each([
    '31/02/69 10:00',
    '28/13/69 10:00',
    '28/04/69 24:00',
    '28/04/69 10:60',
    '28/04/69 23:2',
    '28/04/6 23:26',
    '30/02@10:00',
    'no time',
    '12 กก. 69 10:00',
  ])('%s is null', (text) => expect(at(text, '2026-05-18T14:40:00+07:00')).toBeNull())
})

describe('an hour without a day', () => {
  it('is today, or yesterday when today it would lie ahead', () => {
    expect(at('@07:15', '2026-05-18T22:00:00+07:00', 'auto', true)?.bankTime).toBe(
      '2026-05-18T00:15:00.000Z',
    )
    expect(at('@23:58', '2026-05-18T00:00:30+07:00', 'auto', true)?.bankTime).toBe(
      '2026-05-17T16:58:00.000Z',
    )
    expect(at('@00:02', '2026-05-17T23:59:00+07:00', 'auto', true)?.bankTime).toBe(
      '2026-05-17T17:02:00.000Z',
    )
  })
  it('is read only for banks that write so', () =>
    expect(at('@07:15', '2026-05-18T22:00:00+07:00')).toBeNull())
})

describe('thaiMonth', () => {
  it('knows all months, short, long and without dots', () => {
    const short = [
      'ม.ค.',
      'ก.พ.',
      'มี.ค.',
      'เม.ย.',
      'พ.ค.',
      'มิ.ย.',
      'ก.ค.',
      'ส.ค.',
      'ก.ย.',
      'ต.ค.',
      'พ.ย.',
      'ธ.ค.',
    ]
    expect(short.map(thaiMonth)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect([thaiMonth('มิย'), thaiMonth('กุมภาพันธ์'), thaiMonth('ธันวา')]).toEqual([6, 2, null])
    for (const [index, month] of short.entries()) {
      const text = `วันที่ 4 ${month} 2568 เวลา 15:04 น.`
      expect(at(text, '2026-05-18T14:40:00+07:00')?.bankTime.slice(0, 7)).toBe(
        `2025-${String(index + 1).padStart(2, '0')}`,
      )
    }
  })
})
