import type { Direction, Shape } from './shape.ts'

/**
 * Plain wordings that no bank owns ("received THB 500.00 A/C xxx1234"), put together from the words of
 * movement, the account and the amount. Tried only after a bank's own shapes, and of the lowest confidence:
 * such a line is shown, it credits nothing by itself. "โอนเงิน" alone is left out: it is said of both
 * directions. Whole baht are read only when the unit follows and every three digits are grouped, so that an
 * amount cut or torn in its decimals does not look like a whole one.
 */
const NUMBER = String.raw`(?<![\d,.])(?<amt>[\d,]+(?:\.\d{2})?)(?![\d,.]*\d)`
const WHOLE = String.raw`\d{1,3}(?:,\d{3})*`
/** Behind the unit comes no other word than one that goes on with the movement. */
const UNIT = [
  String.raw`(?:บาท|บ\.?|THB|Baht|Bt\.?|B)(?![A-Z]|(?!จาก|เข้า|โอน|เมื่อ|วันที่|คงเหลือ|ยอด`,
  '|สำเร็จ|ไป|ให้|ที่|เวลา)[ก-๙])',
].join('')
/** The unit stands before the number or after it; a number without one is no amount. */
const amount = (sign: string) =>
  [
    String.raw`(?:(?:\(?THB\)?|Bt\.?|฿) ?${sign}? ?(?=[\d,]+\.\d\d)|${sign}?(?=(?:[\d,]+\.\d\d|${WHOLE}) ?`,
    String.raw`${UNIT}))${NUMBER}(?: ?${UNIT})?`,
  ].join('')
/** A sign may stand before it, never the other direction's. */
const IN_AMOUNT = amount(String.raw`\+`)
const OUT_AMOUNT = amount('[-−]')
const SUM = String.raw`(?:จำนวน(?:เงิน)?|ยอด)(?:เงิน)?:? ?`
const ACCOUNT = String.raw`(?:บัญชี|บช\.?|บ\/ช\.?)`
/** An account's digits behind its word, or the product's name, or nothing. */
const ACCOUNT_SAID = String.raw`${ACCOUNT} ?(?:[\dX*.-]{1,20}|(?<said>[^\d]{0,24}?)) ?`
const EN_ACCOUNT = String.raw`(?:A\/C|Acct|account)\.?(?: no\.?)? [\dX*.-]{3,20}`
const NAME = String.raw`(?:7-Eleven[^\d]{0,30}|[^\d]{2,40}?)`
const NAME_ENDS = [
  String.raw`(?= ?(?:Ref|อ้างอิง|คงเหลือ|ยอด|วันที่|เมื่อ|เวลา|เข้า|ด้วย|จำนวน|บช|บ\/ช|บัญชี|A\/C`,
  String.raw`|Bal|สอบถาม|ขอบคุณ|Call )| \d|[.;]?$)`,
].join('')
const FROM = [
  String.raw`(?: ?${ACCOUNT} ?[\dX*.-]{3,20})?(?: ?(?:โอน)?จาก ?(?:คุณ ?)?(?<name>${NAME})`,
  String.raw`${NAME_ENDS})?`,
].join('')

const THAI = String.raw`(?<![ก-๙/])(?:แจ้งเตือน)?(?:คุณ|ท่าน)?(?:ได้)?(?:ทำ)?(?:มี)?(?:รายการ|ยอด)?(?:ได้)?`
const EN = String.raw`(?<![\w/])(?:You (?:have )?)?`
const IN_WORDS =
  'รับโอนเงิน|รับเงินโอน|รับเงินพร้อมเพย์|รับเงินเข้าบัญชี|รับเงินเข้า|รับเงิน|รับโอน|' +
  'เงินโอนเข้า|โอนเงินเข้า|โอนเข้า|เงินฝากเข้า|เงินเข้าบัญชี|เงินเข้า|ฝากเงิน'
const OUT_WORDS = [
  'โอน(?:เงิน)?ออก|เงินออก|ถอนเงิน(?:สด)?|(?:จ่าย|ชำระ)(?:เงิน|ค่าสินค้า(?:/บริการ)?)?|หักเงิน',
  '|ใช้จ่าย(?:บัตร)?',
].join('')
const EN_IN_WORDS =
  'Received?|Transfer in|Transfer received|Deposit(?:ed)?|Money in|Cash in|CR(?= ?(?:THB|Bt|฿))'
const EN_OUT_WORDS =
  'Withdraw(?:al|n)?|ATM withdrawal|Cash withdrawal|Transfer out|Transferred|Payment|Paid|' +
  'Spent|Card payment|Money out|DR(?= ?(?:THB|Bt|฿))'

function plain(id: string, direction: Direction, ...source: readonly string[]): Shape {
  return {
    id: `plain.${id}`,
    confidence: 'C',
    direction,
    hasBalance: false,
    time: 'clock',
    isWholeBaht: true,
    pattern: new RegExp(source.join(''), 'i'),
  }
}

