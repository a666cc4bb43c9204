import { findBank } from '@khlang/contract/values/banks.ts'
import { asciiDigits } from '@khlang/money/amount.ts'

/** What people write between the digits of a number: blanks, dashes of every kind, dots, brackets. */
const separators = /[\s\u200b\ufeff\-‐-―.()]/g

export interface ReadDigits {
  /** The digits: Thai ones are Arabic now, separators are gone. */
  readonly digits: string
  /** What is neither: letters and other signs, as typed; empty when all is well. */
  readonly strange: string
}

/** Takes a number apart as typed or pasted, so that nothing vanishes without being said. */
export function readDigits(typed: string): ReadDigits {
  const plain = asciiDigits(typed).replaceAll(separators, '')
  return { digits: plain.replaceAll(/\D/g, ''), strange: plain.replaceAll(/\d/g, '') }
}

/**
 * What of a typed account number is kept, and the key of what must be said of the rest; null: nothing.
 * `digitsMax`: as many as the call takes.
 */
export function readAccountNo(
  typed: string,
  digitsMax = Infinity,
): { accountNo: string; said: 'letters' | 'tooLong' | null } {
  const { digits, strange } = readDigits(typed)
  const said = strange !== '' ? 'letters' : digits.length > digitsMax ? 'tooLong' : null
  return { accountNo: digits, said }
}

/** A number of fewer digits is still being typed. */
const shortest = 8

/**
 * The lengths a bank's numbers usually have, where the typed one has another; null when nothing is
 * unusual. A warning, never a refusal.
 */
export function unusualLength(bank: string | null, accountNo: string): readonly number[] | null {
  const usual: readonly number[] = bank === null ? [] : (findBank(bank)?.accountDigits ?? [])
  if (usual.length === 0 || accountNo.length < shortest) return null
  return usual.includes(accountNo.length) ? null : usual
}
