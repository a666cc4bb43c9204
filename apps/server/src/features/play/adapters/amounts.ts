import { parseBaht } from '@khlang/money/amount.ts'

/** Minor units; null for what is none: a sign, a third digit after the point. Pure. */
export function amountOf(text: string): number | null {
  const parsed = parseBaht(text)
  return parsed.ok && /^[\d.]+$/.test(text) ? parsed.amountMinor : null
}

/** The same of one that may be below 0. Pure. */
export function signedAmountOf(text: string): number | null {
  const minor = amountOf(text.replace(/^-/, ''))
  return minor !== null && text.startsWith('-') ? -minor : minor
}
