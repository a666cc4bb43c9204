export type BankTimePrecision = 'second' | 'minute' | 'day' | 'none'
export type BankTime = { bankTime: string; precision: BankTimePrecision }
/** How the bank writes two-digit years: Buddhist, Common, or by the rule 60 and above is Buddhist. */
export type YearEra = 'buddhist' | 'common' | 'auto'

const BANGKOK_OFFSET_MS = 7 * 3_600_000
const DAY_MS = 86_400_000
/** A phone's clock may run behind the bank's by this much; a year or day further ahead is not meant. */
const AHEAD_MS_MAX = 10 * 60_000

/** Forms that name a date, tried in this order; none can match inside another's text. */
const DATED_FORMS: readonly RegExp[] = [
  // 28/04/69 23:26 · 20/05/68 17:52:48 · 17/06/2025 @22:47 · 12/01/24@16:36
  // 31/07/2026 เวลา 10:05 · 10/04/26 at 14:30
  /(?<!\d)(?<d>\d{2})\/(?<m>\d{2})\/(?<y>\d{4}|\d{2}) ?(?:@ ?|เวลา ?|at )?(?<h>\d{2}):(?<i>\d{2})(?::(?<s>\d{2}))?(?!\d)/,
  // (7/5/68,06:27)
  /\((?<d>\d{1,2})\/(?<m>\d{1,2})\/(?<y>\d{2}), ?(?<h>\d{1,2}):(?<i>\d{2})\)/,
  // 17-05@16:27 · 20-05-19@21:24
  /(?<!\d)(?<d>\d{2})-(?<m>\d{2})(?:-(?<y>\d{2}))?@(?<h>\d{2}):(?<i>\d{2})(?!\d)/,
  // 18/05@14:44 · วันที่ 01/07 เวลา 03:43
  /(?<![\d/])(?<d>\d{2})\/(?<m>\d{2}) ?(?:@|เวลา) ?(?<h>\d{2}):(?<i>\d{2})(?!\d)/,
  // 24 พ.ค. 2568 เวลา 15:04 · 17 พ.ค. 2568 - 16:28 · 12 ก.ย. 69 17:39
  /(?<!\d)(?<d>\d{1,2}) ?(?<t>[ก-ฮเ][ก-ฮะ-ู็-์.]{2,9}) ?(?<y>\d{4}|\d{2}),? (?:- ?|เวลา |ณ )?(?<h>\d{2})[:.](?<i>\d{2})(?::(?<s>\d{2}))?(?!\d)/,
  // วันที่ 13 พ.ค. 21:02, without a year
  /(?:วันที่|เมื่อ) (?<d>\d{1,2}) (?<t>[ก-ฮเ][ก-ฮะ-ู็-์.]{2,9}) (?<h>\d{2}):(?<i>\d{2})(?!\d)/,
  // 7 May 26 10:49 · 07 May 2026 10:49
  /(?<!\d)(?<d>\d{1,2}) (?<t>[A-Za-z]{3})[A-Za-z]{0,6} (?<y>\d{4}|\d{2}),? (?:at )?(?<h>\d{2}):(?<i>\d{2})(?!\d)/,
  // at 08:02 on 2024-08-11
  /at (?<h>\d{2}):(?<i>\d{2}) on (?<y>\d{4})-(?<m>\d{2})-(?<d>\d{2})(?!\d)/,
  // 29/01 14:30, without a year
  /(?<![\d/])(?<d>\d{2})\/(?<m>\d{2}) (?<h>\d{2}):(?<i>\d{2})(?!\d)/,
  // วันที่ 25/06/2025, without a time
  /(?<!\d)(?<d>\d{2})\/(?<m>\d{2})\/(?<y>\d{4})(?![\d/])/,
  // ณ 16/05/69, without a time
  /(?:วันที่|เมื่อ|ณ|on) (?<d>\d{2})\/(?<m>\d{2})\/(?<y>\d{2})(?![\d/])/,
  // 3 ก.ย. 69, without a time
  /(?<!\d)(?<d>\d{1,2}) (?<t>[ก-ฮเ][ก-ฮะ-ู็-์.]{2,9}) (?<y>\d{4}|\d{2})(?= |$)/,
  // วันที่ 02/07, without year or time
  /วันที่ (?<d>\d{2})\/(?<m>\d{2})(?![\d/])/,
  // 09/05 at the end of the message
  / (?<d>\d{2})\/(?<m>\d{2})$/,
]
/** `@07:15` of Bangkok Bank, `12:34น` of card messages, `เวลา 10:35`, `เมื่อ 14:30:05`, `at 12:34`. */
const CLOCK_FORM =
  /(?:(?:@|(?:เวลา|เมื่อ|(?<![a-z])at) ?)(?<h>\d{2}):(?<i>\d{2})(?::(?<s>\d{2}))?(?!\d)|(?<!\d)(?<h2>\d{2}):(?<i2>\d{2}) ?น)/

