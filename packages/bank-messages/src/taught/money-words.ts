import type { Direction } from '../shape.ts'

/** Words that say which way money went. Of two the one that stands first counts. */
const MOVED: Readonly<Record<Direction, RegExp>> = {
  in: /เข้า|รับ|ฝาก|โอนมา|เติม|received|receive|deposit|incoming|credit|(?<![A-Za-z])CR(?![A-Za-z])/i,
  out: /ออก|ถอน|หัก|จ่าย|ชำระ|withdraw|paid|payment|purchase|transferred|debit|sent|(?<![A-Za-z])DR(?![A-Za-z])/i,
}
const MONEY = /บาท|บ\.|(?:^|[^ก-๙])บ(?![ก-๙])|฿|THB|Baht|Bt|จำนวน|ยอด|เงิน|โอน|amount|total|[+]$/i
const BALANCE =
  /คงเหลือ|เหลือ|ใช้ได้|ในบัญชี|ในบ\/ช|ยอดบัญชี|ยอดใหม่|ยอดล่าสุด|ยอดปัจจุบัน|ยอดสุทธิ|รวมเป็น|balance|(?<![a-z])bal(?![a-z])|avail|outstanding|ledger/i

const firstAt = (words: RegExp, text: string): number => {
  const at = text.search(words)
  return at < 0 ? Number.POSITIVE_INFINITY : at
}

/** Which way the words of a message say that money went; null where they do not say it. */
export function directionOf(words: string): Direction | null {
  const [into, out] = [firstAt(MOVED.in, words), firstAt(MOVED.out, words)]
  if (into === out) return null
  return into < out ? 'in' : 'out'
}

/** Whether words beside a number say that it is money that moved. */
export const speakOfMoney = (words: string): boolean =>
  MONEY.test(words) || MOVED.in.test(words) || MOVED.out.test(words)

/** Whether words say that money went the other way. */
export const speakOf = (words: string, direction: Direction): boolean => MOVED[direction].test(words)

/** Whether the words right before a number say that it is a balance. */
export const endsAsBalance = (words: string): boolean => BALANCE.test(words.slice(-24))
