import { asciiDigits, formatBaht } from '@khlang/money/amount.ts'

/** What looks like an amount: decimals, or groups of three; dates, times and masked numbers do not. */
const AMOUNT = /(?<![\d.,])-?\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?(?![\d])|(?<![\d.,])-?\d+\.\d{2}(?![\d:])/g
const BALANCE_WORD = /คงเหลือ|ใช้ได้|เหลือ|ยอดเงินในบัญชี|balance|avail|(?<![a-z])bal(?![a-z])/i
const WHOLE_BALANCE =
  /((?:คงเหลือ|ใช้ได้|เหลือ|ยอดเงินในบัญชี|balance|avail\w*|(?<![a-z])bal(?![a-z]))[^\d๐-๙•]{0,16})[\d๐-๙]+/gi
const blank = '•••'

/**
 * A bank's message for whoever may not see what lies on our accounts: of its amounts only the moved one is
 * left, where it is known, else the first, unless a word for a balance stands before it. Pure.
 */
export function withoutBalances(text: string, movedMinor: number | null = null): string {
  const plain = asciiDigits(text)
  // Digits of another script take as many places as their ASCII ones, so that places are the same in both.
  if (plain.length !== text.length) return blank
  const moved = movedMinor === null ? null : formatBaht(movedMinor).replaceAll(',', '')
  const found = [...plain.matchAll(AMOUNT)]
  const isKept = (match: RegExpExecArray, at: number): boolean =>
    moved === null
      ? at === 0 && !BALANCE_WORD.test(plain.slice(0, match.index))
      : match[0].replaceAll(',', '') === moved
  let shown = ''
  let from = 0
  found.forEach((match, at) => {
    shown += text.slice(from, match.index) + (isKept(match, at) ? match[0] : blank)
    from = match.index + match[0].length
  })
  // Taught wordings may tell a balance in whole baht.
  return (shown + text.slice(from)).replaceAll(WHOLE_BALANCE, `$1${blank}`)
}
