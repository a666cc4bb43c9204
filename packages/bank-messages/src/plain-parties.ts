import { bankFromAlias, type BankCode } from '@khlang/contract/values/banks.ts'
import type { Direction } from './shape.ts'

/** Advertises, asks for money, announces it, gives it back or speaks of a card's limit. */
const NOT_A_MOVEMENT: readonly RegExp[] = [
  /บัตรเครดิต|หมายเลขบัตร|วงเงิน|credit card|credit limit|card (?:no|number|ending|transaction|authori[sz])/i,
  /สิทธิ|คูปอง|ส่วนลด|คลิก|คลิ๊ก|ลุ้น|แต้ม|คะแนน|สูงสุด|สมัคร|โปรโมชั่น|โปรโมชัน|กู้|ยินดีด้วย|รางวัล|ฟรี|ทันที|เพียง|เมื่อ(?:เปิด|ใช้|สมัคร)|ดอกเบี้ย ?\d/,
  /up to|promotion|discount|voucher|coupon|cash ?back|(?<![a-z])free(?![a-z])|(?<![a-z])win(?![a-z])/i,
  /กรุณา(?:ชำระ|โอน|จ่าย)|โปรด(?:ชำระ|โอน|จ่าย)|ครบกำหนด|ภายในวันที่|ก่อนวันที่|ค้างชำระ|ใบแจ้ง|เรียกเก็บ|ขอเงิน|ขอรับเงิน|ต้องการ|ต้องยืนยัน|ยืนยันการ/,
  /overdue|due (?:date|on|by)|is due|please pay|request|pending|scheduled|(?<![a-z])will(?![a-z])/i,
  /จะถูก|จะได้|จะเข้า|จะออก|ล่วงหน้า|ตั้งเวลา|พรุ่งนี้|รอดำเนินการ|รอการ|รออนุมัติ|อยู่ระหว่าง|ยกเลิก|คืนเงิน|เงินคืน|cancell?ed|revers|refund/i,
]
/** Somebody else as the one who pays or receives. */
const SOMEBODY =
  /นาย|นาง|น\.ส\.|ด\.ช\.|ร้าน|ผู้รับ|ผู้โอน|ลูกค้า|บริษัท|บจก|หจก|(?<![a-z])(?:mrs?|ms|miss|customer|shop)(?![a-z])/i

/** Whether a text names a person or a shop. */
export function speaksOfSomebody(text: string): boolean {
  return SOMEBODY.test(text)
}

/** Whether a text advertises, asks for money, announces it or gives it back. */
export function speaksOfNoMovement(text: string): boolean {
  return NOT_A_MOVEMENT.some((words) => words.test(text))
}

/** We on the side where this direction has the other one. */
const WE_INSTEAD: Readonly<Record<Direction, RegExp>> = {
  in: /จาก(?:คุณ|ท่าน)(?:แล้ว|เรียบร้อย|[ .]*$)|จากบัญชี[^ ]{0,20} ?ของ(?:คุณ|ท่าน)|from you/i,
  out: /(?:ให้|ถึง|ไปยัง|แก่) ?(?:คุณ|ท่าน)(?:แล้ว|เรียบร้อย| ?\d|[ .]*$)|(?:ให้|ไปยัง|เข้า|ถึง) ?บัญชี ?[^ ]{0,20} ?ของ(?:คุณ|ท่าน)|to you/i,
}
const SECOND_MOVEMENT =
  /(?:เงินออก|เงินเข้า|โอนออก|โอนเข้า|ถอน|จ่าย|ชำระ|รับเงิน|รับโอน|ฝาก)(?:(?!เหลือ|ใช้ได้)[^\d]){0,12}[\d,]+\.\d{2}/

/**
 * Whether a text that uses a plain wording may speak of something else than one movement of our account that
 * has happened.
 */
export function mayBeOther(
  text: string,
  hit: { start: number; end: number },
  direction: Direction,
): boolean {
  return (
    NOT_A_MOVEMENT.some((words) => words.test(text)) ||
    SOMEBODY.test(text.slice(0, hit.start)) ||
    WE_INSTEAD[direction].test(text) ||
    SECOND_MOVEMENT.test(text.slice(hit.end))
  )
}

