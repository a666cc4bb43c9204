import { thaiMonth } from '@khlang/bank-messages/bank-time.ts'
import { asciiDigits } from '@khlang/money/amount.ts'

// Asia/Bangkok is UTC+7 all year.
const zoneMs = 7 * 3_600_000
const dayMs = 86_400_000
/** A statement is of these years: by it two digits of a year are told apart, and nothing else fits both. */
const pastYears = 3

export type DateFault = 'dateMissing' | 'dateUnclear' | 'timeUnclear'
export type FilePrecision = 'second' | 'minute' | 'day'

/** When money moved, UTC; a day alone is its first moment in Bangkok. */
export interface FileMoment {
  readonly at: string
  readonly precision: FilePrecision
}

const englishMonths = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

function monthOf(name: string): number | null {
  const english = englishMonths.indexOf(name.slice(0, 3).toUpperCase())
  if (/^[A-Za-z]{3,9}\.?$/.test(name)) return english < 0 ? null : english + 1
  return thaiMonth(name)
}

interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

const msOf = ({ year, month, day }: Day): number => Date.UTC(year, month - 1, day)
const isDay = (one: Day): boolean => {
  const date = new Date(msOf(one))
  return date.getUTCMonth() === one.month - 1 && date.getUTCDate() === one.day
}

/** The years that a printed one may be, of both eras. */
function yearsOf(printed: string): number[] {
  const year = Number(printed)
  if (printed.length === 4) return [year >= 2400 ? year - 543 : year]
  return printed.length === 2 ? [2000 + year, 2500 + year - 543] : []
}

/** Days, one for each reading of the text that a statement of today can be of. */
function readings(text: string, nowMs: number): Day[] {
  const fits = (day: Day): boolean =>
    isDay(day) &&
    msOf(day) - zoneMs <= nowMs + dayMs &&
    msOf(day) - zoneMs >= nowMs - pastYears * 366 * dayMs
  const dated = (year: string, month: number, day: string): Day[] =>
    yearsOf(year)
      .map((each) => ({ year: each, month, day: Number(day) }))
      .filter(fits)
  const first = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text)
  if (first) return dated(first[1] ?? '', Number(first[2]), first[3] ?? '')
  const last = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(text)
  if (last) return dated(last[3] ?? '', Number(last[2]), last[1] ?? '')
  const named = /^(\d{1,2})[-/\s.]*([A-Za-zก-๙.]+?)[-/\s.]*(\d{4}|\d{2})$/.exec(text)
  const month = named ? monthOf(named[2] ?? '') : null
  if (named && month !== null) return dated(named[3] ?? '', month, named[1] ?? '')
  const close = /^\d{8}$/.exec(text)
  if (!close) return []
  return [
    ...dated(text.slice(0, 4), Number(text.slice(4, 6)), text.slice(6)),
    ...dated(text.slice(4), Number(text.slice(2, 4)), text.slice(0, 2)),
  ]
}

interface Clock {
  readonly ms: number
  readonly precision: 'second' | 'minute'
}

/** A time of day; null where the text is none. */
function clockOf(text: string): Clock | null {
  const fits = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:\.\d{1,7})?)?(am|pm)?$/i.exec(
    text.replaceAll(/\s|น\.?$|เวลา/g, ''),
  )
  if (!fits) return null
  const [, hours = '', minutes = '', seconds, half] = fits
  const isHalf = half !== undefined
  const hour = isHalf ? (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hours)
  if (hour > 23 || (isHalf && Number(hours) > 12) || Number(minutes) > 59 || Number(seconds ?? 0) > 59)
    return null
  const ms = (hour * 3600 + Number(minutes) * 60 + Number(seconds ?? 0)) * 1000
  return { ms, precision: seconds === undefined ? 'minute' : 'second' }
}

const clockAtEnd =
  /^(.*?\d)(?:T|\s*[@,]\s*|\s+-\s+|\s+)((?:เวลา\s*)?\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:\.\d{1,7})?)?\s*(?:am|pm|น\.?)?)$/i

/**
 * When a row happened, from the cells of its date and its time: day before month, either era, either
 * language. What has two readings, or none, is a fault, never a guess.
 */
export function readMoment(dateCell: string, timeCell: string, nowMs: number): FileMoment | DateFault {
  const text = asciiDigits(dateCell)
    .replace(/^(?:วันที่|พ\.ศ\.)\s*/, '')
    .trim()
  if (text === '') return 'dateMissing'
  const split = clockAtEnd.exec(text)
  const beside = asciiDigits(timeCell).trim()
  const days = readings(split?.[1]?.trim() ?? text, nowMs)
  const distinct = new Map(days.map((day) => [msOf(day), day]))
  const [day, ...others] = distinct.keys()
  if (day === undefined || others.length > 0) return 'dateUnclear'
  const clockText = beside === '' || beside === '-' ? (split?.[2] ?? '') : beside
  if (clockText === '') return { at: new Date(day - zoneMs).toISOString(), precision: 'day' }
  const clock = clockOf(clockText)
  if (clock === null) return 'timeUnclear'
  return { at: new Date(day + clock.ms - zoneMs).toISOString(), precision: clock.precision }
}
