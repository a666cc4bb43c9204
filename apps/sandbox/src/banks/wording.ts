import { formatBaht } from '@khlang/money/amount.ts'

/** Somebody on the other side of a movement. */
export interface Party {
  /** Wire code: `KBANK`, `SCB`, `TMW` … */
  readonly bank: string
  readonly accountNo: string
  /** As the bank has it, without a title. */
  readonly name: string
  /** A company has no title, and banks print more of its name. */
  readonly isCompany?: boolean
}

/** A movement on an account of ours, as the bank knows it. */
export interface Movement {
  readonly direction: 'in' | 'out'
  readonly amountMinor: number
  readonly balanceAfterMinor: number
  readonly atMs: number
  /** Null for cash, and where the bank does not say. */
  readonly other: Party | null
  /** Sent by PromptPay: most banks then hide who sent it. */
  readonly isPromptPay: boolean
}

export interface BankText {
  readonly source: 'sms' | 'push'
  readonly sender: string
  readonly text: string
}

export interface Wording {
  readonly sender: string
  readonly pushSender: string
  readonly sms: ((own: string, movement: Movement) => string) | null
  readonly push: ((own: string, movement: Movement) => string | null) | null
}

const thaiMonths = 'ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.'.split(' ')
const bangkokMs = 7 * 3_600_000
const two = (value: number): string => String(value).padStart(2, '0')

/** The clock on a Thai wall. */
export function thaiClock(atMs: number) {
  const at = new Date(atMs + bangkokMs)
  const year = at.getUTCFullYear()
  return {
    day: two(at.getUTCDate()),
    dayBare: String(at.getUTCDate()),
    month: two(at.getUTCMonth() + 1),
    monthBare: String(at.getUTCMonth() + 1),
    monthName: thaiMonths[at.getUTCMonth()] ?? '',
    year2: two(year % 100),
    buddhist2: two((year + 543) % 100),
    buddhist: String(year + 543),
    seconds: two(at.getUTCSeconds()),
    time: `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`,
  }
}

export const baht = (minor: number): string => formatBaht(minor)
export const tail = (accountNo: string, digits: number): string => accountNo.slice(-digits)
export const beforeLast = (accountNo: string, digits: number): string => accountNo.slice(-digits - 1, -1)
const titleOf = (party: Party): string => (Number(party.accountNo.at(-2)) % 2 === 0 ? 'นาย' : 'น.ส.')

const companyMax = 20

/** Names come cut short: the first name and the first letters of the surname. */
export function cutName(party: Party): string {
  if (party.isCompany === true) return party.name.slice(0, companyMax)
  const [first = '', last = ''] = party.name.split(' ')
  return `${titleOf(party)} ${first} ${last.slice(0, 3)}`.trim()
}

/** Other banks cut the surname to its first letter. */
export function initialName(party: Party): string {
  if (party.isCompany === true) return party.name.slice(0, companyMax)
  const [first = '', last = ''] = party.name.split(' ')
  return `${titleOf(party)}${first}${last === '' ? '' : ` ${last.slice(0, 1)}.`}`
}

/** What banks call each other in a message. */
export const bankTags: Readonly<Record<string, string>> = {
  KBANK: 'KBNK',
  BBL: 'BBLA',
  BAY: 'BAYA',
  TTB: 'TTBA',
  GSB: 'GSBA',
  KKP: 'KKBA',
  LHB: 'LHBA',
  CIMBT: 'CIMB',
  GHB: 'GHBA',
}
