import { parseBaht } from '@khlang/money/amount.ts'

/** Minor units; null for what is none: a sign, a third digit after the point. Pure. */
export function amountOf(text: string): number | null {
  const parsed = parseBaht(text)
  return parsed.ok && /^[\d.]+$/.test(text) ? parsed.amountMinor : null
}
