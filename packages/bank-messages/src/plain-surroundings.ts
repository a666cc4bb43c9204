import type { BankCode } from '@khlang/contract/values/banks.ts'
import { speaksOfSomebody, writerOf } from './plain-parties.ts'
import type { Direction } from './shape.ts'

/**
 * What may stand before and behind a plain wording. Everything else in the message must be one of these
 * pieces; whatever they do not explain (a condition, a promise, a question, a second sum, somebody's memo)
 * makes the message unread. A list of forbidden words would never be complete.
 */
const BLANK = String.raw`[\s.,;:|()[\]!–-]+|[\u{1F300}-\u{1FAFF}\u{2600}-\u{27BF}\uFE0F]+`

const BANK = [
  'K ?-?(?:BANK(?: Live)?|PLUS|MOBILE)',
  String.raw`K\+|KBNK|LINE ?BK|MAKE`,
  'SCB(?: ?(?:EASY|Connect))?|Siam Commercial(?: Bank)?',
  'KTB(?: ?NEXT)?|Krung ?thai(?: ?(?:NEXT|Connext|Bank))?|เป๋าตัง',
  'BBL|Bangkok ?Bank|Bualuang(?: ?mBanking)?|บัวหลวง',
  'BAY|Krungsri|KMA',
  '(?:TTB|TMB)(?: ?(?:touch|bank))?',
  'GSB(?: ?NOW)?|MyMo|BAAC|True ?(?:Money|Wallet)(?: ?Wallet)?|ทรูมันนี่',
  'CIMB(?: ?Thai)?|KKP|LH ?Bank|TISCO|UOB(?: ?Thai)?|ICBC',
  String.raw`(?:ธนาคาร|ธ\.)?(?:กสิกร(?:ไทย)?|ไทยพาณิชย์|กรุงไทย|กรุงเทพ|กรุงศรี(?:อยุธยา)?|ออมสิน)`,
  String.raw`(?:ธนาคาร|ธ\.)?(?:ทหารไทย(?:ธนชาต)?|ทีทีบี|ธนชาต)|ธ\.?ก\.?ส\.?`,
].join('|')
const WRITER = [
  String.raw`(?<![A-Zก-๙])(?<writer>${BANK})(?: ?(?:alert|notify|แจ้งเตือน))?(?![A-Z])(?: ?:)?`,
  '|แจ้งเตือน|Dear (?:valued )?customer|(?:PromptPay|พร้อมเพย์)(?= ?:)',
].join('')
/** The title of a push message that names what was done. */
const title = (words: string) => `(?:แจ้ง)?(?:รายการ)?(?:${words})(?:สำเร็จ)?`

const CLOCK = String.raw`\d{1,2}[:.]\d{2}(?::\d{2})?(?:\s?น\.?)?`
const MOMENT = [
  String.raw`(?:(?:วันที่(?:ทำรายการ)?|เมื่อ(?:วันที่)?|เวลา|ณ|on|at) ?:? ?)?`,
  String.raw`(?:\d{1,2}[/-]\d{1,2}(?:[/-]\d{2,4})?`,
  String.raw`|\d{1,2} ?[ก-ฮเ][ก-ฮะ-ู็-์.]{2,9} ?\d{2,4}|\d{1,2} [A-Z][a-z]{2,8} \d{2,4})`,
  String.raw`(?:,? ?(?:[@,-] ?|เวลา ?|at )?${CLOCK})?(?![\d:])`,
  String.raw`|(?:@|(?:เวลา|เมื่อ|at) ?)${CLOCK}(?![\d:])|${CLOCK}(?<=น\.?)`,
].join('')

