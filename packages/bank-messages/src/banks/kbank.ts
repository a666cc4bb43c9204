import type { Shape } from '../shape.ts'

/**
 * Kasikornbank. Today's SMS shows the last four digits (`X-1234`), older ones six before the last
 * (`X123456X`), K PLUS and KBank Live four before the last (`xxx-x-x1234-x`). Thai texts write Buddhist
 * years, English ones Common years.
 */
export const kbankShapes: readonly Shape[] = [
  {
    id: 'kbank.in.transfer',
    confidence: 'A',
    direction: 'in',
    hasBalance: true,
    time: 'stated',
    era: 'buddhist',
    otherBank: 'KBANK',
    pattern: /(?<own>[Xx]-?\d{4,6}) ?รับโอนจาก ?(?<other>[Xx]-?\d{4,6}) (?<amt>[\d,.]+)(?= ?(?:บ|คงเหลือ))/,
  },
  {
    id: 'kbank.in.transferOld',
    confidence: 'A',
    direction: 'in',
    hasBalance: false,
    time: 'stated',
    era: 'buddhist',
    otherBank: 'KBANK',
    pattern: /บช\.? ?(?<own>X\d{6}X) ?รับโอนจาก ?(?<other>X\d{6}X) (?<amt>[\d,.]+)(?= ?(?:บ|คงเหลือ))/,
  },
  {
    id: 'kbank.in.deposit',
    confidence: 'A',
    direction: 'in',
    hasBalance: true,
    time: 'stated',
    era: 'buddhist',
    pattern:
      /บช\.? ?(?<own>[Xx]-?\d{4,6}) ?(?:เงินเข้า|ฝากเงิน) ?(?<amt>[\d,.]+)(?= ?(?:บ|คงเหลือ))(?: ?บ\.? จาก (?<name>[^\d]{2,40}?)(?= ?(?:ยอด)?คงเหลือ))?/,
  },
  {
    id: 'kbank.in.depositOld',
    confidence: 'A',
    direction: 'in',
    hasBalance: false,
    time: 'stated',
    era: 'buddhist',
    pattern: /บช\.? ?(?<own>X\d{6}X) ?(?:เงินเข้า|ฝากเงิน) ?(?<amt>[\d,.]+)(?= ?(?:บ|คงเหลือ)|(?<=\.\d\d)$)/,
  },
  {
    id: 'kbank.in.compact',
    confidence: 'B',
    direction: 'in',
    hasBalance: false,
    time: 'stated',
    era: 'buddhist',
    pattern:
      /(?<![ก-๙/])เงิน ?(?<amt>[\d,.]+?) ?บ\. ?เข้าบช\.? ?(?<own>X-?\d{4})(?: (?:ส่ง)?จาก ?(?<name>[^\d]{2,40}?)(?= คงเหลือ|$))?/,
  },
  {
    id: 'kbank.out.transfer',
    confidence: 'A',
    direction: 'out',
    hasBalance: true,
    time: 'stated',
    era: 'buddhist',
    pattern:
      /หักบช\.? ?(?<own>[Xx]-?\d{4,6}) ?เข้า ?(?:[ก-๙]{0,20}|[A-Za-z-]{0,12}) ?(?<other>[Xx]-?\d{4,6}) (?<amt>[\d,.]+)(?= ?(?:บ|คงเหลือ))/,
  },
  {
    id: 'kbank.out.transferOld',
    confidence: 'B',
    direction: 'out',
    hasBalance: false,
    time: 'stated',
    era: 'buddhist',
    pattern: /หักบช\.? ?(?<own>X\d{6}X) ?เข้า ?(?<other>X\d{6}X) (?<amt>[\d,.]+)(?= ?(?:บ|คงเหลือ))/,
  },
  {
    id: 'kbank.out.debit',
    confidence: 'B',
    direction: 'out',
    hasBalance: true,
    time: 'stated',
    era: 'buddhist',
    pattern: /หักบช\.? ?(?<own>[Xx]-?\d{4,6}|X\d{6}X) (?:[^\d]{1,40} )?(?<amt>[\d,.]+)(?= ?(?:บ|คงเหลือ))/,
  },
  {
    id: 'kbank.out.withdrawal',
    confidence: 'A',
    direction: 'out',
    hasBalance: true,
    time: 'stated',
    era: 'buddhist',
    pattern:
      /บช\.? ?(?<own>[Xx]-?\d{4,6}|X\d{6}X) ?(?:เงินออก|ถอนเงิน|โอนออก) ?(?<amt>[\d,.]+)(?= ?(?:บ|คงเหลือ))/,
  },
  {
    id: 'kbank.in.receivedEn',
    confidence: 'A',
    direction: 'in',
    hasBalance: false,
    time: 'stated',
    era: 'common',
    otherBank: 'KBANK',
    pattern:
      /A\/C (?<own>X\d{6}X|X-?\d{4}) [Rr]eceived ?(?<amt>[\d,.]+) ?Baht from A\/C (?<other>X\d{6}X|X-?\d{4})(?!\d)/,
  },
  {
    id: 'kbank.in.depositEn',
    confidence: 'A',
    direction: 'in',
    hasBalance: false,
    time: 'stated',
    era: 'common',
    pattern: /A\/C (?<own>X\d{3,6}X|X-?\d{4}) Deposit ?(?<amt>[\d,.]+)(?= ?(?:Baht|Outstanding))/,
  },
  {
    id: 'kbank.out.transferEn',
    confidence: 'A',
    direction: 'out',
    hasBalance: false,
    time: 'stated',
    era: 'common',
    pattern:
      /A\/C (?<own>X\d{6}X|X-?\d{4}) (?:transferred|paid) ?(?<amt>[\d,.]+) ?Baht to (?:(?:PromptPay ID|A\/C) (?<other>X\d{6}X|X-?\d{4})(?!\d))?/,
  },
  {
    id: 'kbank.out.withdrawalEn',
    confidence: 'A',
    direction: 'out',
    hasBalance: false,
    time: 'stated',
    era: 'common',
    pattern: /A\/C (?<own>X\d{3,6}X|X-?\d{4}) Withdrawal ?(?<amt>[\d,.]+)(?= ?(?:Baht|Outstanding))/,
  },
  {
    // The English text calls a top-up of a wallet "credited": the account is debited.
    id: 'kbank.out.walletEn',
    confidence: 'B',
    direction: 'out',
    hasBalance: false,
    time: 'stated',
    era: 'common',
    pattern:
      /A\/C (?<own>X\d{6}X|X-?\d{4}) credited ?(?<amt>[\d,.]+) ?Baht to e-Wallet(?: (?<other>X-\d{4})(?!\d))?/,
  },
  {
    id: 'kbank.out.card',
    confidence: 'B',
    direction: 'out',
    hasBalance: true,
    time: 'clock',
    channel: 'card',
    pattern:
      /(?<![ก-๙])ชำระ (?<amt>[\d,.]+?) ?บ\.? บัตร (?<own>[Xx]-?\d{4,6}) ?@ ?(?<name>.{1,40}?) ?(?=\d{2}:\d{2} ?น)/,
  },
  {
    id: 'kbank.in.cardRefund',
    confidence: 'B',
    direction: 'in',
    hasBalance: true,
    time: 'clock',
    channel: 'card',
    pattern:
      /(?<![ก-๙])คืนเงิน (?<amt>[\d,.]+?) ?บ\.? บัตร (?<own>[Xx]-?\d{4,6}) ?@ ?(?<name>.{1,40}?) ?(?=\d{2}:\d{2} ?น)/,
  },
  {
    id: 'kbank.push.in',
    confidence: 'A',
    direction: 'in',
    hasBalance: false,
    time: 'stated',
    era: 'buddhist',
    pattern:
      /(?:รายการ)?เงินเข้า(?: \d{1,2} [ก-๙.]{4,10} \d{2,4} \d{2}:\d{2} น\.)? ?(?:เข้า)?บัญชี (?<own>[Xx]{3}-[Xx]-[Xx]\d{4}-[Xx])(?: วันที่ \d{1,2} [ก-๙.]{4,10} \d{2,4} (?:เวลา )?\d{2}:\d{2} ?น\.)? จำนวน(?:เงิน)? (?<amt>[\d,.]+) บาท(?: จาก (?<name>[^\d]{2,40}?) (?=เมื่อ|วันที่))?/,
  },
  {
    id: 'kbank.push.out',
    confidence: 'A',
    direction: 'out',
    hasBalance: false,
    time: 'stated',
    era: 'buddhist',
    pattern:
      /รายการ(?:โอน\/ถอน|โอนเงิน|ถอนเงิน|เงินออก|ชำระเงิน|จ่ายบิล)(?: \d{1,2} [ก-๙.]{4,10} \d{2,4} \d{2}:\d{2} น\.)? ?(?:จาก)?บัญชี (?<own>[Xx]{3}-[Xx]-[Xx]\d{4}-[Xx])(?: วันที่ \d{1,2} [ก-๙.]{4,10} \d{2,4} (?:เวลา )?\d{2}:\d{2} ?น\.)? จำนวน(?:เงิน)? -?(?<amt>[\d,.]+) บาท/,
  },
  {
    id: 'kbank.push.inEn',
    confidence: 'C',
    direction: 'in',
    hasBalance: false,
    time: 'stated',
    era: 'common',
    pattern: /(?<![\w/])Deposit Account (?<own>[Xx]{3}-[Xx]-[Xx]\d{4}-[Xx]) Amount \+?(?<amt>[\d,.]+) Baht/,
  },
  {
    id: 'kbank.push.outEn',
    confidence: 'C',
    direction: 'out',
    hasBalance: false,
    time: 'stated',
    era: 'common',
    pattern:
      /(?<![\w/])(?:Transfer\/Withdrawal|Withdrawal|Transfer) Account (?<own>[Xx]{3}-[Xx]-[Xx]\d{4}-[Xx]) Amount -?(?<amt>[\d,.]+) Baht/,
  },
  {
    id: 'kbank.push.outTo',
    confidence: 'C',
    direction: 'out',
    hasBalance: false,
    time: 'receipt',
    pattern:
      /(?<![ก-๙])(?:โอนเงินไปยัง|ชำระเงินให้แก่|ชำระให้) (?<name>[^\d]{2,40}|7-Eleven[^\d]{0,30}) (?<amt>[\d,.]+) บาท สำเร็จ/,
  },
  {
    id: 'kbank.push.cardless',
    confidence: 'C',
    direction: 'out',
    hasBalance: false,
    time: 'receipt',
    channel: 'ATM',
    pattern: /ถอนเงินไม่ใช้บัตร จำนวนเงิน (?<amt>[\d,.]+) บาท สำเร็จ/,
  },
  {
    id: 'kbank.lineBk.out',
    confidence: 'B',
    direction: 'out',
    hasBalance: false,
    time: 'stated',
    era: 'buddhist',
    pattern:
      /ถอน\/โอนเงิน (?<amt>[\d,.]+) บาท [^\d]{0,40}\d{1,2} [ก-๙.]{4,10} \d{2} \d{2}:\d{2} จากบัญชี [^\d(]{0,30}\((?<own>[Xx]{3}-[Xx]-[Xx]\d{4}-[Xx])\)/,
  },
]
