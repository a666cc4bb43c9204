import type { Shape } from '../shape.ts'

/**
 * TrueMoney Wallet. The payment texts are from public test data; no receive text is, so a received line is
 * never more than a suggestion (decisions.md 29).
 */
export const truemoneyShapes: readonly Shape[] = [
  {
    id: 'tmw.out.payment',
    confidence: 'A',
    direction: 'out',
    hasBalance: true,
    time: 'receipt',
    pattern:
      /(?<![ก-๙])ชำระเงิน (?<amt>[\d,.]+?) ?บ\. ให้ (?<name>.{1,40}?) (?=คงเหลือ)(?:คงเหลือ [\d,.]+ ?บ\. )?(?:\((?<ref>\d{8,20})\))?/,
  },
  {
    id: 'tmw.out.paymentEn',
    confidence: 'A',
    direction: 'out',
    hasBalance: true,
    time: 'receipt',
    pattern: /You have paid (?<amt>[\d,.]+) Baht (?:using|to) (?<name>.{1,40}?)\. (?=Your balance)/,
  },
  {
    id: 'tmw.in.received',
    confidence: 'C',
    direction: 'in',
    hasBalance: false,
    time: 'receipt',
    pattern:
      /(?<![ก-๙])(?:คุณ)?ได้รับเงิน (?<amt>[\d,.]+?) ?(?:บาท|บ\.) จาก ?(?:(?<other>0\d{2}-[Xx]{3}-\d{4})|(?<bank>พร้อมเพย์)|(?<name>[^\d]{2,40}?)(?= ยอดเงินคงเหลือ| คงเหลือ|$))/,
  },
  {
    id: 'tmw.in.receivedEn',
    confidence: 'C',
    direction: 'in',
    hasBalance: false,
    time: 'receipt',
    pattern:
      /You have received (?<amt>[\d,.]+) Baht from (?:(?<other>0\d{2}-[Xx]{3}-\d{4})|(?<name>[^\d]{2,40}?)(?=\.|$))/,
  },
  {
    id: 'tmw.out.paid',
    confidence: 'C',
    direction: 'out',
    hasBalance: false,
    time: 'receipt',
    pattern: /(?<![ก-๙])ชำระเงินให้ (?<name>.{1,40}?) สำเร็จ (?<amt>[\d,.]+) บาท/,
  },
  {
    id: 'tmw.out.shop',
    confidence: 'C',
    direction: 'out',
    hasBalance: false,
    time: 'receipt',
    pattern: /ชำระค่าสินค้าที่ (?<name>.{1,40}?) จำนวน (?<amt>[\d,.]+) บาท/,
  },
  {
    id: 'tmw.in.topUp',
    confidence: 'C',
    direction: 'in',
    hasBalance: false,
    time: 'receipt',
    pattern: /(?<![ก-๙])เติมเงินสำเร็จ (?<amt>[\d,.]+) บาท/,
  },
]
