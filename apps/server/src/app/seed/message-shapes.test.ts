import { expect, test } from 'vitest'
import type { BankCode } from '@khlang/contract/values/banks.ts'
import { textsOf, unreadableText, type Movement } from '../../../../sandbox/src/message-shapes.ts'
import { parseBankMessage } from '@khlang/bank-messages/parse-message.ts'

const own: readonly (readonly [BankCode, string])[] = [
  ['KBANK', '0483516729'],
  ['SCB', '4051187426'],
  ['KTB', '9840153276'],
  ['TTB', '2237409561'],
  ['TMW', '0812347790'],
]
const payers: readonly (readonly [BankCode, string])[] = [
  ['KBANK', '1234577111'],
  ['SCB', '4111577222'],
  ['KTB', '9801234567'],
  ['BBL', '1987650432'],
  ['TTB', '2230001119'],
  ['GSB', '020412340741'],
  ['BAAC', '012345678957'],
  ['TMW', '0891234567'],
]
// The last minute of a Thai year, so that a year that is left out must be found.
const moments = ['2026-11-21T02:15:00Z', '2026-12-31T16:59:00Z', '2026-05-31T17:01:00Z']

const cases = own.flatMap(([bank, accountNo]) =>
  payers.flatMap(([payerBank, payerNo]) =>
    moments.flatMap((at) =>
      (['in', 'out'] as const).map((direction) => ({ bank, accountNo, payerBank, payerNo, at, direction })),
    ),
  ),
)

const movementOf = (of: (typeof cases)[number], amountMinor = 123_456): Movement => ({
  direction: of.direction,
  amountMinor,
  balanceAfterMinor: 987_654_321,
  atMs: Date.parse(of.at),
  other: { bank: of.payerBank, accountNo: of.payerNo, name: 'สมชาย ใจดี' },
  isPromptPay: false,
})

const read = (bank: BankCode, source: 'sms' | 'push', sender: string, text: string, at: string) =>
  parseBankMessage({ bank, source, sender, text, receivedAt: new Date(Date.parse(at) + 20_000) })

test.each(cases)('$bank reads $direction with $payerBank at $at as it was', (of) => {
  for (const { source, sender, text } of textsOf(of.bank, of.accountNo, movementOf(of))) {
    const line = read(of.bank, source, sender, text, of.at)
    expect(line, text).toMatchObject({ kind: 'line', direction: of.direction, amountMinor: 123_456 })
    if (line.kind !== 'line') continue
    if (source === 'sms') expect(line.balanceAfterMinor, text).toBe(987_654_321)
    if (line.bankTimePrecision === 'minute') expect(line.bankTime).toBe(new Date(of.at).toISOString())
    if (line.payerBank !== null) expect(line.payerBank, text).toBe(of.payerBank)
  }
})

test('the digits of payer and own account that a bank shows are theirs', () => {
  for (const of of cases.filter(({ direction }) => direction === 'in')) {
    for (const { source, sender, text } of textsOf(of.bank, of.accountNo, movementOf(of))) {
      const line = read(of.bank, source, sender, text, of.at)
      if (line.kind !== 'line') continue
      const fits = (mask: string | null, accountNo: string): boolean =>
        mask === null ||
        [...mask].every((digit, place) => digit === '?' || digit === accountNo.padStart(mask.length)[place])
      expect(fits(line.ownMask, of.accountNo), text).toBe(true)
      if (of.payerBank !== 'TMW') expect(fits(line.payerMask, of.payerNo), text).toBe(true)
    }
  }
})

test('money by PromptPay and cash is read, without a payer', () => {
  for (const [bank, accountNo] of own.filter(([code]) => code !== 'TMW')) {
    const movement = {
      ...movementOf({ ...cases[0], bank, direction: 'in' } as (typeof cases)[number]),
      other: null,
    }
    const [sms] = textsOf(bank, accountNo, { ...movement, isPromptPay: true })
    if (sms === undefined) throw new Error('no text')
    const line = read(bank, sms.source, sms.sender, sms.text, moments[0] ?? '')
    expect(line, sms.text).toMatchObject({ kind: 'line', amountMinor: 123_456, payerMask: null })
  }
})

test('no bank writes like the text that a person has to read', () => {
  for (const [bank] of own) {
    const line = read(bank, 'sms', 'KBank', unreadableText(50_000), moments[0] ?? '')
    expect(line).toMatchObject({ kind: 'failure' })
  }
})
