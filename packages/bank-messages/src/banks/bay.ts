import type { Shape } from '../shape.ts'

/**
 * Krungsri. Shows six digits before the last (`xxx123456x`), dates as `(7/5/68,06:27)` in Buddhist years.
 */
export const bayShapes: readonly Shape[] = [
  {
    id: 'bay.in.transfer',
    confidence: 'A',
    direction: 'in',
    hasBalance: true,
    time: 'stated',
    era: 'buddhist',
    pattern: /(?<![ก-๙])โอนเข้า ?(?<own>[Xx]{3}\d{6}[Xx]) (?<amt>[\d,.]+)(?= ?(?:บ\.? ?)?เหลือ)/,
  },
  {
    id: 'bay.in.deposit',
    confidence: 'C',
    direction: 'in',
    hasBalance: true,
    time: 'stated',
    era: 'buddhist',
    pattern:
      /(?<![ก-๙])(?:ฝากเงิน|ฝาก|เงินเข้า|รับโอน) ?(?<own>[Xx]{3}\d{6}[Xx]) (?<amt>[\d,.]+)(?= ?(?:บ\.? ?)?เหลือ)/,
  },
  {
    id: 'bay.out.withdrawal',
    confidence: 'C',
    direction: 'out',
    hasBalance: true,
    time: 'stated',
    era: 'buddhist',
    pattern:
      /(?<![ก-๙])(?:โอนออก|ถอน\/โอน|ถอนเงิน|ถอน|จ่าย|ชำระ|หักบัญชี) ?(?<own>[Xx]{3}\d{6}[Xx]) (?<amt>[\d,.]+)(?= ?(?:บ\.? ?)?เหลือ)/,
  },
  {
    id: 'bay.push.outTo',
    confidence: 'C',
    direction: 'out',
    hasBalance: false,
    time: 'receipt',
    pattern: /โอนเงินสำเร็จ (?<amt>[\d,.]+) บาท ให้กับ (?<name>[^\d]{2,60})/,
  },
]