const THAI_MONTHS: readonly (readonly string[])[] = [
  ['ม.ค.', 'มกราคม'],
  ['ก.พ.', 'กุมภาพันธ์'],
  ['มี.ค.', 'มีนาคม'],
  ['เม.ย.', 'เมษายน'],
  ['พ.ค.', 'พฤษภาคม'],
  ['มิ.ย.', 'มิถุนายน'],
  ['ก.ค.', 'กรกฎาคม'],
  ['ส.ค.', 'สิงหาคม'],
  ['ก.ย.', 'กันยายน'],
  ['ต.ค.', 'ตุลาคม'],
  ['พ.ย.', 'พฤศจิกายน'],
  ['ธ.ค.', 'ธันวาคม'],
]

const ENGLISH_MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function monthOf(name: string): number | null {
  const index = ENGLISH_MONTHS.indexOf(name.toLowerCase())
  return index < 0 ? thaiMonth(name) : index + 1
}

/** The month number of a Thai month name, short or long, with or without dots; null when it is none. */
export function thaiMonth(name: string): number | null {
  const bare = name.replaceAll('.', '')
  const index = THAI_MONTHS.findIndex((names) => names.some((known) => known.replaceAll('.', '') === bare))
  return index < 0 ? null : index + 1
}

/**
 * The moment that a message states, as a UTC instant; the text is in Thai time. A missing year or day is
 * the one that lies nearest to the receipt and not more than ten minutes after it. Null when the message
 * states no readable moment. Minute precision means the minute that begins at the instant, day precision
 * that Thai day.
 */
export function readBankTime(
  text: string,
  receivedAt: Date,
  era: YearEra,
  hasClockOnly: boolean,
): BankTime | null {
  for (const form of DATED_FORMS) {
    const groups = form.exec(text)?.groups
    if (groups === undefined) continue
    const month = groups['t'] === undefined ? Number(groups['m']) : monthOf(groups['t'])
    if (month === null) continue
    return datedTime(groups, month, receivedAt, era)
  }
  return hasClockOnly ? clockTime(text, receivedAt) : null
}

function datedTime(
  groups: Record<string, string | undefined>,
  month: number,
  receivedAt: Date,
  era: YearEra,
): BankTime | null {
  const hasClock = groups['h'] !== undefined
  const clock = [Number(groups['h'] ?? 0), Number(groups['i'] ?? 0), Number(groups['s'] ?? 0)] as const
  const precision = !hasClock ? 'day' : groups['s'] !== undefined ? 'second' : 'minute'
  const day = Number(groups['d'])
  const printedYear = groups['y']
  const years = printedYear === undefined ? nearYears(receivedAt) : [commonYear(printedYear, era)]
  const instants = years.flatMap((year) => thaiInstant(year, month, day, clock) ?? [])
  const instant = printedYear === undefined ? nearest(instants, receivedAt) : (instants[0] ?? null)
  return instant === null ? null : { bankTime: new Date(instant).toISOString(), precision }
}

function clockTime(text: string, receivedAt: Date): BankTime | null {
  const groups = CLOCK_FORM.exec(text)?.groups
  if (groups === undefined) return null
  const hour = Number(groups['h'] ?? groups['h2'])
  const minute = Number(groups['i'] ?? groups['i2'])
  const local = new Date(receivedAt.getTime() + BANGKOK_OFFSET_MS)
  const today = thaiInstant(local.getUTCFullYear(), local.getUTCMonth() + 1, local.getUTCDate(), [
    hour,
    minute,
    Number(groups['s'] ?? 0),
  ])
  if (today === null) return null
  const instant = nearest([today - DAY_MS, today, today + DAY_MS], receivedAt)
  const precision = groups['s'] === undefined ? 'minute' : 'second'
  return instant === null ? null : { bankTime: new Date(instant).toISOString(), precision }
}

function nearYears(receivedAt: Date): number[] {
  const year = new Date(receivedAt.getTime() + BANGKOK_OFFSET_MS).getUTCFullYear()
  return [year - 1, year, year + 1]
}

function commonYear(printed: string, era: YearEra): number {
  const year = Number(printed)
  if (printed.length === 4) return year > 2400 ? year - 543 : year
  const isBuddhist = era === 'buddhist' || (era === 'auto' && year >= 60)
  return isBuddhist ? 2500 + year - 543 : 2000 + year
}

/** Milliseconds since the epoch of a Thai wall-clock time, or null when there is no such date or time. */
function thaiInstant(
  year: number,
  month: number,
  day: number,
  [hour, minute, second]: readonly [number, number, number],
): number | null {
  if (hour > 23 || minute > 59 || second > 59) return null
  const utc = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  if (utc.getUTCMonth() !== month - 1 || utc.getUTCDate() !== day) return null
  return utc.getTime() - BANGKOK_OFFSET_MS
}

function nearest(instants: readonly number[], receivedAt: Date): number | null {
  const received = receivedAt.getTime()
  const possible = instants.filter((instant) => instant <= received + AHEAD_MS_MAX)
  possible.sort((a, b) => Math.abs(a - received) - Math.abs(b - received))
  return possible[0] ?? null
}
