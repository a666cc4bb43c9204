import type { Shape } from '../shape.ts'

/** BAAC. Shows the last four digits and states seconds; the year is Buddhist in every message seen. */
export const baacShapes: readonly Shape[] = [
  {
    id: 'baac.in.promptPay',
    confidence: 'A',
    direction: 'in',
    hasBalance: true,
    time: 'stated',
    era: 'auto',
    channel: 'promptPay',
    pattern: /บัญชี (?<own>[Xx]\d{4}) รับโอนพร้อมเพย์ จำนวน (?<amt>[\d,.]+) บาท/,
  },
  {
    id: 'baac.in.deposit',
    confidence: 'C',
    direction: 'in',
    hasBalance: true,
    time: 'stated',
    era: 'auto',
    pattern: /บัญชี (?<own>[Xx]\d{4}) (?:รับโอนเงิน|รับโอน|ฝากเงิน|เงินเข้า) จำนวน (?<amt>[\d,.]+) บาท/,
  },
  {
    // Not "โอนเงิน": with one lost syllable that is what "รับโอนเงิน" looks like.
    id: 'baac.out.withdrawal',
    confidence: 'C',
    direction: 'out',
    hasBalance: true,
    time: 'stated',
    era: 'auto',
    pattern:
      /บัญชี (?<own>[Xx]\d{4}) (?:ถอนเงิน|โอนออก|เงินออก|หักบัญชี|ชำระเงิน|จ่ายเงิน) จำนวน (?<amt>[\d,.]+) บาท/,
  },
]
