import { MAX, hasSoundGrouping } from '@khlang/money/amount.ts'

/**
 * An amount as a bank prints it, in satang: two decimals, commas, if any, before every third digit.
 * Anything else is null: a cut or damaged number must never be read as a smaller one.
 */
export function readPrintedAmount(text: string): number | null {
  const match = /^(-?)([\d,]+)\.(\d{2})$/.exec(text)
  if (match === null) return null
  const [, minus = '', whole = '', satang = ''] = match
  return toMinor(whole, satang, minus === '-')
}

/**
 * An amount that one old shape prints without decimals (`500 บ`). Only shapes known to do so may use this.
 */
export function readWholeAmount(text: string): number | null {
  return /^[\d,]+$/.test(text) ? toMinor(text, '00', false) : readPrintedAmount(text)
}

function toMinor(whole: string, satang: string, isNegative: boolean): number | null {
  if (!hasSoundGrouping(whole)) return null
  const digits = whole.replaceAll(',', '')
  if (digits.length > 1 && digits.startsWith('0')) return null
  const minor = BigInt(digits + satang)
  if (minor > BigInt(MAX)) return null
  return isNegative ? -Number(minor) : Number(minor)
}

const BALANCE =
  /(?:คงเหลือ|ใช้ได้|เหลือ|Outstanding Balance|Avai\. Bal\.|Bal available|available balance|Avail bal|Avail|balance|(?<![a-z])Bal)(?:ในบัญชี)?(?: ?คือ| is)? ?[:.]? ?(?:THB ?|TH ?|Bt ?|฿ ?)?(-?[\d,.]+)/i
const BALANCE_WORD =
  /คงเหลือ|ใช้ได้|เหลือ|Outstanding Balance|Avai\. Bal\.|Bal available|available balance|Avail|Your balance|(?<![a-z])Bal(?![a-z])/i

export type FoundBalance =
  | { state: 'read'; balanceMinor: number }
  | { state: 'absent' }
  /** The message ends inside the balance, or with the word before it, or it says two different ones. */
  | { state: 'cut' }
  /** There is a balance that does not read as money: the message is damaged. */
  | { state: 'unclear' }

/** The balance after the movement, looked for only in the part of the message behind the amount. */
export function findBalance(rest: string): FoundBalance {
  const match = BALANCE.exec(rest)
  if (match === null) {
    const word = BALANCE_WORD.exec(rest)
    if (word === null) return { state: 'absent' }
    return { state: /\d/.test(rest.slice(word.index + word[0].length)) ? 'unclear' : 'cut' }
  }
  const printed = match[1] ?? ''
  const balanceMinor = readPrintedAmount(printed) ?? readPrintedAmount(printed.replace(/\.$/, ''))
  const behind = rest.slice(match.index + match[0].length)
  const rounded = balanceMinor ?? wholeBalance(printed, behind)
  if (rounded !== null && isSaidOtherwise(behind, rounded)) return { state: 'cut' }
  if (rounded !== null) return { state: 'read', balanceMinor: rounded }
  const isAtEnd = match.index + match[0].length >= rest.length
  return { state: isAtEnd ? 'cut' : 'unclear' }
}

/** Whether a second, different balance follows: which of the two is meant is not certain. */
function isSaidOtherwise(behind: string, balanceMinor: number): boolean {
  const second = readPrintedAmount(BALANCE.exec(behind)?.[1] ?? '')
  return second !== null && second !== balanceMinor
}

/** A balance without decimals (`6,302บ`): only with groups and unit, so that it is no torn number. */
function wholeBalance(printed: string, after: string): number | null {
  return printed.includes(',') && /^ ?(?:บ|THB|Baht)/i.test(after) ? readWholeAmount(printed) : null
}

/** Whether the text names a balance at all. */
export function namesBalance(text: string): boolean {
  return BALANCE_WORD.test(text)
}