const ACCOUNT_WORD = String.raw`(?:บัญชี|บช\.?|บ\/ช\.?|A\/C|Acct\.?|account)`
const PLACES = [
  String.raw`(?:\.{3}\d{4}|(?=[\dX*-]*(?:[X*]|\d-\d|\d{10}))[\dX*](?:[\dX*]|-(?=[\dX*])){2,22})`,
  String.raw`(?![\d.,]*\d)`,
].join('')
const account = (before: string) =>
  [
    String.raw`(?:(?:${before}) ?(?:your )?)?${ACCOUNT_WORD}(?:ออมทรัพย์|กระแสรายวัน)? ?(?:(?:${BANK}) ?)?`,
    String.raw`(?:${PLACES}|\d{4}(?! ?(?:บ|THB|Baht|[\d,]|\.\d)))(?: ?ของ(?:คุณ|ท่าน))?`,
    String.raw`|(?:(?:${before}) ?(?:your )?)${ACCOUNT_WORD}(?:หลัก|ต่างธนาคาร)?(?![ก-๙A-Z])`,
    String.raw`|(?:${before}) ?(?:(?:${BANK}) ?)?${PLACES}|(?:${BANK}) ${PLACES}`,
  ].join('')

const NAME = String.raw`(?:[^\d(:]{2,40}?|7-Eleven[^\d]{0,30}?)`
const NAME_ENDS = [
  '(?= ?(?:Ref|รหัส|อ้างอิง|เลขที่|คงเหลือ|เหลือ|ยอด|วันที่|เมื่อ|เวลา|เข้า|ด้วย|จาก|ผ่าน|จำนวน|สำเร็จ',
  String.raw`|ธนาคาร|ธ\.|บช|บ/ช|บัญชี`,
  String.raw`|A/C|Acct|Bal|Avail|via |to X|on \d|at \d|สอบถาม|ขอบคุณ|Call )| ?\d| \(|[.; ]*$)`,
].join('')
const otherSide = (words: string) => String.raw`(?:${words}) ?:? ?(?:คุณ ?)?(?<party>${NAME})${NAME_ENDS}`

const REFERENCE = [
  String.raw`Ref(?:\.| No)?[.: ]* ?[A-Za-z0-9]{4,25}`,
  String.raw`|(?:รหัส|เลขที่|หมายเลข)?(?:อ้างอิง|รายการ|รหัส)[.: ]*[A-Za-z0-9]{4,25}`,
  String.raw`|Transaction ID[.: ]*\d{4,25}`,
].join('')
const UNIT = String.raw`(?:บาท|บ\.?|THB|Baht|Bt\.?|B)(?![A-Zก-๙])`
const BALANCE = [
  String.raw`(?:ยอด)?(?:เงิน)?(?:ที่)?(?:คงเหลือ|ใช้ได้|เหลือ)(?:ในบัญชี)?(?: ?คือ)?`,
  String.raw`|(?:Avail(?:able)?\.? ?)?(?:Bal(?:ance)?\.?)(?: available)?(?: is)?|Avail(?:able)?`,
].join('')
const BALANCE_SAID = [
  String.raw`(?:${BALANCE}) ?[:.]? ?(?:THB|Bt|฿)? ?`,
  String.raw`(?:-?[\d,]+(?:\.\d{0,2})?(?: ?${UNIT})?)?`,
].join('')
const DONE =
  '(?:ทำรายการ)?(?:สำเร็จ|เรียบร้อย)(?:แล้ว)?|แล้ว(?![ก-๙])|(?:was |is )?success(?:ful(?:ly)?)?|completed'
const CHANNEL = [
  'ผ่าน ?(?:ระบบ|พร้อมเพย์|รายการพร้อมเพย์|QR|[A-Z]{2,8})|via (?:PromptPay|[A-Z]{2,10})|พร้อมเพย์|PromptPay',
  String.raw`|ด้วย ?(?:${BANK})|ประเภท ?(?:โอนเงิน|รับโอน|ชำระเงิน)`,
].join('')
const FOOTER = [
  String.raw`สอบถาม(?:เพิ่มเติม)?(?: ?โทร\.?)? ?[\d-]{4,12}|(?:โทร\.?|Call) ?[\d-]{4,12}`,
  String.raw`|ขอบคุณที่ใช้บริการ|Auto(?=\))`,
].join('')

const OUT_PARTY = [
  'ชำระให้|ไปยัง|ไปที่|ให้(?:แก่|กับ)?|ถึง|ที่|ร้าน(?:ค้า)?|ผู้รับ(?:โอน)?|to|at|@|Payment',
  String.raw`|(?=นาย|นาง|น\.ส\.)`,
].join('')

