import { formatBaht } from '@khlang/money/amount.ts'

/** Somebody on the other side of a movement. */
export interface Party {
  /** Wire code: `KBANK`, `SCB`, `TMW` … */
  readonly bank: string
  readonly accountNo: string
  /** As the bank has it, without a title. */
  readonly name: string
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

interface Wording {
  readonly sender: string
  readonly pushSender: string
  readonly sms: ((own: string, movement: Movement) => string) | null
  readonly push: ((own: string, movement: Movement) => string | null) | null
}

const thaiMonths = 'ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.'.split(' ')
const bangkokMs = 7 * 3_600_000
const two = (value: number): string => String(value).padStart(2, '0')

/** The clock on a Thai wall. */
function thaiClock(atMs: number) {
  const at = new Date(atMs + bangkokMs)
  const year = at.getUTCFullYear()
  return {
    day: two(at.getUTCDate()),
    dayBare: String(at.getUTCDate()),
    month: two(at.getUTCMonth() + 1),
    monthName: thaiMonths[at.getUTCMonth()] ?? '',
    year2: two(year % 100),
    buddhist2: two((year + 543) % 100),
    buddhist: String(year + 543),
    time: `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`,
  }
}

const baht = (minor: number): string => formatBaht(minor)
const tail = (accountNo: string, digits: number): string => accountNo.slice(-digits)
const beforeLast = (accountNo: string, digits: number): string => accountNo.slice(-digits - 1, -1)
const titleOf = (party: Party): string => (Number(party.accountNo.at(-2)) % 2 === 0 ? 'นาย' : 'น.ส.')

/** Names come cut short: the first name and the first letters of the surname. */
function cutName(party: Party): string {
  const [first = '', last = ''] = party.name.split(' ')
  return `${titleOf(party)} ${first} ${last.slice(0, 3)}`.trim()
}

const scbTags: Readonly<Record<string, string>> = {
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
const thaiBankNames: Readonly<Record<string, string>> = {
  KBANK: 'กสิกรไทย',
  SCB: 'ไทยพาณิชย์',
  BBL: 'กรุงเทพ',
  KTB: 'กรุงไทย',
  BAY: 'กรุงศรี',
  TTB: 'ทีทีบี',
  GSB: 'ออมสิน',
  BAAC: 'ธ.ก.ส.',
}

function kbankSms(
  own: string,
  { direction, amountMinor, balanceAfterMinor, atMs, other }: Movement,
): string {
  const at = thaiClock(atMs)
  const head = `${at.day}/${at.month}/${at.buddhist2} ${at.time}`
  const end = `${baht(amountMinor)} คงเหลือ ${baht(balanceAfterMinor)} บ.`
  const mask = `X-${tail(own, 4)}`
  if (direction === 'out') {
    return other === null
      ? `${head} บช ${mask} เงินออก ${end}`
      : `${head} หักบช ${mask} เข้า X-${tail(other.accountNo, 4)} ${end}`
  }
  return other?.bank === 'KBANK'
    ? `${head} บช ${mask} รับโอนจาก X-${tail(other.accountNo, 4)} ${end}`
    : `${head} บช ${mask} เงินเข้า ${end}`
}

function kbankPush(own: string, { direction, amountMinor, atMs }: Movement): string {
  const at = thaiClock(atMs)
  const what = direction === 'in' ? 'รายการเงินเข้า' : 'รายการโอน/ถอน'
  const when = `${at.dayBare} ${at.monthName} ${at.buddhist2} ${at.time} น.`
  return `${what} ${when} บัญชี xxx-x-x${beforeLast(own, 4)}-x จำนวนเงิน ${baht(amountMinor)} บาท`
}

function scbSms(own: string, movement: Movement): string {
  const { direction, amountMinor, balanceAfterMinor, atMs, other, isPromptPay } = movement
  const at = thaiClock(atMs)
  const when = `${at.day}/${at.month}@${at.time}`
  const mask = `x${tail(own, 6)}`
  if (direction === 'out')
    return `ถอน/โอนเงิน ${baht(amountMinor)}บ บ/ช${mask} ${when} ใช้ได้${baht(balanceAfterMinor)}บ`
  if (other === null || isPromptPay)
    return `เงิน ${baht(amountMinor)}บ เข้าบ/ช${mask} ${when} ใช้ได้ ${baht(balanceAfterMinor)}บ`
  const from =
    other.bank === 'SCB'
      ? `โอนจาก${cutName(other)}`
      : `จาก${scbTags[other.bank] ?? other.bank}/x${tail(other.accountNo, 6)}`
  return `${when} ${baht(amountMinor)} ${from}เข้า${mask} ใช้ได้${baht(balanceAfterMinor)}บ`
}

function scbPush(own: string, { direction, amountMinor, atMs, other }: Movement): string | null {
  if (direction === 'out' || other === null) return null
  const at = thaiClock(atMs)
  const from = `${scbTags[other.bank] ?? other.bank} / xxxxxx${tail(other.accountNo, 4)}`
  const when = `${at.dayBare} ${at.monthName} ${at.buddhist} - ${at.time}`
  const head = `คุณได้รับเงิน ${baht(amountMinor)} บาท ผ่านรายการพร้อมเพย์จาก ${from}`
  return `${head} เข้าบัญชี xxxxxx${tail(own, 4)} เมื่อ ${when}`
}

function ktbSms(own: string, { direction, amountMinor, balanceAfterMinor, atMs }: Movement): string {
  const at = thaiClock(atMs)
  const what = direction === 'in' ? 'เงินเข้า' : 'เงินออก'
  const head = `${at.day}-${at.month}@${at.time} บชX${beforeLast(own, 5)}X`
  return `${head}:${what} ${baht(amountMinor)}บ ใช้ได้ ${baht(balanceAfterMinor)}บ`
}

function ktbPush(own: string, { direction, amountMinor, other }: Movement): string | null {
  const bank = other === null ? undefined : thaiBankNames[other.bank]
  if (direction === 'out' || other === null || bank === undefined) return null
  const masked = (accountNo: string): string =>
    accountNo.length === 10
      ? `XXX-X-XX${accountNo.slice(6, 9)}-${accountNo.slice(9)}`
      : `${'X'.repeat(accountNo.length - 4)}${tail(accountNo, 4)}`
  const from = `${bank} ${masked(other.accountNo)}`
  return `ได้รับ +${baht(amountMinor)} บาท เข้าบัญชี ${masked(own)} จากบัญชี ${from} รับเงินสำเร็จ`
}

function ttbSms(own: string, { direction, amountMinor, balanceAfterMinor, atMs, other }: Movement): string {
  const at = thaiClock(atMs)
  const end = `เหลือ${baht(balanceAfterMinor)}บ.${at.day}/${at.month}/${at.year2}@${at.time}`
  const party = other === null ? '' : `${other.bank} X${tail(other.accountNo, 4)} ${cutName(other)} `
  if (direction === 'out') {
    return other === null
      ? `ถอนเงิน${baht(amountMinor)}บ.จากบ/ชxx${tail(own, 4)}${end}`
      : `โอนเงิน${baht(amountMinor)}บ.ไปยังบ/ช ${party}${end}`
  }
  const head = `มีเงิน${baht(amountMinor)}บ.โอนเข้าบ/ชxx${tail(own, 4)}`
  return other === null || other.bank === 'TTB' ? `${head}${end}` : `${head} จาก ${party}${end}`
}

function truemoneyPush(_own: string, { direction, amountMinor, other }: Movement): string {
  const phone =
    other?.bank === 'TMW' ? `${other.accountNo.slice(0, 3)}-xxx-${tail(other.accountNo, 4)}` : ''
  if (direction === 'out') return `ชำระเงินให้ ${other?.name ?? 'ร้านค้า'} สำเร็จ ${baht(amountMinor)} บาท`
  return `คุณได้รับเงิน ${baht(amountMinor)} บาท จาก ${phone === '' ? 'พร้อมเพย์' : phone}`
}

/** What each bank's phone shows. Source: domain §2.3. */
export const wordings: Readonly<Record<string, Wording>> = {
  KBANK: { sender: 'KBank', pushSender: 'K PLUS', sms: kbankSms, push: kbankPush },
  SCB: { sender: '027777777', pushSender: 'SCB EASY', sms: scbSms, push: scbPush },
  KTB: { sender: 'Krungthai', pushSender: 'Krungthai NEXT', sms: ktbSms, push: ktbPush },
  TTB: { sender: 'ttbbank', pushSender: 'ttb touch', sms: ttbSms, push: null },
  TMW: { sender: 'TrueMoney', pushSender: 'TrueMoney', sms: null, push: truemoneyPush },
}

/**
 * The texts a movement may bring up on the phone of this account: the SMS where the bank sends one, and
 * the push of its app. Throws a RangeError for a bank whose wording is not known.
 */
export function textsOf(bank: string, own: string, movement: Movement): BankText[] {
  const wording = wordings[bank]
  if (wording === undefined) throw new RangeError(`No wording of ${bank}`)
  const texts: BankText[] = []
  if (wording.sms !== null)
    texts.push({ source: 'sms', sender: wording.sender, text: wording.sms(own, movement) })
  const push = wording.push?.(own, movement) ?? null
  if (push !== null) texts.push({ source: 'push', sender: wording.pushSender, text: push })
  return texts
}

/** A text in no shape that any bank uses: a person has to read it. */
export const unreadableText = (amountMinor: number): string =>
  `แจ้งเตือนรายการใหม่ ยอด ${baht(amountMinor)} กรุณาตรวจสอบในแอปของท่าน`
