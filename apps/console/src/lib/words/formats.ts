import { formatBaht } from '@khlang/money/amount.ts'

/** `buddhist` is CE + 543, as Thai staff write years; `common` is CE. */
export type Era = 'buddhist' | 'common'
/** How one person reads: language of the words, era of the years. */
export interface Reading {
  language: 'th' | 'en'
  era: Era
}

/** Thailand keeps UTC+7 all year, so a fixed offset is exact and spares a time zone table. */
const bangkokMinutes = 7 * 60

/** What clocks in Bangkok show, as `YYYY-MM-DDTHH:mm:ss`: without a library, since each row tells times. */
function bangkokText(instant: string | number): string {
  const ms = typeof instant === 'number' ? instant : Date.parse(instant)
  return new Date(ms + bangkokMinutes * 60_000).toISOString().slice(0, 19)
}

const months = new Map<string, Intl.DateTimeFormat>()

/** The month of a day that begins `YYYY-MM-DD`, in words: `พ.ย.` / `Nov`, `พฤศจิกายน` / `November`. */
function monthOf(day: string, language: Reading['language'], month: 'short' | 'long'): string {
  const name = `${language} ${month}`
  const words = months.get(name) ?? new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' })
  months.set(name, words)
  return words.format(Date.parse(day.slice(0, 10)))
}

/** The year of a day that begins `YYYY-`, as the reader counts years. */
const yearOf = (day: string, era: Era): string =>
  String(Number(day.slice(0, 4)) + (era === 'buddhist' ? 543 : 0))

/** Baht with its sign before it, for running text: `฿1,234.50`, `-฿1,234.50`. Tables use `ui/Money`. */
export function formatMoney(minor: number): string {
  return `${minor < 0 ? '-' : ''}฿${formatBaht(minor, { sign: 'never' })}`
}

/** Whole numbers with group marks: `12345` -> `12,345`. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** `DD/MM/YYYY HH:mm:ss` in Bangkok, in the reader's era. `instant`: RFC 3339 or epoch milliseconds. */
export function formatDateTime(instant: string | number, reading: Reading, withSeconds = true): string {
  const [day, clock] = bangkokText(instant).split('T') as [string, string]
  return `${formatDateOn(day, reading)} ${withSeconds ? clock : clock.slice(0, 5)}`
}

/** Time of day in Bangkok of epoch ms, to the second: `14:05:09`. */
export const formatClock = (ms: number): string => bangkokText(ms).slice(11)

/** For narrow columns: `14:05:09` of today, `21/11 14:05` of another day. */
export function formatShortTime(instant: string, now: number = Date.now()): string {
  const day = bangkokDateOn(instant)
  const clock = formatClock(Date.parse(instant))
  return day === bangkokDateOn(now) ? clock : `${day.slice(8)}/${day.slice(5, 7)} ${clock.slice(0, 5)}`
}

/** A calendar date (`YYYY-MM-DD`, no time zone) as `DD/MM/YYYY` in the reader's era. */
export const formatDateOn = (dateOn: string, { era }: Reading): string =>
  `${dateOn.slice(8, 10)}/${dateOn.slice(5, 7)}/${yearOf(dateOn, era)}`

const dayInMonth = (day: string, language: Reading['language']): string =>
  `${Number(day.slice(8, 10))} ${monthOf(day, language, 'short')}`

/** A calendar date with the month in words: `21 พ.ย. 2569` / `21 Nov 2026`. */
export const formatDateInWords = (dateOn: string, { language, era }: Reading): string =>
  `${dayInMonth(dateOn, language)} ${yearOf(dateOn, era)}`

/** A moment near enough to need no year: `22 พ.ย. 14:05 น.` / `22 Nov, 14:05`. */
export function formatMoment(instant: string | number, { language }: Reading): string {
  const [day, clock] = bangkokText(instant).split('T') as [string, string]
  const when = `${dayInMonth(day, language)}${language === 'th' ? '' : ','} ${clock.slice(0, 5)}`
  return language === 'th' ? `${when} น.` : when
}

