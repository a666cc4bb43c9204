import type { Shape } from '../shape.ts'

/** Wordings of Siam Commercial Bank that one public parser each knows, without messages to prove them. */
export const scbMoreShapes: readonly Shape[] = [
  {
    id: 'scb.in.qr',
    confidence: 'C',
    direction: 'in',
    hasBalance: false,
    time: 'stated',
    channel: 'QR',
    pattern:
      /(?:^|[\]:] ?)(?<amt>[\d,.]+?) ?บ\.? ?จาก ?(?<bank>[A-Za-z]{2,8})(?: (?<other>[Xx]\d{4,6}[Xx]?))? ชำระผ่าน ?QR เข้า ?\d{10,15}(?!\d)/,
  },
  {
    id: 'scb.in.via',
    confidence: 'C',
    direction: 'in',
    hasBalance: false,
    time: 'receipt',
    pattern:
      /(?<![ก-๙/])(?:เงิน|เช็ค)เข้าบ\/ช\.? ?[Xx](?<own>\d{6}) ยอด ?THB ?(?<amt>[\d,.]+) ผ่าน ?(?<channel>[A-Z]{2,8})(?= |$)/,
  },
  {
    id: 'scb.in.transferNamed',
    confidence: 'C',
    direction: 'in',
    hasBalance: false,
    time: 'stated',
    pattern:
      /(?<![ก-๙/])เงินโอน(?: ?จาก ?(?:(?<bank>[A-Za-z]{2,6})\/[Xx](?<other>\d{6})|(?<name>[^\d/]{2,40}?)) )?ยอด ?THB ?(?<amt>[\d,.]+) เข้าบ\/ช\.? ?[Xx](?<own>\d{6})(?!\d)/,
  },
  {
    id: 'scb.connect.inSigned',
    confidence: 'C',
    direction: 'in',
    hasBalance: true,
    time: 'stated',
    era: 'auto',
    pattern:
      /รายการเงินเข้า \+(?<amt>[\d,.]+) บาท เข้าบัญชี (?<own>[Xx]+-?\d{4})(?!\d)(?: จากบัญชี (?<name>[^\d]{2,40}?) (?<other>[Xx]+-?\d{4})(?!\d) (?<bank>[A-Za-zก-๙]{2,16})(?= ))?/,
  },
  {
    id: 'scb.connect.outSigned',
    confidence: 'C',
    direction: 'out',
    hasBalance: true,
    time: 'stated',
    era: 'auto',
    pattern: /รายการเงินออก -(?<amt>[\d,.]+) บาท จากบัญชี (?<own>[Xx]+-?\d{4})(?!\d)/,
  },
  {
    id: 'scb.easy.out',
    confidence: 'B',
    direction: 'out',
    hasBalance: false,
    time: 'stated',
    era: 'auto',
    pattern:
      /ประเภทของรายการ ?: ?โอนเงิน[^\d:]{0,20}รายละเอียด ?: ?จาก ?ธนาคาร[^\d]{2,20}บัญชี ?(?<own>[Xx]{2,8}\d{4}) ไปยัง [^\d]{0,40}\d{4,13} จำนวนเงิน (?<amt>[\d,.]+) บาท/,
  },
]
