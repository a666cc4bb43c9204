import type { Shape } from './shape.ts'

/**
 * Plain wordings that no bank owns ("received THB 500.00 A/C xxx1234"). Tried only after a bank's own
 * shapes, and of the lowest confidence. "โอนเงิน" alone is left out: it is said of both directions.
 */
export const plainShapes: readonly Shape[] = [
  {
    id: 'plain.in',
    confidence: 'C',
    direction: 'in',
    hasBalance: false,
    time: 'receipt',
    pattern:
      /(?<![ก-๙/])(?:รับโอนเงิน|รับโอน|เงินเข้าบัญชี|เงินเข้า|ได้รับเงิน|รับเงิน)(?: จำนวน)? ?\+?(?<amt>[\d,.]+?) ?(?:บาท|บ\.?|THB|Baht)(?= (?:บช|บ\/ช|บัญชี|จาก|เข้า|วันที่|เมื่อ|สำเร็จ|Ref)|$)(?: (?:เข้า)?(?:บช|บ\/ช|บัญชี)\.? ?(?<own>[Xx*]{1,6}-?\d{4})(?!\d))?(?: จาก (?<name>[^\d]{2,40}?)(?= Ref| อ้างอิง| คงเหลือ| วันที่| เมื่อ|$))?/,
  },
  {
    id: 'plain.inUnitFirst',
    confidence: 'C',
    direction: 'in',
    hasBalance: false,
    time: 'receipt',
    pattern:
      /(?:(?<![ก-๙/])(?:รับโอน|เงินเข้า)|(?<![\w/])(?:Received|Transfer In|Deposit|CR)) ?(?:THB|Bt|฿) ?(?<amt>[\d,.]+) (?:บช|บ\/ช|บัญชี|A\/C|Acct)\.? ?(?<own>[Xx*]{1,6}-?\d{4})(?!\d)(?: (?:จาก|From) (?<name>[^\d]{2,40}?)(?= Ref| อ้างอิง|$))?/,
  },
  {
    id: 'plain.out',
    confidence: 'C',
    direction: 'out',
    hasBalance: false,
    time: 'receipt',
    pattern:
      /(?<![ก-๙/])(?:โอนเงินออก|โอนออก|เงินออก|ถอนเงิน|จ่ายเงิน|ชำระเงิน|ใช้จ่าย)(?: จำนวน)? ?-?(?<amt>[\d,.]+?) ?(?:บาท|บ\.?|THB|Baht)(?= (?:บช|บ\/ช|บัญชี|จาก|ไปยัง|ให้|ที่|ผู้รับ|ร้านค้า|วันที่|เมื่อ|สำเร็จ|Ref)|$)(?: (?:จาก)?(?:บช|บ\/ช|บัญชี)\.? ?(?<own>[Xx*]{1,6}-?\d{4})(?!\d))?/,
  },
  {
    id: 'plain.outUnitFirst',
    confidence: 'C',
    direction: 'out',
    hasBalance: false,
    time: 'receipt',
    pattern:
      /(?:(?<![ก-๙/])(?:โอนออก|ชำระเงิน|ชำระ|ถอนเงิน)|(?<![\w/])(?:Withdrawal|Withdraw|Transfer Out|Payment|Paid|DR)) ?(?:THB|Bt|฿) ?(?<amt>[\d,.]+) (?:บช|บ\/ช|บัญชี|A\/C|Acct)\.? ?(?<own>[Xx*]{1,6}-?\d{4})(?!\d)/,
  },
  {
    id: 'plain.outTo',
    confidence: 'C',
    direction: 'out',
    hasBalance: false,
    time: 'receipt',
    pattern: /(?<![ก-๙/])โอนเงิน (?<amt>[\d,.]+) (?:บาท|บ\.) ไปยัง/,
  },
  {
    id: 'plain.outDone',
    confidence: 'C',
    direction: 'out',
    hasBalance: false,
    time: 'receipt',
    pattern: /โอนเงินสำเร็จ (?:ไปยัง|ชำระให้) (?<name>[^\d]{2,40}) (?<amt>[\d,.]+) บาท/,
  },
  {
    id: 'plain.outDebited',
    confidence: 'C',
    direction: 'out',
    hasBalance: false,
    time: 'receipt',
    pattern: /หักบัญชี(?:จาก [\d-]{10,14}|[^\d]{0,40}) จำนวน(?:เงิน)? (?<amt>[\d,.]+) บาท/,
  },
]