/** A month with its year, for calendars: `พฤศจิกายน 2569`. */
export const formatMonth = (dateOn: string, { language, era }: Reading): string =>
  `${monthOf(dateOn, language, 'long')} ${yearOf(dateOn, era)}`

export const formatYear = (dateOn: string, { era }: Reading): string => yearOf(dateOn, era)

/** The calendar date in Bangkok at an instant, `YYYY-MM-DD`. */
export function bangkokDateOn(instant: string | number): string {
  return bangkokText(instant).slice(0, 10)
}

const unitSeconds = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/**
 * `5 นาทีที่แล้ว`, `in 2 hours`; under a minute it says just now, beyond 7 days the date. Times in epoch
 * ms.
 */
export function formatRelative(atMs: number, nowMs: number, reading: Reading): string {
  const seconds = Math.round((atMs - nowMs) / 1000)
  const distance = Math.abs(seconds)
  if (distance > 7 * 86_400) return formatDateTime(atMs, reading, false)
  const words = relativeWords[reading.language]
  const unit = unitSeconds.find(([, size]) => distance >= size)
  return unit ? words.format(Math.trunc(seconds / unit[1]), unit[0]) : words.format(0, 'second')
}

/** Short words on purpose: they stand in narrow columns. */
const relativeWords = {
  th: new Intl.RelativeTimeFormat('th', { numeric: 'auto', style: 'short' }),
  en: new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' }),
}

const ageUnits = {
  th: { day: 'วัน', hour: 'ชม.', minute: 'นาที', second: 'วินาที' },
  en: { day: 'd', hour: 'h', minute: 'min', second: 's' },
}

/** A length of time in at most two units: `1 ชม. 5 นาที`, `45 วินาที`. `ms` below zero counts as zero. */
export function formatAge(ms: number, reading: Reading): string {
  const units = ageUnits[reading.language]
  const total = Math.max(0, Math.trunc(ms / 1000))
  if (total < 60) return `${total} ${units.second}`
  const minutes = Math.trunc(total / 60)
  if (minutes < 60) return `${minutes} ${units.minute}`
  const hours = Math.trunc(minutes / 60)
  if (hours < 24) return joinUnits(hours, units.hour, minutes % 60, units.minute)
  return joinUnits(Math.trunc(hours / 24), units.day, hours % 24, units.hour)
}

const joinUnits = (big: number, bigUnit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${big} ${bigUnit}` : `${big} ${bigUnit} ${small} ${smallUnit}`

/** Thai phone for reading: `+66812345678` -> `081-234-5678`. What is masked or foreign is left as it is. */
export function formatPhone(phone: string): string {
  const national = phone.startsWith('+66') ? `0${phone.slice(3)}` : phone
  if (/^0[\dx*]{9}$/.test(national)) {
    return `${national.slice(0, 3)}-${national.slice(3, 6)}-${national.slice(6)}`
  }
  if (/^0\d{8}$/.test(national))
    return `${national.slice(0, 2)}-${national.slice(2, 5)}-${national.slice(5)}`
  return phone
}

/** Account number of ten digits as banks print it, `123-4-56789-0`; other lengths are left as they are. */
export function formatAccountNumber(account: string): string {
  if (!/^[\dx*]{10}$/i.test(account)) return account
  return `${account.slice(0, 3)}-${account.slice(3, 4)}-${account.slice(4, 9)}-${account.slice(9)}`
}

/** Basis points as percent without useless zeros: `50` -> `0.5%`, `-125` -> `-1.25%`. */
export function formatBps(bps: number): string {
  const absolute = Math.abs(bps)
  const rest = String(absolute % 100)
    .padStart(2, '0')
    .replace(/0+$/, '')
  return `${bps < 0 ? '-' : ''}${formatCount(Math.trunc(absolute / 100))}${rest ? `.${rest}` : ''}%`
}

/** Hundredths as a multiple: `500` -> `5×`, `150` -> `1.5×`. */
export function formatMultiple(hundredths: number): string {
  return formatBps(hundredths).replace('%', '×')
}
