import type { Shape } from '../shape.ts'

/**
 * TTB, and TMB before it. Shows the last four digits, writes Common years, uses almost no spaces; money
 * from another bank carries that bank's tag, its mask and the payer's name, cut short. Pushes may end in
 * `...`.
 */
export const ttbShapes: readonly Shape[] = [
  {
    id: 'ttb.in.transfer',
    confidence: 'A',
    direction: 'in',
    hasBalance: true,
    time: 'stated',
    era: 'common',
    pattern:
      /(?<![ก-๙])มีเงิน ?(?<amt>[\d,.]+?) ?บ\. ?(?:โอน)?เข้า ?(?:บ\/ช|\/ช|บช)\.? ?(?<own>[Xx]{2}\d{4})(?!\d)(?: ?จาก ?(?<bank>[A-Za-zก-๙]{2,14})(?: (?<other>[Xx]{1,8}\d{4})(?!\d)(?: (?<name>[^\d]{2,40}?)(?= ?เหลือ))?)?)?/,
  },
  {
    id: 'ttb.in.depositEn',
    confidence: 'A',
    direction: 'in',
    hasBalance: true,
    time: 'stated',
    era: 'common',
    pattern: /Deposit (?:of|amount) (?<amt>[\d,.]+) Baht to account (?<own>[Xx]{2}\d{4})(?!\d)/,
  },
  {
    id: 'ttb.push.outPromptPay',
    confidence: 'C',
    direction: 'out',
    hasBalance: false,
    time: 'receipt',
    channel: 'promptPay',
    pattern: /(?<![ก-๙])โอนเงิน (?<amt>[\d,.]+) บาท ไปยังบัญชีพร้อมเพย์/,
  },
  {
    id: 'ttb.out.transfer',
    confidence: 'A',
    direction: 'out',
    hasBalance: true,
    time: 'stated',
    era: 'common',
    pattern:
      /(?<![ก-๙])โอนเงิน ?(?<amt>[\d,.]+?) ?(?:บ\.|บาท) ?ไปยัง(?:(?:เบอร์มือถือ|พร้อมเพย์|เลขบัตรประชาชน) ?(?<other>[Xx]{1,9}\d{4})(?!\d)|บ\/ช\.? ?(?<bank>[A-Za-zก-๙]{2,14}) [Xx]{1,8}\d{4}(?!\d)(?: (?<name>[^\d]{2,40}?)(?= ?เหลือ))?)?/,
  },
  {
    id: 'ttb.in.cashBack',
    confidence: 'C',
    direction: 'in',
    hasBalance: false,
    time: 'stated',
    era: 'common',
    pattern:
      /(?<![ก-๙])มีเงิน เงินคืนบัตร [^\d]{2,40}? จำนวน (?<amt>[\d,.]+?) ?บ\. ?เข้า ?บ\/ช\.? ?(?<own>[Xx]{2}\d{4})(?!\d)/,
  },
  {
    id: 'ttb.out.withdrawal',
    confidence: 'C',
    direction: 'out',
    hasBalance: true,
    time: 'stated',
    era: 'common',
    pattern:
      /(?<![ก-๙])(?:ถอนเงิน|ชำระเงิน|จ่ายเงิน|หักเงิน) ?(?<amt>[\d,.]+?) ?บ\. ?จาก ?(?:บ\/ช|บช)\.? ?(?<own>[Xx]{2}\d{4})(?!\d)/,
  },
  {
    id: 'ttb.out.withdrawalEn',
    confidence: 'C',
    direction: 'out',
    hasBalance: true,
    time: 'stated',
    era: 'common',
    pattern:
      /(?:Withdrawal|Transfer|Payment) (?:of|amount) (?<amt>[\d,.]+) Baht from account (?<own>[Xx]{2}\d{4})(?!\d)/,
  },
  {
    id: 'ttb.sms.outNamed',
    confidence: 'C',
    direction: 'out',
    hasBalance: true,
    time: 'receipt',
    pattern:
      /โอนเงินออก (?<amt>[\d,.]+) บาท จาก บช\.? ?(?<own>[Xx]-?\d{4}) ให้แก่ (?<name>[^\d]{2,40}?)(?= ยอดคงเหลือ|$)/,
  },
]
