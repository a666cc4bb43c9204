import type { Shape } from '../shape.ts'

/**
 * Krungthai. SMS shows five digits before the last (`X12345X`), Krungthai NEXT the last four in groups
 * (`XXX-X-XX123-4`) and no time, Krungthai Connext on LINE the last four (`XX1234`) and a Buddhist date.
 */
export const ktbShapes: readonly Shape[] = [
  {
    id: 'ktb.in.deposit',
    confidence: 'A',
    direction: 'in',
    hasBalance: true,
    time: 'stated',
    era: 'common',
    pattern: /บช ?(?<own>X\d{5}X) ?: ?เงินเข้า ?\+?(?<amt>[\d,.]+?) ?บ/,
  },
  {
    id: 'ktb.in.depositEn',
    confidence: 'A',
    direction: 'in',
    hasBalance: true,
    time: 'stated',
    era: 'common',
    pattern: /Acct ?(?<own>X\d{5}X) ?: ?Deposit ?\+?(?<amt>[\d,.]+) ?THB/,
  },
  {
    id: 'ktb.out.withdrawal',
    confidence: 'B',
    direction: 'out',
    hasBalance: true,
    time: 'stated',
    era: 'common',
    pattern:
      /บช ?(?<own>X\d{5}X) ?: ?(?:เงินออก|ถอนเงิน|ถอน\/โอน|ถอน|โอนออก|หักบัญชี|ชำระเงิน|จ่ายเงิน) ?-?(?<amt>[\d,.]+?) ?บ/,
  },
  {
    id: 'ktb.out.withdrawalEn',
    confidence: 'B',
    direction: 'out',
    hasBalance: true,
    time: 'stated',
    era: 'common',
    pattern: /Acct ?(?<own>X\d{5}X) ?: ?(?:Withdraw(?:al)?|Transfer|Payment) ?-?(?<amt>[\d,.]+) ?THB/,
  },
  {
    id: 'ktb.push.in',
    confidence: 'A',
    direction: 'in',
    hasBalance: false,
    time: 'receipt',
    pattern:
      /ได้รับ ?\+?(?<amt>[\d,.]+) บาท เข้า(?:พร้อมเพย์|บัญชี (?<own>X{3}-X-X{2}\d{3}-\d))(?: จากบัญชี (?<bank>[ก-๙A-Za-z.][ก-๙A-Za-z. ]{1,40}?) (?<other>X{3}-X-X{2}\d{3}-\d|X{6,9}\d{4})(?![\d-]))?/,
  },
  {
    id: 'ktb.push.out',
    confidence: 'B',
    direction: 'out',
    hasBalance: false,
    time: 'receipt',
    pattern:
      /โอนเงินออก ?-?(?<amt>[\d,.]+) บาท จากบัญชี (?<own>X{3}-X-X{2}\d{3}-\d)(?: ไปยัง(?:พร้อมเพย์|บัญชี(?: (?<bank>[ก-๙A-Za-z.]{2,24}))?) (?<other>X{3}-X-X{2}\d{3}-\d|X{6,12}\d{4})(?![\d-]))?/,
  },
  {
    id: 'ktb.connext.in',
    confidence: 'A',
    direction: 'in',
    hasBalance: true,
    time: 'stated',
    era: 'auto',
    pattern: /(?<![ก-๙])เงินเข้า: ?\+?(?<amt>[\d,.]+) บาท เข้าบัญชี (?<own>X{2}\d{4})(?!\d)/,
  },
  {
    id: 'ktb.connext.out',
    confidence: 'A',
    direction: 'out',
    hasBalance: true,
    time: 'stated',
    era: 'auto',
    pattern: /(?<![ก-๙])เงินออก: ?-?(?<amt>[\d,.]+) บาท จากบัญชี (?<own>X{2}\d{4})(?!\d)/,
  },
  {
    id: 'ktb.connext.inListed',
    confidence: 'B',
    direction: 'in',
    hasBalance: false,
    time: 'stated',
    era: 'auto',
    pattern: /รายการเงินเข้า (?<amt>[\d,.]+) บาท เข้าบัญชี (?<own>X{2}\d{4})(?!\d)/,
  },
  {
    id: 'ktb.connext.inTyped',
    confidence: 'C',
    direction: 'in',
    hasBalance: true,
    time: 'stated',
    era: 'auto',
    pattern:
      /(?<![ก-๙])เงินเข้า \+(?<amt>[\d,.]+) บาท ประเภท [^\d]{2,30}? เข้าบัญชี (?<own>X{2}\d{4})(?!\d)(?: จากบัญชี (?<bank>[A-Za-zก-๙.]{2,16}) (?<other>X{2,8}\d{4})(?!\d)(?: ผู้โอน (?<name>[^\d]{2,40}?)(?= วันที่))?)?/,
  },
  {
    id: 'ktb.connext.outTyped',
    confidence: 'C',
    direction: 'out',
    hasBalance: true,
    time: 'stated',
    era: 'auto',
    pattern:
      /(?<![ก-๙])เงินออก -(?<amt>[\d,.]+) บาท ประเภท [^\d]{2,30}? จากบัญชี (?<own>X{2}\d{4})(?!\d)(?: ไปยังบัญชี (?<bank>[A-Za-zก-๙.]{2,16}) (?<other>X{2,8}\d{4})(?!\d)(?: ผู้รับโอน (?<name>[^\d]{2,40}?)(?= วันที่))?)?/,
  },
  {
    id: 'ktb.next.outEn',
    confidence: 'C',
    direction: 'out',
    hasBalance: true,
    time: 'stated',
    era: 'common',
    pattern: /(?<![\w/])Transferred: -?(?<amt>[\d,.]+) THB from account (?<own>X{2}\d{4})(?!\d)/,
  },
  {
    id: 'ktb.sms.inNamed',
    confidence: 'C',
    direction: 'in',
    hasBalance: true,
    time: 'receipt',
    pattern: /(?<![ก-๙])เงินเข้า บช\.? ?(?<own>[Xx]-?\d{4}) จำนวน (?<amt>[\d,.]+) บาท/,
  },
  {
    id: 'ktb.push.payment',
    confidence: 'C',
    direction: 'out',
    hasBalance: false,
    time: 'receipt',
    pattern: /ชำระค่าสินค้า\/บริการที่ (?<name>.{1,40}?) จำนวน (?<amt>[\d,.]+) บาท/,
  },
]
