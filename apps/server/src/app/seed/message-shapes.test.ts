import { expect, test } from 'vitest'
import type { BankCode } from '@khlang/contract/values/banks.ts'
import { textsOf, unreadableText, type Movement } from '../../../../sandbox/src/message-shapes.ts'
import { fitMask } from '@khlang/bank-messages/mask.ts'
import { parseBankMessage } from '@khlang/bank-messages/parse-message.ts'

const own: readonly (readonly [BankCode, string])[] = [
  ['KBANK', '0483516729'],
  ['SCB', '4051187426'],
  ['KTB', '9840153276'],
  ['TTB', '2237409561'],
  ['BBL', '1987004182'],
  ['BAY', '3151702014'],
  ['GSB', '020458210741'],
  ['BAAC', '014826539571'],
  ['TMW', '0812347790'],
]
const payers: readonly (readonly [BankCode, string])[] = [
  ['KBANK', '1234577111'],
  ['SCB', '4111577222'],
  ['KTB', '9801234567'],
  ['BBL', '1987650432'],
  ['BAY', '4561128221'],
  ['TTB', '2230001119'],
  ['GSB', '020412340741'],
  ['BAAC', '012345678957'],
  ['TMW', '0891234567'],
]
// The last minute of a Thai year, so that a year that is left out must be found.
const moments = ['2026-11-21T02:15:42Z', '2026-12-31T16:59:00Z', '2026-05-31T17:01:00Z']

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
    const second = of.at.slice(0, 19)
    const printed = line.bankTimePrecision === 'second' ? second : `${second.slice(0, 16)}:00`
    if (line.bankTimePrecision !== 'none') expect(line.bankTime, text).toBe(`${printed}.000Z`)
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
        // Some banks print zeros before a shorter number.
        [...mask].every(
          (digit, place) => digit === '?' || digit === accountNo.padStart(mask.length, '0')[place],
        )
      expect(fits(line.ownMask, of.accountNo), text).toBe(true)
      if (source === 'sms') expect(line.ownMask, text).not.toBeNull()
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
    for (const isPromptPay of [true, false]) {
      const [sms] = textsOf(bank, accountNo, { ...movement, isPromptPay })
      if (sms === undefined) throw new Error('no text')
      const line = read(bank, sms.source, sms.sender, sms.text, moments[0] ?? '')
      expect(line, sms.text).toMatchObject({ kind: 'line', amountMinor: 123_456, payerMask: null })
    }
  }
})

test('the sender of every bank is known as its own, and its fee is read', () => {
  for (const [bank, accountNo] of own) {
    const fee = { ...movementOf({ ...cases[0], bank, direction: 'out' } as (typeof cases)[number], 1000) }
    for (const { source, sender, text } of textsOf(bank, accountNo, { ...fee, other: null })) {
      const line = read(bank, source, sender, text, moments[0] ?? '')
      expect(line, text).toMatchObject({ kind: 'line', direction: 'out', amountMinor: 1000 })
      if (line.kind === 'line') expect(line.flags, text).not.toContain('unknownSender')
    }
  }
})

test('a number of unusual length is shown so that it is read, too', () => {
  for (const [bank] of own.filter(([code]) => code !== 'TMW'))
    for (const accountNo of ['123456', '12345678', '123456789012345'])
      for (const direction of ['in', 'out'] as const) {
        const of = { ...cases[0], bank, accountNo, direction } as (typeof cases)[number]
        for (const { source, sender, text } of textsOf(bank, accountNo, movementOf(of))) {
          const line = read(bank, source, sender, text, of.at)
          expect(line, text).toMatchObject({ kind: 'line', direction, amountMinor: 123_456 })
          if (line.kind === 'line' && line.ownMask !== null)
            expect(fitMask(line.ownMask, accountNo).fits, text).toBe(true)
        }
      }
})

test('no bank writes like the text that a person has to read', () => {
  for (const [bank] of own) {
    const line = read(bank, 'sms', 'KBank', unreadableText(50_000), moments[0] ?? '')
    expect(line).toMatchObject({ kind: 'failure' })
  }
})
