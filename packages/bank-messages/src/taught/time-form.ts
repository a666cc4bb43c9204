import { readBankTime, thaiMonth, type BankTime, type YearEra } from '../bank-time.ts'

/** In a form a nought stands for a number, this for the name of a month. */
const MONTH = '¤'
const ENGLISH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}$/i
const isMonth = (word: string): boolean => thaiMonth(word) !== null || ENGLISH.test(word)

const isDigit = (letter: string): boolean => letter >= '0' && letter <= '9'
const isMonthLetter = (letter: string): boolean => /[A-Za-zก-ฮเ-ไะ-ฺ็-์.]/.test(letter)

/** Where a run of letters that begins here ends; at most as many as a month has. */
function monthEnd(text: string, at: number): number {
  let end = at
  while (end < text.length && end - at < 12 && isMonthLetter(text.charAt(end))) end += 1
  // Letters that follow without a blank are not of the month: the longest beginning that is one counts.
  while (end > at && !isMonth(text.slice(at, end))) end -= 1
  return end
}

/** How a time is written, as a form: its numbers and its month are places, all else stands as it is. */
export function formOfTime(text: string): string {
  let form = ''
  let at = 0
  while (at < text.length) {
    const month = monthEnd(text, at)
    if (isDigit(text.charAt(at))) {
      while (isDigit(text.charAt(at))) at += 1
      form += '0'
    } else if (month > at) {
      form += MONTH
      at = month
    } else {
      form += text.charAt(at)
      at += 1
    }
  }
  return form
}

/** Where a time of this form that begins here ends, or -1. Numbers have four digits at most. */
export function timeEnd(text: string, at: number, form: string): number {
  let end = at
  for (const part of form) {
    if (part === '0') {
      const from = end
      while (isDigit(text.charAt(end))) end += 1
      if (end === from || end - from > 4) return -1
    } else if (part === MONTH) {
      const month = monthEnd(text, end)
      if (month === end) return -1
      end = month
    } else if (text.charAt(end) === part) end += 1
    else return -1
  }
  return end
}

/** The parts of a written time, put as the reader of every bank knows them; null where it is none. */
function usualForm(written: string): string | null {
  const parts = /^\D*?(\d{1,4})\s?[/.-]\s?(\d{1,2})\s?[/.-]\s?(\d{1,4})(.*)$/.exec(written)
  if (parts === null) return null
  const [, first = '', month = '', last = '', rest = ''] = parts
  const [day, year] = first.length === 4 ? [last, first] : [first, last]
  const clock = /(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?/.exec(rest)
  const two = (value: string): string => value.padStart(2, '0')
  const date = `${two(day)}/${two(month)}/${year.length === 4 ? year : two(year)}`
  if (clock === null) return `วันที่ ${date}`
  const [, hour = '', minute = '', second] = clock
  return `${date} ${two(hour)}:${minute}${second === undefined ? '' : `:${second}`}`
}

/** The moment that a marked part of a message states, by the reader that every bank's shapes use. */
export function readWrittenTime(written: string, receivedAt: Date, era: YearEra): BankTime | null {
  const usual = usualForm(written)
  const tries = [...(usual === null ? [] : [usual]), written, `(${written})`, `วันที่ ${written}`]
  for (const text of tries) {
    const read = readBankTime(text, receivedAt, era, false)
    if (read !== null) return read
  }
  return readBankTime(`@${written.replace(/^\D+/, '').replace('.', ':')}`, receivedAt, era, true)
}
