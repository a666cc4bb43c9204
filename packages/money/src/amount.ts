/** The largest amount of minor units that a JSON number carries exactly. */
export const MAX = 9007199254740991

export type AmountRefusal =
  | 'empty'
  | 'sign'
  | 'scientific'
  | 'script'
  | 'decimals'
  | 'grouping'
  | 'format'
  | 'tooLarge'

/** `shown` is what the form should display after Thai or full-width digits were converted. */
export type ParsedBaht =
  | { ok: true; amountMinor: number; shown: string }
  | { ok: false; reason: AmountRefusal }

const THAI_ZERO = 0x0e50
const FULL_WIDTH_ZERO = 0xff10

/** Thai and full-width digits as ASCII digits; every other character stays. */
export function asciiDigits(text: string): string {
  return text.replace(/[๐-๙０-９]/g, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code - (code >= FULL_WIDTH_ZERO ? FULL_WIDTH_ZERO : THAI_ZERO))
  })
}

/** True when commas, if any, stand exactly before every third digit from the right. */
export function hasSoundGrouping(whole: string): boolean {
  const groups = whole.split(',')
  const [first = '', ...rest] = groups
  if (rest.length === 0) return /^\d+$/.test(first)
  return /^\d{1,3}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group))
}

/**
 * Reads what a person typed as baht into satang. Exact: text to integer, no floating point, never rounds.
 * `1,000`, ` 100 `, `฿1,000.50`, Thai and full-width digits are read; everything doubtful is refused with a
 * reason (safety.md §4 rows 3, 4, 9, 10). Zero is read: whether zero is allowed is the caller's range rule.
 */
export function parseBaht(text: string): ParsedBaht {
  const typed = asciiDigits(text).trim().replace(/^฿ ?/, '')
  if (typed === '') return refuse('empty')
  if (/^[+\-−–]/.test(typed)) return refuse('sign')
  if (/^[\d.,]+e[+-]?\d+$/i.test(typed)) return refuse('scientific')
  if (/[^\x20-\x7e]/.test(typed)) return refuse('script')
  if (!/^[\d.,]+$/.test(typed)) return refuse('format')
  const [whole = '', decimals, ...more] = typed.split('.')
  if (more.length > 0) return refuse('format')
  if (decimals !== undefined && decimals.includes(',')) return refuse('grouping')
  if (whole === '' || decimals === '') return refuse('format')
  if (!hasSoundGrouping(whole)) return refuse('grouping')
  if (decimals !== undefined && decimals.length > 2) return refuse('decimals')
  const digits = whole.replaceAll(',', '')
  if (digits.length > 1 && digits.startsWith('0')) return refuse('format')
  const minor = BigInt(digits) * 100n + BigInt((decimals ?? '').padEnd(2, '0'))
  if (minor > BigInt(MAX)) return refuse('tooLarge')
  return { ok: true, amountMinor: Number(minor), shown: typed }
}

function refuse(reason: AmountRefusal): ParsedBaht {
  return { ok: false, reason }
}

/**
 * Satang as `1,234.50`. `sign`: `negative` (default) marks only negatives, `always` marks both sides of
 * zero, `never` shows the magnitude. Throws RangeError on anything that is not a safe integer.
 */
export function formatBaht(
  minor: number,
  options: { sign?: 'negative' | 'always' | 'never' } = {},
): string {
  assertMinor(minor)
  const { sign = 'negative' } = options
  const magnitude = Math.abs(minor)
  const satang = String(magnitude % 100).padStart(2, '0')
  const baht = String((magnitude - (magnitude % 100)) / 100).replace(/\B(?=(?:\d{3})+$)/g, ',')
  const mark = sign === 'never' || minor === 0 ? '' : minor < 0 ? '-' : sign === 'always' ? '+' : ''
  return `${mark}${baht}.${satang}`
}

/** Throws RangeError unless the value is an integer of minor units within ±MAX. */
export function assertMinor(value: unknown): asserts value is number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
    throw new RangeError(`not an amount in minor units: ${String(value)}`)
  }
}
