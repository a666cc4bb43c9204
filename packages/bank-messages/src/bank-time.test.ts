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
    expect(year('24/05/65@11:42', 'common')).toBe('2065')
    expect(year('20/05/59 17:52:48', 'buddhist')).toBe('2016')
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

describe('a moment at the edge', () => {
  it.each([
    ['18/05@14:50', '2026-05-18T14:40:00+07:00', '2026-05-18T14:50:00+07:00', 'minute'],
    ['18/05@14:50', '2026-05-18T14:39:59.999+07:00', '2025-05-18T14:50:00+07:00', 'minute'],
    // Still the old year in UTC: Bangkok’s counts.
    ['01/01@00:03', '2026-01-01T00:05:00+07:00', '2026-01-01T00:03:00+07:00', 'minute'],
    ['20/05/68 23:59:59', '2026-05-18T14:40:00+07:00', '2025-05-20T23:59:59+07:00', 'second'],
    ['20/05/68 00:00:00', '2026-05-18T14:40:00+07:00', '2025-05-20T00:00:00+07:00', 'second'],
    ['7 Jan 26 10:49', '2026-05-18T14:40:00+07:00', '2026-01-07T10:49:00+07:00', 'minute'],
    ['31 December 2025 10:49', '2026-05-18T14:40:00+07:00', '2025-12-31T10:49:00+07:00', 'minute'],
    ['วันที่ 25/06/2025', '2026-05-18T14:40:00+07:00', '2025-06-25T00:00:00+07:00', 'day'],
    ['วันที่ 02/07', '2026-07-02T00:01:00+07:00', '2026-07-02T00:00:00+07:00', 'day'],
    ['วันที่ 02/07', '2026-06-30T00:01:00+07:00', '2025-07-02T00:00:00+07:00', 'day'],
    ['25/06/2400 10:00', '2026-05-18T14:40:00+07:00', '2400-06-25T10:00:00+07:00', 'minute'],
    ['25/06/2401 10:00', '2026-05-18T14:40:00+07:00', '1858-06-25T10:00:00+07:00', 'minute'],
    // What only looks like a month is none: the next form is tried.
    [
      '5 Items 26 10:49 at 08:02 on 2024-08-11',
      '2026-05-18T14:40:00+07:00',
      '2024-08-11T08:02:00+07:00',
      'minute',
    ],
  ])('%s received %s is %s', (text, received, expected, precision) => {
    expect(at(text, received)).toEqual({ bankTime: new Date(expected).toISOString(), precision })
  })
  it.each([
    ['20/05/68 17:52:60'],
    ['20/05/68 24:00:00'],
    ['20/05/68 17:60:00'],
    ['00/05/68 17:00'],
    ['29/02/2025 10:00'],
    ['12 Itm 26 10:49'],
  ])('%s is none', (text) => expect(at(text, '2026-05-18T14:40:00+07:00')).toBeNull())
  it.each([
    ['@14:50', '2026-05-18T14:40:00+07:00', '2026-05-18T14:50:00+07:00', 'minute'],
    ['@14:51', '2026-05-18T14:40:00+07:00', '2026-05-17T14:51:00+07:00', 'minute'],
    ['@00:05', '2026-05-17T23:55:00+07:00', '2026-05-18T00:05:00+07:00', 'minute'],
    ['@00:06', '2026-05-17T23:55:00+07:00', '2026-05-17T00:06:00+07:00', 'minute'],
    ['เมื่อ 14:30:05', '2026-05-18T14:40:00+07:00', '2026-05-18T14:30:05+07:00', 'second'],
    ['12:34น', '2026-05-18T14:40:00+07:00', '2026-05-18T12:34:00+07:00', 'minute'],
  ])('an hour alone: %s received %s is %s', (text, received, expected, precision) => {
    const found = at(text, received, 'auto', true)
    expect(found).toEqual({ bankTime: new Date(expected).toISOString(), precision })
  })
  it('an hour that is none is no moment', () => {
    for (const text of ['@24:10', '@10:60', 'เวลา 10:10:60'])
      expect(at(text, '2026-05-18T14:40:00+07:00', 'auto', true)).toBeNull()
  })
})
