/**
 * A mask is a pattern string: digits where the bank shows them, `?` where it hides them, as long as the
 * account number when that is known (`??????1234`). Masks and numbers are compared from the right end.
 */
export type Mask = string

export type MaskFit = {
  fits: boolean
  /**
   * Shown digits that stood against a digit of the number; zeros in front of a shorter number do not count.
   */
  visibleDigits: number
}

/**
 * The mask that a message prints (`X-1234`, `X12345X`, `0012XXXX3456`, `XXX-X-XX805-8`, `081-xxx-1234`),
 * padded on the left with hidden places up to `digits`. Null when it shows no digit.
 */
export function readMask(printed: string, digits: number | null): Mask | null {
  const places = printed.replace(/[\s\-.]/g, '').replace(/[xX*#]/g, '?')
  if (!/^[\d?]+$/.test(places) || !/\d/.test(places)) return null
  return digits === null ? places : places.padStart(digits, '?')
}

/** Compares by position from the right end; places beyond the number's length must be `0` or hidden. */
export function fitMask(mask: Mask, accountNo: string): MaskFit {
  const number = accountNo.replace(/\D/g, '')
  let visibleDigits = 0
  for (let fromRight = 1; fromRight <= mask.length; fromRight += 1) {
    const place = mask.charAt(mask.length - fromRight)
    if (place === '?') continue
    if (fromRight > number.length) {
      if (place !== '0') return { fits: false, visibleDigits: 0 }
      continue
    }
    if (place !== number.charAt(number.length - fromRight)) return { fits: false, visibleDigits: 0 }
    visibleDigits += 1
  }
  return { fits: visibleDigits > 0, visibleDigits }
}

/** Whether two masks can belong to one number: no place where both show a different digit. */
export function masksAgree(one: Mask, other: Mask): boolean {
  for (let fromRight = 1; fromRight <= Math.min(one.length, other.length); fromRight += 1) {
    const a = one.charAt(one.length - fromRight)
    const b = other.charAt(other.length - fromRight)
    if (a !== '?' && b !== '?' && a !== b) return false
  }
  return true
}

/** How many digits a mask shows. */
export function visibleDigitsOf(mask: Mask): number {
  return mask.replace(/\D/g, '').length
}

/** Two agreeing masks of one number as one that shows what either shows. */
export function mergeMasks(one: Mask, other: Mask): Mask {
  const length = Math.max(one.length, other.length)
  const a = one.padStart(length, '?')
  const b = other.padStart(length, '?')
  return [...a].map((place, index) => (place === '?' ? b.charAt(index) : place)).join('')
}
