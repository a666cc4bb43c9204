import { findBank } from '@khlang/contract/values/banks.ts'
import { AccountNo, Phone } from '@khlang/contract/members/shapes.ts'
import type { typedKinds } from '@khlang/contract/pre-transactions/blacklist-words.ts'
import { maskAccountNo, maskPhone } from '../../../platform/people/masks.ts'
import { normaliseName } from '../../../platform/people/names.ts'

type Kind = (typeof typedKinds)[number]

const plainName = (text: string): string | null => {
  const name = text.trim().replaceAll(/\s+/g, ' ')
  return name.length >= 2 ? name : null
}

/** `SCB:rest` -> the bank and the rest; without a bank that is known, null. */
function withBank(text: string): { bank: string; rest: string } | null {
  const at = text.indexOf(':')
  const bank = text.slice(0, Math.max(at, 0)).trim().toUpperCase()
  return at > 0 && findBank(bank) ? { bank, rest: text.slice(at + 1).trim() } : null
}

function accountValue(text: string): string | null {
  const split = withBank(text)
  const digits = (split?.rest ?? text).replaceAll(/[\s-]/g, '')
  if (!AccountNo.safeParse(digits).success) return null
  return split === null ? digits : `${split.bank}:${digits}`
}

/** `SCB|1234|name`, as a bank prints a payer; one of digits and name must be there. */
function payerValue(text: string): string | null {
  const [bank = '', digits = '', name = '', ...more] = text.split('|').map((part) => part.trim())
  if (more.length > 0 || !/^\d{0,15}$/.test(digits) || (bank !== '' && !findBank(bank.toUpperCase())))
    return null
  const plain = name === '' ? '' : normaliseName(name)
  if (digits.length < 4 && plain.length < 4) return null
  return [bank.toUpperCase(), digits, plain].join('|')
}

/** What is kept and compared of a typed value; null for what is none of its kind. Pure. */
export function blacklistValue(kind: Kind, text: string): string | null {
  if (kind === 'bankAccount') return accountValue(text)
  if (kind === 'payer') return payerValue(text)
  if (kind === 'name') return plainName(text)
  if (kind === 'phone') {
    const digits = text.replaceAll(/[\s-]/g, '')
    const phone = Phone.safeParse(/^0\d{8,9}$/.test(digits) ? `+66${digits.slice(1)}` : digits)
    return phone.success ? phone.data : null
  }
  const split = withBank(text)
  const name = split && plainName(split.rest)
  return split && name ? `${split.bank}:${name}` : null
}

/** `0812345678` as `081-2345678`, so that no spreadsheet takes it for a number and drops its first zero. */
const parted = (digits: string): string =>
  /^\d{4,}$/.test(digits) ? `${digits.slice(0, 3)}-${digits.slice(3)}` : digits

/** A kept value as people type it: what reads it gets the same value. Pure. */
export function typedValue(kind: string, value: string): string {
  if (kind === 'phone') return parted(value.replace(/^\+66/, '0'))
  if (kind !== 'bankAccount') return value
  const [bank, no] = value.includes(':') ? value.split(':') : [null, value]
  return [bank, parted(no ?? '')].filter((part) => part !== null).join(':')
}

/** The same for who may not see personal data. */
export function maskedValue(kind: string, value: string): string {
  if (kind === 'phone') return maskPhone(value)
  if (kind === 'device') return `…${value.slice(-4)}`
  if (kind !== 'bankAccount') return value
  const [bank, no] = value.includes(':') ? value.split(':') : [null, value]
  return [bank, maskAccountNo(no ?? '')].filter((part) => part !== null).join(':')
}

/** What an entry is called wherever somebody is told of it: masked, its parts side by side. */
export const entryLabel = (kind: string, value: string): string =>
  maskedValue(kind, value).split(/[:|]/).filter(Boolean).join(' ')