/** Names of banks and their apps at the beginning of a message, where its writer names itself. */
const WRITERS: readonly (readonly [RegExp, BankCode])[] = [
  [/^(?:K ?-?(?:BANK|PLUS|MOBILE|SHOP)|KBNK|LINE ?BK|(?:ธนาคาร|ธ\.)?กสิกร)/i, 'KBANK'],
  [/^(?:SCB|Siam Commercial|(?:ธนาคาร|ธ\.)?ไทยพาณิชย์)/i, 'SCB'],
  [/^(?:KTB|Krung ?thai|(?:ธนาคาร|ธ\.)?กรุงไทย|เป๋าตัง)/i, 'KTB'],
  [/^(?:BBL|Bangkok Bank|Bualuang|(?:ธนาคาร|ธ\.)?กรุงเทพ|บัวหลวง)/i, 'BBL'],
  [/^(?:BAY|Krungsri|KMA|(?:ธนาคาร|ธ\.)?กรุงศรี)/i, 'BAY'],
  [/^(?:TTB|TMB|(?:ธนาคาร|ธ\.)?(?:ทหารไทย|ทีทีบี|ธนชาต))/i, 'TTB'],
  [/^(?:GSB|MyMo|(?:ธนาคาร|ธ\.)?ออมสิน)/i, 'GSB'],
  [/^(?:BAAC|ธ\.?ก\.?ส)/i, 'BAAC'],
  [/^(?:True ?Money|True ?Wallet|ทรูมันนี่)/i, 'TMW'],
]

/** The bank that a message names as its writer, or null when it begins with something else. */
export function writerOf(text: string): BankCode | null {
  const known = WRITERS.find(([name]) => name.test(text))
  if (known !== undefined) return known[1]
  const tag = /^\[?([A-Za-zก-๙][A-Za-zก-๙. ]{1,20})\]?:/.exec(text)?.[1]
  return tag === undefined ? null : bankFromAlias(tag)
}

/** Whether a message begins with the tag of another bank (`KBank: ...`). */
export function isTaggedByOther(text: string, bank: BankCode): boolean {
  const writer = /^[^:]{2,24}:/.test(text) ? writerOf(text) : null
  return writer !== null && writer !== bank
}

const PLACES = [
  String.raw`(?:[\dX]{3}-[\dX]-[\dX]{5}-[\dX]|\d{3}-\d{6}-\d|[X*]{1,8}(?:-[X*]{1,3}){0,2}-?\d{3,6}`,
  String.raw`(?:-[X*\d])?|\d{3,4}[X*]{3,6}\d{3,4}|\.{3}\d{4}|\d{10,12})(?![\d,.]*\d)(?![X*])`,
].join('')
const WORD = String.raw`(?:บัญชี|บช\.?|บ\/ช\.?|A\/C|Acct\.?|account)`
const OWN = new RegExp(
  [
    String.raw`(?<before>(?:เข้า|จาก|ไปยัง|ไป|ให้|ถึง|from|to|โอนจาก) ?(?:your )?)?`,
    String.raw`(?<word>${WORD})(?:ออมทรัพย์|กระแสรายวัน)? ?(?:(?<=หักบัญชี)จาก ?)?`,
    String.raw`(?<own>${PLACES})|(?<into>เข้า|to) (?<whole>X{3}-X-X\d{4}-X)`,
  ].join(''),
  'gi',
)
const MEANS_OWN: Readonly<Record<Direction, RegExp>> = {
  in: /^เข้า|^to/i,
  out: /^จาก|^from/i,
}

/**
 * Our account's mask in a plain wording. It stands behind a word for "account": money comes *into* it, goes
 * *from* it, or it stands there without such a word. An account on the other side of the movement, or two
 * that could be ours, give none.
 */
export function ownPlacesIn(text: string, direction: Direction): string | undefined {
  const named = [...text.matchAll(OWN)].map(({ groups = {} }) => ({
    before: groups['before'] ?? groups['into'],
    own: groups['own'] ?? groups['whole'],
  }))
  const stated = named.filter(({ before }) => before !== undefined && MEANS_OWN[direction].test(before))
  const bare = named.filter(({ before }) => before === undefined)
  const [only, second] = stated.length > 0 ? stated : bare
  return second === undefined ? only?.own : undefined
}
