import { formatAccountNumber, formatPhone } from './formats.ts'

const whole = (text: string) => text
const written: Readonly<Record<string, (text: string) => string>> = {
  bankAccount: formatAccountNumber,
  phone: formatPhone,
}

/**
 * By what somebody is on the blacklist, for reading: `SCB:1234567890`, a name at a bank `SCB:name`, a payer
 * as a bank prints them `SCB|1234|name`, a phone, or a name alone. A masked one is read without its kind.
 * Pure.
 */
export function listedValue(value: string, kind = ''): { bank: string | null; text: string } {
  const [, bank = '', rest = value] = /^([A-Z]*)[:|](.*)$/s.exec(value) ?? []
  const text = rest.split('|').filter((part) => part !== '')
  return { bank: bank === '' ? null : bank, text: text.map(written[kind] ?? whole).join(' ') }
}

/** The same in one line. Pure. */
export function listedText(value: string, kind: string): string {
  const { bank, text } = listedValue(value, kind)
  return bank === null ? text : `${bank} ${text}`
}
