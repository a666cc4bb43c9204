import type { Shape } from '../shape.ts'

/**
 * Siam Commercial Bank. SMS shows the last six digits of both accounts and no year; money from within the
 * bank carries the payer's name, cut short and glued to the next word. SCB Connect shows the last four.
 */
export const scbShapes: readonly Shape[] = [
  {
    id: 'scb.in.otherBank',
    confidence: 'A',
    direction: 'in',
    hasBalance: true,
    time: 'stated',
    pattern:
      /(?<!\d)\d{2}\/\d{2}@\d{2}:\d{2} (?<amt>[\d,.]+) ?จาก ?(?<bank>[A-Za-z]{2,6})\/[Xx](?<other>\d{6}) ?เข้า ?[Xx](?<own>\d{6})(?!\d)/,
  },
  {
    id: 'scb.in.sameBank',
    confidence: 'A',
    direction: 'in',
    hasBalance: true,
    time: 'stated',
    otherBank: 'SCB',
    pattern:
      /(?<!\d)\d{2}\/\d{2}@\d{2}:\d{2} (?<amt>[\d,.]+) ?โอนจาก ?(?<name>[^\d]{2,40}?) ?เข้า ?[Xx](?<own>\d{6})(?!\d)/,
  },
  {
    id: 'scb.in.dated',
    confidence: 'B',
    direction: 'in',
    hasBalance: true,
    time: 'stated',
    pattern: /(?<!\d)\d{2}\/\d{2}@\d{2}:\d{2} (?<amt>[\d,.]+) ?เข้า ?[Xx](?<own>\d{6})(?!\d)/,
  },
  {
    id: 'scb.in.promptPay',
    confidence: 'A',
    direction: 'in',
    hasBalance: true,
    time: 'stated',
    pattern: /(?<![ก-๙/])เงิน ?(?<amt>[\d,.]+?) ?บ\.? ?เข้าบ\/ช\.? ?[Xx](?<own>\d{6})(?!\d)/,
  },
  {
    id: 'scb.in.salary',
    confidence: 'A',
    direction: 'in',
    hasBalance: false,
    time: 'stated',
    pattern: /(?<![ก-๙/])เงินโอน\/เงินเดือน ?(?<amt>[\d,.]+?) ?บ\.? ?เข้าบ\/ช\.? ?[Xx](?<own>\d{6})(?!\d)/,
  },
  {
    id: 'scb.in.cheque',
    confidence: 'B',
    direction: 'in',
    hasBalance: true,
    time: 'receipt',
    pattern:
      /(?<![ก-๙])เช็คเข้า ?(?<amt>[\d,.]+?) ?บ\.? ?เข้าบ\/ช\.? ?[Xx](?<own>\d{6}) ?ผ่าน ?(?<channel>[A-Z]{2,8})(?= |$)/,
  },
  {
    id: 'scb.in.otherBankEn',
    confidence: 'A',
    direction: 'in',
    hasBalance: true,
    time: 'stated',
    pattern:
      /(?<![\w/])Transfer from (?<bank>[A-Za-z]{2,6})\/x(?<other>\d{6}) amount THB (?<amt>[\d,.]+) to your account x(?<own>\d{6})(?!\d)/,
  },
  {
    id: 'scb.in.sameBankEn',
    confidence: 'A',
    direction: 'in',
    hasBalance: true,
    time: 'stated',
    otherBank: 'SCB',
    pattern:
      /(?<![\w/])Transfer from (?<name>[^\d/]{2,40}?) amount THB (?<amt>[\d,.]+) to your account x(?<own>\d{6})(?!\d)/,
  },
  {
    id: 'scb.in.promptPayEn',
    confidence: 'A',
    direction: 'in',
    hasBalance: false,
    time: 'stated',
    pattern: /(?<![\w/])Transfer amount THB (?<amt>[\d,.]+) to your account x(?<own>\d{6})(?!\d)/,
  },
  {
    id: 'scb.in.depositEn',
    confidence: 'A',
    direction: 'in',
    hasBalance: true,
    time: 'stated',
    pattern:
      /Cash\/transfer deposit amount THB (?<amt>[\d,.]+) via (?<channel>[A-Z]{2,8}) to your A\/C x(?<own>\d{6})(?!\d)/,
  },
  {
    id: 'scb.out.withdrawal',
    confidence: 'A',
    direction: 'out',
    hasBalance: true,
    time: 'stated',
    pattern: /ถอน\/โอนเงิน ?(?<amt>[\d,.]+?) ?บ\.? ?(?:จาก ?)?บ\/ช\.? ?[Xx](?<own>\d{6})(?!\d)/,
  },
  {
    id: 'scb.out.payment',
    confidence: 'B',
    direction: 'out',
    hasBalance: true,
    time: 'receipt',
    isWholeBaht: true,
    pattern:
      /(?<![ก-๙])ชำระเงิน (?<amt>[\d,.]+?) ?บ\.? ผ่าน ?(?<channel>[A-Z]{2,8}) ?จากบ\/ช\.? ?[Xx](?<own>\d{6})(?!\d)/,
  },
  {
    id: 'scb.out.fee',
    confidence: 'B',
    direction: 'out',
    hasBalance: false,
    time: 'stated',
    pattern: /หัก(?:ค่าธรรมเนียม|เงิน)อัตโนมัติ (?<amt>[\d,.]+?) ?บ\.? (?:จาก ?)?บ\/ช\.? ?[Xx](?<own>\d{6})(?!\d)/,
  },
  {
    id: 'scb.out.card',
    confidence: 'B',
    direction: 'out',
    hasBalance: false,
    time: 'stated',
    channel: 'card',
    pattern: /ใช้จ่ายผ่านบัตร (?:SCB )?[Xx](?<own>\d{4,6}) ที่ (?<name>.{1,40}?) จำนวน (?<amt>[\d,.]+) บาท/,
  },
  {
    id: 'scb.out.withdrawalEn',
    confidence: 'A',
    direction: 'out',
    hasBalance: true,
    time: 'stated',
    pattern:
      /Withdrawal\/transfer transaction amount THB (?<amt>[\d,.]+) from your account x(?<own>\d{6}) via (?<channel>[A-Z]{2,8})(?= |$)/,
  },
  {
    id: 'scb.out.transferEn',
    confidence: 'B',
    direction: 'out',
    hasBalance: false,
    time: 'receipt',
    // Nothing but the beginning of the message stands before the number.
    pattern: /^(?:SCB ?:? ?)?(?<amt>[\d,.]+) Baht transferred to (?<name>[^\d]{2,60}?), if in doubt call/,
  },
  {
    id: 'scb.connect.in',
    confidence: 'B',
    direction: 'in',
    hasBalance: false,
    time: 'stated',
    era: 'auto',
    pattern: /รายการเงินเข้า(?:: ?[^\d]{1,60}?)? (?<amt>[\d,.]+) บาท เข้าบัญชี (?<own>[Xx]+-?\d{4})(?!\d)/,
  },
  {
    id: 'scb.connect.out',
    confidence: 'B',
    direction: 'out',
    hasBalance: false,
    time: 'stated',
    era: 'auto',
    pattern:
      /รายการเงินออก(?:: ?[^\d]{1,60}?)? (?<amt>[\d,.]+) บาท (?:ด้วยบัตรเดบิต [Xx]-?\d{4} )?จากบัญชี (?<own>[Xx]+-?\d{4})(?!\d)/,
  },
  {
    id: 'scb.connect.cardPayment',
    confidence: 'B',
    direction: 'out',
    hasBalance: false,
    time: 'stated',
    channel: 'card',
    pattern:
      /(?<![ก-๙])ชำระเงิน (?<amt>[\d,.]+) บาท ด้วยบัตรเดบิต [Xx]-?\d{4} จากบัญชี (?<own>[Xx]+-?\d{4})(?!\d)/,
  },
  {
    id: 'scb.connect.tax',
    confidence: 'B',
    direction: 'out',
    hasBalance: false,
    time: 'stated',
    pattern: /หักภาษีเงินได้ [^\d]{1,60}? ?(?<amt>[\d,.]+) บาท จากบัญชี (?<own>[Xx]+-?\d{4})(?!\d)/,
  },
  {
    id: 'scb.push.in',
    confidence: 'B',
    direction: 'in',
    hasBalance: false,
    time: 'stated',
    era: 'buddhist',
    pattern:
      /คุณได้รับเงิน (?<amt>[\d,.]+) บาท (?:ผ่านรายการ(?:พร้อมเพย์|โอนเงิน) ?)?จาก ?(?<bank>[A-Za-zก-๙]{2,16}) ?\/ ?(?<other>[Xx]{4,8}\d{4,6}) เข้าบัญชี (?<own>[Xx]{4,8}\d{4,6})(?!\d)/,
  },
  {
    id: 'scb.push.inFrom',
    confidence: 'C',
    direction: 'in',
    hasBalance: false,
    time: 'receipt',
    pattern:
      /(?<![ก-๙])เงินเข้า \+?(?<amt>[\d,.]+) บาท จาก (?<name>[^\d]{2,40}?) (?:เข้า)?บัญชี (?<own>[Xx][Xx-]{2,10}\d{1,6}(?:-[\dXx])?)(?= |$)/,
  },
  {
    id: 'scb.push.salary',
    confidence: 'C',
    direction: 'in',
    hasBalance: false,
    time: 'receipt',
    pattern: /เงินเดือนเข้า บช\.? ?(?<own>[Xx]-?\d{4}) จาก (?<name>[^\d]{2,60}?) จำนวน (?<amt>[\d,.]+) บาท/,
  },
  {
    id: 'scb.sms.inNamed',
    confidence: 'C',
    direction: 'in',
    hasBalance: true,
    time: 'receipt',
    pattern:
      /(?<![ก-๙])เงินเข้า (?<amt>[\d,.]+?) ?บ\.? เข้า ?บช\.? ?(?<own>[Xx]-?\d{4})(?: โอนจาก (?<name>[^\d]{2,40}?)(?= ยอดคงเหลือ| คงเหลือ))?/,
  },
]
