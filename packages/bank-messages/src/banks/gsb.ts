import type { Shape } from '../shape.ts'

/**
 * Government Savings Bank (MyMo, LINE). Shows the first and last four of twelve digits; a ten-digit number
 * of another bank is filled with two zeros in front. Messages may be cut anywhere after the amount.
 */
export const gsbShapes: readonly Shape[] = [
  {
    id: 'gsb.in.transfer',
    confidence: 'A',
    direction: 'in',
    hasBalance: true,
    time: 'stated',
    era: 'buddhist',
    pattern:
      /มีการฝาก\/โอนเงิน (?<amt>[\d,.]+) บาท(?: จากบัญชี (?<bank>[A-Za-z]{4})(?: (?<other>\d{4}X{4}\d{4})(?= ))?)?(?: เข้าบัญชี GSBA (?<own>\d{4}X{4,7}\d{4})(?= ))?/,
  },
  {
    id: 'gsb.out.transfer',
    confidence: 'B',
    direction: 'out',
    hasBalance: true,
    time: 'stated',
    era: 'buddhist',
    pattern:
      /มีการถอน\/โอนเงิน (?<amt>[\d,.]+) บาท(?: จากบัญชี GSBA (?<own>\d{4}X{4,7}\d{4})(?= ))?(?: เข้าบัญชี (?<bank>[A-Za-z]{4})(?: (?<other>\d{4}X{4}\d{4})(?= ))?)?/,
  },
  {
    id: 'gsb.push.in',
    confidence: 'C',
    direction: 'in',
    hasBalance: false,
    time: 'receipt',
    pattern: /มีเงินเข้าบัญชี (?<amt>[\d,.]+) บาท(?: จาก (?<bank>พร้อมเพย์))?/,
  },
  {
    id: 'gsb.push.inReceived',
    confidence: 'C',
    direction: 'in',
    hasBalance: false,
    time: 'receipt',
    pattern: /คุณได้รับเงิน (?<amt>[\d,.]+) บาท/,
  },
  {
    id: 'gsb.push.inNamed',
    confidence: 'C',
    direction: 'in',
    hasBalance: false,
    time: 'receipt',
    era: 'auto',
    pattern: /(?<![ก-๙])เงินฝากเข้า (?<amt>[\d,.]+) บาท จาก (?<name>[^\d]{2,40}?)(?= วันที่|$)/,
  },
]
