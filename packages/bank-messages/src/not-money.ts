import { namesBalance } from './amount-in-text.ts'

export type NotMoneyAbout = 'otp' | 'failedMovement' | 'signIn' | 'balanceInfo' | 'promotion'

const OTP = /(?<![A-Za-z])OTP(?![A-Za-z])|(?<![A-Za-z])TOP=|รหัส ?ผ่าน ?ชั่วคราว|รหัสยืนยัน|one.time password/i
const FAILED = /ไม่สำเร็จ|ล้มเหลว|ถูกปฏิเสธ|unsuccessful|(?<![A-Za-z])failed|declined|rejected/i
const SIGN_IN = /เข้าสู่ระบบ|ลงชื่อเข้าใช้|(?<![A-Za-z])log(?:ged)?[ -]?in(?![a-z])|sign(?:ed)?[ -]?in(?![a-z])/i
const PROMOTION =
  /โปรโมชั่น|โปรโมชัน|สิทธิ|คูปอง|ส่วนลด|ฟรี|คลิก|คลิ๊ก|กู้|ยินดี|พิเศษ|แต้ม|คะแนน|สมัคร|ลุ้น|promotion|discount/i
const MOVEMENT = /เข้า|ออก|โอน|ถอน|ฝาก|หัก|จ่าย|ชำระ|รับ|received|deposit|withdraw|transfer|paid|credited/i
const MASK = /(?<![A-Za-z])[Xx*]{1,9}-?\d{3,6}|[Xx]{3}-[Xx]/
const LINK =
  /https?:|www\.|bit\.ly|cutt\.ly|line\.me|[a-z0-9-]{2,}\.(?:cc|xyz|top|shop|link|click|site|com|net|info|vip)(?![a-z0-9])/i

/**
 * What forbids reading a movement of money, whatever else the message says: a code, or a failed attempt.
 */
export function forbiddingAbout(text: string): NotMoneyAbout | null {
  if (OTP.test(text)) return 'otp'
  return FAILED.test(text) ? 'failedMovement' : null
}

/** What a message that fits no shape is about, when that is certainly not a movement; null when unsure. */
export function harmlessAbout(text: string): NotMoneyAbout | null {
  if (namesBalance(text) && !MOVEMENT.test(text)) return 'balanceInfo'
  if (/^(?:\[?[A-Za-z ]{2,12}[\]:]? ?)?ยอดเงินใช้ได้บ\/ช/.test(text)) return 'balanceInfo'
  if (namesBalance(text) || MASK.test(text)) return null
  if (SIGN_IN.test(text)) return 'signIn'
  return PROMOTION.test(text) || LINK.test(text) ? 'promotion' : null
}

const UNDONE =
  /ยกเลิก(?! ?(?:บริการ|การรับ|รับ|SMS))|ดึง(?:เงิน)?คืน|ไม่สมบูรณ์|ผิดพลาด|ไม่ผ่าน|ไม่เพียงพอ|เงินไม่พอ|ถูกระงับ|อายัด|รอ(?:การ)?(?:ยืนยัน|ตรวจสอบ|อนุมัติ)|กลับรายการ|คืนรายการ|(?:ปรับปรุง|แก้ไข|ปรับแก้)(?:รายการ|ยอด|บัญชี|ฝาก|ถอน|เงิน|โอน)|not (?:been )?(?:successful|completed)|could not|insufficient|revers(?:e|ed|al)(?![a-z])|(?<![a-z])(?:adjust(?:ed|ment)|correct(?:ed|ion))(?![a-z])|(?<![a-z])(?:cancell?ed|refunded|pending)(?![a-z])/i

/** Whether the text says that its movement was undone, held or never came about. */
export function isUndone(text: string): boolean {
  return UNDONE.test(text)
}

const RETURNED =
  /คืนเงิน|เงินคืน|(?:โอน|แจ้ง|ส่ง)คืน|ตีกลับ|(?<![a-z])(?:refund|return(?:ed)?|bounced|charge-?back)(?![a-z])/i

/** Whether the text says that the money comes back, so that whoever sends it pays nothing in with it. */
export function isReturned(text: string): boolean {
  return RETURNED.test(text)
}

/** Banks put no links into money messages; one that has a link is likely forged. */
export function hasLink(text: string): boolean {
  return LINK.test(text)
}
