import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crc16, promptPayPayload, readPromptPay, type PromptPayTarget } from './promptpay.ts'

test('the checksum is CRC-16/CCITT-FALSE', () => {
  // The check value of the catalogue of parametrised CRC algorithms.
  expect(crc16('123456789')).toBe('29B1')
})

// Written in the order of the standard, and checksums that stay as they are.
test.each<[string, PromptPayTarget, number | null, string]>([
  [
    'a phone, whose payer types the amount',
    { kind: 'phone', id: '0801234567' },
    null,
    '00020101021129370016A0000006770101110113006680123456753037645802TH6304BE2B',
  ],
  [
    'the same phone as the world dials it, with an amount',
    { kind: 'phone', id: '+66801234567' },
    422,
    '00020101021229370016A00000067701011101130066801234567530376454044.225802TH63043AE5',
  ],
  [
    'a national id',
    { kind: 'nationalId', id: '1111111111111' },
    null,
    '00020101021129370016A0000006770101110213111111111111153037645802TH6304A4E6',
  ],
])('%s', (_, target, amountMinor, payload) => {
  expect(promptPayPayload({ target, amountMinor })).toBe(payload)
})

test('reads what another maker prints: a merchant category, and an amount that may be paid again', () => {
  const payload =
    '00020101021129370016A000000677010111011300668123456785204000053037645406100.505802TH6304ACCB'
  const target = { kind: 'phone', id: '0812345678' }
  expect(readPromptPay(payload)).toEqual({ target, amountMinor: 10_050 })
})

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`), { size: 'max' })
const targets: fc.Arbitrary<PromptPayTarget> = fc.oneof(
  fc.record({ kind: fc.constant('phone' as const), id: fc.stringMatching(/^0[689]\d{8}$/) }),
  fc.record({ kind: fc.constant('nationalId' as const), id: fc.stringMatching(/^[1-9]\d{12}$/) }),
  fc.record({ kind: fc.constant('taxId' as const), id: fc.stringMatching(/^0\d{12}$/) }),
  fc.record({ kind: fc.constant('eWallet' as const), id: digits(15) }),
  fc.record({
    kind: fc.constant('bankAccount' as const),
    bankCode: digits(3),
    accountNo: fc.stringMatching(/^\d{10,12}$/),
  }),
  fc.record(
    {
      kind: fc.constant('biller' as const),
      billerId: digits(15),
      ref1: fc.stringMatching(/^[A-Z0-9]{1,20}$/),
      ref2: fc.stringMatching(/^[A-Z0-9]{1,20}$/),
    },
    { requiredKeys: ['kind', 'billerId', 'ref1'] },
  ),
)
const codes = fc.record(
  {
    target: targets,
    amountMinor: fc.option(fc.integer({ min: 1, max: 99_999_999_999 })),
    reference: fc.stringMatching(/^[A-Za-z0-9-]{1,25}$/),
  },
  { requiredKeys: ['target', 'amountMinor'] },
)

describe('a code', () => {
  test('is read back as what it was made of', () => {
    fc.assert(
      fc.property(codes, (code) => {
        expect(readPromptPay(promptPayPayload(code))).toEqual(code)
      }),
    )
  })

  test('with any one character changed is no code', () => {
    fc.assert(
      fc.property(codes, fc.nat(), fc.constantFrom(...'0123456789ABCDEFX'), (code, at, letter) => {
        const payload = promptPayPayload(code)
        const place = at % payload.length
        fc.pre(payload[place] !== letter)
        expect(readPromptPay(payload.slice(0, place) + letter + payload.slice(place + 1))).toBeNull()
      }),
    )
  })

  test.each<[string, PromptPayTarget, number | null]>([
    ['a phone that is none', { kind: 'phone', id: '0212345678' }, null],
    ['an id with letters', { kind: 'taxId', id: '12345678901AB' }, null],
    ['a reference in small letters', { kind: 'biller', billerId: '010753600031508', ref1: 'abc' }, 100],
    ['half a satang', { kind: 'phone', id: '0812345678' }, 0.5],
    ['nothing', { kind: 'phone', id: '0812345678' }, 0],
  ])('is not made of %s', (_, target, amountMinor) => {
    expect(() => promptPayPayload({ target, amountMinor })).toThrow(RangeError)
  })
})