export const plainShapes: readonly Shape[] = [
  plain('in', 'in', String.raw`${THAI}(?:${IN_WORDS}) ?(?:${SUM})?${IN_AMOUNT}${FROM}`),
  plain(
    'inAccountFirst',
    'in',
    String.raw`${THAI}(?:เงินเข้า|เงินโอนเข้า|รับโอนเงิน|รับเงิน|รับโอน|เงินฝากเข้า) ?(?:เข้า)?`,
    String.raw`${ACCOUNT_SAID}${SUM}${IN_AMOUNT}${FROM}`,
  ),
  plain(
    'inFromFirst',
    'in',
    String.raw`${THAI}(?:เงินเข้า|รับโอนเงิน|รับเงินโอน|รับเงิน|รับโอน) ?จาก ?(?:คุณ ?)?`,
    String.raw`(?<name>${NAME}) ?${SUM}${IN_AMOUNT}`,
  ),
  plain('inInto', 'in', String.raw`${THAI}(?:ฝาก|ยอดเงิน) ?${IN_AMOUNT}(?= ?เข้า ?${ACCOUNT})`),
  plain(
    'inSumEn',
    'in',
    String.raw`(?<![\w/])(?=THB|Bt|฿)${IN_AMOUNT} (?:was|has been) (?:credited|deposited) `,
    '(?=to your (?:A/C|account))',
  ),
  plain('inSigned', 'in', String.raw`(?<![\wก-๙] ?)(?=\+)${IN_AMOUNT}(?= ?เข้า ?${ACCOUNT})`),
  plain(
    'inEn',
    'in',
    String.raw`${EN}(?:${EN_IN_WORDS})(?: of| amount)?:? ?${IN_AMOUNT}(?: (?:A\/C|Acct) [X*\d-]{4,12})?`,
    String.raw`(?: from (?!A\/C|account|your)(?<name>${NAME})${NAME_ENDS})?`,
  ),
  plain(
    'inCredited',
    'in',
    String.raw`${EN_ACCOUNT} (?:was|has been) credited(?: with| by| for)? ${IN_AMOUNT}`,
  ),
  plain('out', 'out', String.raw`${THAI}(?:${OUT_WORDS}) ?(?:${SUM})?${OUT_AMOUNT}`),
  plain(
    'outAccountFirst',
    'out',
    String.raw`${THAI}(?:โอนเงินออก|โอนออก|เงินออก|ถอนเงินสด|ถอนเงิน|หักเงิน|โอนเงิน(?:สำเร็จ)?)`,
    String.raw` ?จาก ?${ACCOUNT_SAID}${SUM}${OUT_AMOUNT}`,
  ),
  plain(
    'outTo',
    'out',
    String.raw`${THAI}โอน(?:เงิน)? ?(?:${SUM})?${OUT_AMOUNT}(?: ?(?:จาก ?)?${ACCOUNT} ?[\dX*.-]{3,20})?`,
    String.raw`(?= ?(?:สำเร็จ ?)?(?:ไปยัง|ถึง`,
    String.raw`|ให้(?:แก่|กับ)?(?! ?(?:คุณ|ท่าน)(?:แล้ว|เรียบร้อย|สำเร็จ| |$))))`,
  ),
  plain(
    'outToFirst',
    'out',
    String.raw`${THAI}(?:โอนเงิน|ชำระเงิน|ชำระ|จ่ายเงิน)(?:สำเร็จ)? ?(?:ไปยัง|(?:ชำระ)?ให้(?:แก่|กับ)?) ?`,
    String.raw`(?!คุณ(?:แล้ว|เรียบร้อย|จำนวน| จำนวน))(?<name>${NAME}) (?:${SUM})?${OUT_AMOUNT}`,
  ),
  plain('outFrom', 'out', String.raw`${THAI}ถอน ?${OUT_AMOUNT}(?= ?จาก ?${ACCOUNT})`),
  plain(
    'outSumEn',
    'out',
    String.raw`(?<![\w/])(?=THB|Bt|฿)${OUT_AMOUNT} (?:was|has been) (?:debited|withdrawn) `,
    '(?=from your (?:A/C|account))',
  ),
  plain(
    'outPromptPay',
    'out',
    String.raw`${THAI}โอนเงิน(?:ผ่าน|ไปยัง|ไป)พร้อมเพย์ ?`,
    String.raw`(?:${SUM})?${OUT_AMOUNT}`,
  ),
  plain(
    'outDebited',
    'out',
    String.raw`(?<![ก-๙/])(?:รายการ)?หัก(?:เงิน)?บัญชี(?:จาก)? ?(?:[\dX*.-]{3,20}|(?<said>[^\d]{0,40}?)) ?`,
    String.raw`${SUM}${OUT_AMOUNT}`,
  ),
  plain('outEn', 'out', String.raw`${EN}(?:${EN_OUT_WORDS})(?: of| amount)?:? ?${OUT_AMOUNT}`),
  plain(
    'outTransferEn',
    'out',
    String.raw`(?<![\w/])Transfer(?: of| amount)? ${OUT_AMOUNT} (?=from (?:your )?(?:A\/C|Acct|account)`,
    String.raw`|to [A-Z]{2,6}-X{3})`,
  ),
  plain(
    'outDebitedEn',
    'out',
    String.raw`${EN_ACCOUNT} (?:was|has been) debited(?: with| by| for)? ${OUT_AMOUNT}`,
  ),
]
