import { bankFromAlias, type BankCode } from '@khlang/contract/banks.ts'
import type { Direction } from './shape.ts'

/** Says that money may or must move, or that a card's limit did: never that our account moved. */
const NOT_A_MOVEMENT =
  /บัตรเครดิต|หมายเลขบัตร|credit card|card (?:no|number|ending|transaction|authori[sz])|สิทธิ|คูปอง|ส่วนลด|คลิก|คลิ๊ก|ลุ้น|แต้ม|คะแนน|สูงสุด|สมัคร|โปรโมชั่น|โปรโมชัน|กู้|ยินดีด้วย|รางวัล|กรุณาชำระ|โปรดชำระ|ครบกำหนด|ภายในวันที่|ค้างชำระ|ใบแจ้ง|จะถูก|จะได้รับ|will be|up to|promotion|discount|voucher|coupon|overdue|due (?:date|on|by)|please pay|pending|รอดำเนินการ|รอการ|รออนุมัติ|ยกเลิก|cancell?ed|reversed|ขอเงิน|เรียกเก็บ|request/i

/** Whether a text that uses a plain wording speaks of something else than a movement that has happened. */
export function mayBeNoMovement(text: string): boolean {
  return NOT_A_MOVEMENT.test(text)
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

const PLACES = String.raw`(?:\d{3}-[\dX]-[\dX]{5}-[\dX]|\d{3}-\d{6}-\d|[X*]{1,8}(?:-[X*]{1,3}){0,2}-?\d{3,6}(?:-[X*\d])?|\d{3,4}[X*]{3,6}\d{3,4}|\.{3}\d{4}|\d{10,12})(?![\d,.]*\d)(?![X*])`
const WORD = String.raw`(?:บัญชี|บช\.?|บ\/ช\.?|A\/C|Acct\.?|account)`
const OWN = new RegExp(
  String.raw`(?<before>(?:เข้า|จาก|ไปยัง|ไป|ให้|ถึง|from|to|โอนจาก) ?(?:your )?)?(?<word>${WORD}) ?(?<own>${PLACES})`,
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
    before: groups['before'],
    own: groups['own'],
  }))
  const stated = named.filter(({ before }) => before !== undefined && MEANS_OWN[direction].test(before))
  const bare = named.filter(({ before }) => before === undefined)
  const [only, second] = stated.length > 0 ? stated : bare
  return second === undefined ? only?.own : undefined
}