const sticky = (source: string) => new RegExp(source, 'iuy')
const COMMON = [BLANK, UNIT, MOMENT, REFERENCE, BALANCE_SAID, DONE, CHANNEL, FOOTER]
const BEFORE_ANY = [
  BLANK,
  WRITER,
  MOMENT,
  BALANCE_SAID,
  String.raw`(?:Your )?${ACCOUNT_WORD} ?(?:${PLACES}|X{1,10}(?![A-Z\d]))|Your`,
]
const BEFORE: Readonly<Record<Direction, readonly RegExp[]>> = {
  in: [...BEFORE_ANY, title('รับเงิน|เงินเข้า')].map(sticky),
  out: [...BEFORE_ANY, title('โอนเงิน|ชำระเงิน|จ่ายเงิน|เงินออก|ถอนเงิน|โอน/ถอน')].map(sticky),
}
const BEHIND: Readonly<Record<Direction, readonly RegExp[]>> = {
  in: [
    ...COMMON,
    account('เข้า|จาก|โอนจาก|from|to'),
    String.raw`(?:เข้า|to) ?(?:your )?${ACCOUNT_WORD} ?X{3,10}(?![A-Z\d])`,
    String.raw`(?:จาก|from) ?\d{3}-X{3}-\d{4}(?!\d)`,
    otherSide('โอนจาก|ส่งจาก|จาก|ผู้โอน|from'),
  ].map(sticky),
  out: [
    ...COMMON,
    account('เข้า|จาก|ไปยัง|ไป|ให้|ถึง|from|to'),
    otherSide(OUT_PARTY),
    String.raw`(?:to [A-Z]{2,6}-)?X{3,}\d{3,6}(?!\d)`,
  ].map(sticky),
}

/** Words that make what looks like a name a sentence. */
const NO_NAME = [
  'เข้า|ออก|คืน|ถอน|ฝาก|หัก|จ่าย|ชำระ|ได้รับ|รับเงิน|โอน|ยกเลิก|ใช่|หรือ|ไม่|ถูก',
  '|ของคุณ|ของท่าน|บัญชีคุณ|บัญชีท่าน',
  '|กดรับ|เพื่อ|ภารกิจ|สินเชื่อ|ปลายทาง|ผู้รับ|(?:^| )(?:โดย |ให้)',
  '|(?<![a-z])(?:(?:be|been|is|was|not|could|can|will|your?|paid)(?![a-z])',
  '|transfer|payment|received|refund|return|confirm)',
].join('')
const SENTENCE = new RegExp(NO_NAME, 'i')
/** A title and one word is a name, whatever the word means ("นายรับทรัพย์"). */
const TITLED = /^(?:นาย|นาง(?:สาว)?|น\.ส\.)[ก-๙]{2,16}$/

function isName(text: string): boolean {
  return TITLED.test(text.trim()) || !SENTENCE.test(text)
}

/**
 * Whether everything around a plain wording is explained: who writes, when, which account, who the other side
 * is, the balance, a reference. `name` and `said` are the free text inside the wording itself: the other
 * side's name and what stands behind the word for the account.
 */
export function isExplained(
  bank: BankCode,
  text: string,
  hit: { start: number; end: number; groups: Record<string, string | undefined> },
  direction: Direction,
): boolean {
  const { name = '', said = '' } = hit.groups
  if (!isName(name) || !isName(said) || speaksOfSomebody(said)) return false
  return (
    isMadeOf(bank, text.slice(0, hit.start), BEFORE[direction]) &&
    isMadeOf(bank, text.slice(hit.end), BEHIND[direction])
  )
}

function isMadeOf(bank: BankCode, text: string, pieces: readonly RegExp[]): boolean {
  let at = 0
  while (at < text.length) {
    const from = at
    const longest = Math.max(...pieces.map((piece) => lengthAt(bank, piece, text, from)))
    if (longest === 0) return false
    at += longest
  }
  return true
}

function lengthAt(bank: BankCode, piece: RegExp, text: string, at: number): number {
  piece.lastIndex = at
  const match = piece.exec(text)
  if (match === null) return 0
  const { party = '', writer = '' } = match.groups ?? {}
  return isName(party) && (writerOf(writer) ?? bank) === bank ? match[0].length : 0
}
