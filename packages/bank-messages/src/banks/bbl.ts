import type { Shape } from '../shape.ts'

/**
 * Bangkok Bank. Shows the last four digits, states no date, at most an hour (`@07:15`): the time of receipt
 * stands in for it.
 */
export const bblShapes: readonly Shape[] = [
  {
    id: 'bbl.in.promptPay',
    confidence: 'A',
    direction: 'in',
    hasBalance: true,
    time: 'clock',
    channel: 'promptPay',
    pattern:
      /(?<![ก-๙/])เงิน(?:โอน)?เข้าบ\/ช\.? ?(?<own>X\d{4}) ?จากพร้อมเพย์ ?(?:ผ่าน ?[A-Z]{2,8} |ผ่านระบบ )?(?<amt>[\d,.]+?) ?บ/,
  },
  {
    id: 'bbl.in.deposit',
    confidence: 'A',
    direction: 'in',
    hasBalance: true,
    time: 'clock',
    pattern:
      /(?<![ก-๙/])(?:ฝาก\/โอนเงิน|เงินโอน|ฝากเงิน|โอนเงิน|เช็ค|เงิน)เข้าบ\/ช\.? ?(?<own>X\d{4}) ?(?:ผ่าน ?(?<channel>[A-Z]{2,8}|ระบบ) )(?<amt>[\d,.]+?) ?บ/,
  },
  {
    id: 'bbl.in.plain',
    confidence: 'B',
    direction: 'in',
    hasBalance: true,
    time: 'clock',
    pattern:
      /(?<![ก-๙/])(?:ฝาก\/โอนเงิน|เงินโอน|ฝากเงิน|โอนเงิน|เช็ค|เงิน)เข้าบ\/ช\.? ?(?<own>X\d{4}) (?<amt>[\d,.]+?) ?บ/,
  },
  {
    id: 'bbl.out.withdrawal',
    confidence: 'A',
    direction: 'out',
    hasBalance: true,
    time: 'clock',
    pattern:
      /(?<![ก-๙])(?:ถอน\/โอน\/จ่ายเงิน|ถอน\/โอนเงิน|ถอนเงิน|โอนเงิน|จ่ายเงิน|ชำระเงิน|หักเงิน)(?:ออก)?จากบ\/ช\.? ?(?<own>X\d{4}) ?(?:ผ่าน ?(?<channel>[A-Z]{2,8}|ระบบ) | )(?<amt>[\d,.]+?) ?บ/,
  },
  {
    id: 'bbl.in.transferEn',
    confidence: 'A',
    direction: 'in',
    hasBalance: true,
    time: 'clock',
    pattern:
      /(?<![\w/])(?:(?:PromptPay|MoneyPlus) transfer|Deposit\/transfer(?:\/payment)?|Cash deposit|Deposit|Transfer) to your account (?<own>X?\d{4}) of (?:Bt|THB|TH) ?(?<amt>[\d,.]+)(?: via (?<channel>[A-Z]{2,10})(?=[ ;]|$)|(?<=\.\d\d)(?=[ ;]|$))/,
  },
  {
    id: 'bbl.out.withdrawalEn',
    confidence: 'A',
    direction: 'out',
    hasBalance: true,
    time: 'clock',
    pattern:
      /(?<![\w/])(?:Withdrawal\/transfer\/payment|Withdrawal\/transfer|Withdrawal|[Tt]ransfer|[Pp]ayment) from your account (?<own>X?\d{4}) of (?:Bt|THB|TH) ?(?<amt>[\d,.]+)(?: via (?<channel>[A-Z]{2,10})(?=[ ;]|$)|(?<=\.\d\d)(?=[ ;]|$))/,
  },
  {
    id: 'bbl.out.atmEn',
    confidence: 'B',
    direction: 'out',
    hasBalance: true,
    time: 'stated',
    pattern:
      /Withdrawal from account (?<own>X+\d{1,4}) at \d{2}:\d{2} on \d{4}-\d{2}-\d{2} amount THB (?<amt>[\d,.]+\.\d{2})\.? /,
  },
  {
    id: 'bbl.push.in',
    confidence: 'C',
    direction: 'in',
    hasBalance: false,
    time: 'receipt',
    pattern:
      /(?<![ก-๙])เงินโอนเข้า บช\.? ?(?<own>[Xx]-?\d{4}) จำนวน (?<amt>[\d,.]+) บาท(?: จาก (?<name>[^\d]{2,40}))?/,
  },
]
