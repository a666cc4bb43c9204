/**
 * A phone number as everybody may see it: `+66812345678` is `08x-xxx-5678`, any other country's keeps its
 * last
 * four digits. Source: safety.md S4.
 */
export function maskPhone(phone: string): string {
  const thai = /^\+66(\d)\d{4}(\d{4})$/.exec(phone)
  if (thai) return `0${thai[1] ?? ''}x-xxx-${thai[2] ?? ''}`
  return `+${'x'.repeat(Math.max(0, phone.length - 5))}${phone.slice(-4)}`
}

/** The four digits a masked account number shows: those before the last one. */
const shownDigits = (accountNo: string): string => accountNo.slice(-5, -1)

/**
 * An account number as everybody may see it: ten digits as Thai banks print them, `xxx-x-x1234-x`, other
 * lengths
 * with the same four digits. Source: safety.md S4.
 */
export function maskAccountNo(accountNo: string): string {
  const shown = shownDigits(accountNo)
  return accountNo.length === 10
    ? `xxx-x-x${shown}-x`
    : `${'x'.repeat(Math.max(0, accountNo.length - 5))}${shown}x`
}

/**
 * The number of an account of our own: the last four digits, as the bank's messages and its app show them
 * (`xx9561`), so that staff can compare. It is nobody's personal number, which the mask of domain 0 is for.
 */
export const maskOwnAccountNo = (accountNo: string): string =>
  'x'.repeat(Math.max(0, accountNo.length - 4)) + accountNo.slice(-4)
