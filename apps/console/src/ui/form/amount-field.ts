import { asciiDigits, parseBaht, type AmountRefusal } from '@khlang/money/amount.ts'

export interface AmountRange {
  minMinor?: number | undefined
  maxMinor?: number | undefined
}

export interface ReadAmount {
  /** What the field shows: Thai digits are converted at once. */
  shown: string
  amountMinor: number | null
  /**
   * `isCertain`: more typing cannot mend it, so it is said while typing; the others wait until the field
   * is left.
   */
  refusal: { reason: AmountRefusal | 'tooSmall' | 'tooBig'; isCertain: boolean; limitMinor?: number } | null
}

/** Unfinished text such as `12.` or `1,00` is a step on the way to an amount. */
const mendable: readonly string[] = ['format', 'grouping']

/** Reads a typed amount for a form field. An empty field is no amount and no mistake. */
export function readAmount(typed: string, range: AmountRange): ReadAmount {
  const shown = asciiDigits(typed)
  const parsed = parseBaht(shown)
  if (!parsed.ok) {
    const isEmpty = parsed.reason === 'empty'
    const refusal = isEmpty ? null : { reason: parsed.reason, isCertain: !mendable.includes(parsed.reason) }
    return { shown, amountMinor: null, refusal }
  }
  const { amountMinor } = parsed
  if (range.minMinor !== undefined && amountMinor < range.minMinor) {
    return {
      shown,
      amountMinor: null,
      refusal: { reason: 'tooSmall', isCertain: false, limitMinor: range.minMinor },
    }
  }
  if (range.maxMinor !== undefined && amountMinor > range.maxMinor) {
    return {
      shown,
      amountMinor: null,
      refusal: { reason: 'tooBig', isCertain: true, limitMinor: range.maxMinor },
    }
  }
  return { shown, amountMinor, refusal: null }
}
