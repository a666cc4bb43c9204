import { describe, expect, it } from 'vitest'
import {
  accountDigitsOf,
  bankFromAlias,
  banks,
  findBank,
  formatAccountNo,
  isRetail,
  maskAccountNo,
  pseudoBankCodes,
  retailBankCodes,
} from './banks.ts'

describe('the bank table', () => {
  it('has each code and each Bank of Thailand number once', () => {
    const codes = banks.map((entry) => entry.code)
    const numbers = banks.flatMap((entry) => entry.bot ?? [])
    expect(new Set(codes).size).toBe(codes.length)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers.every((number) => /^\d{3}$/.test(number))).toBe(true)
  })
  it('gives no alias to two banks', () => {
    for (const entry of banks) {
      for (const name of [entry.code, entry.nameTh, entry.nameEn, ...entry.aliases]) {
        expect([name, bankFromAlias(name)]).toEqual([name, entry.code])
      }
    }
  })
  it('offers only live banks to players, Kasikornbank first', () => {
    expect(retailBankCodes[0]).toBe('KBANK')
    for (const code of retailBankCodes) expect([code, findBank(code)?.state]).toEqual([code, 'active'])
    expect(isRetail('TTB')).toBe(true)
    expect(isRetail('BOT')).toBe(false)
  })
  it('gives pseudo banks no Bank of Thailand number', () => {
    for (const code of pseudoBankCodes) expect(findBank(code)?.bot).toBeNull()
  })
  it('knows usual account lengths', () => {
    expect([
      accountDigitsOf('KBANK'),
      accountDigitsOf('GSB'),
      accountDigitsOf('BOT'),
      accountDigitsOf(null),
    ]).toEqual([10, 12, null, null])
  })
})

describe('bankFromAlias', () => {
  it.each([
    ['KBNK', 'KBANK'],
    ['kbank', 'KBANK'],
    ['KTBA', 'KTB'],
    ['KTB', 'KTB'],
    ['BBLA', 'BBL'],
    ['GSBA', 'GSB'],
    ['BAYA', 'BAY'],
    ['TMBA', 'TTB'],
    ['KKBA', 'KKP'],
    ['ไทยพาณิชย์', 'SCB'],
    ['กสิกรไทย', 'KBANK'],
    ['ธนาคารกรุงเทพ', 'BBL'],
    ['ธ.ก.ส.', 'BAAC'],
    [' ออมสิน ', 'GSB'],
    ['พร้อมเพย์', 'PROMPTPAY'],
    ['ทรูมันนี่', 'TMW'],
    ['กรุงศรี', 'BAY'],
    ['ธอส.', 'GHB'],
  ])('reads %s as %s', (text, code) => expect(bankFromAlias(text)).toBe(code))
  it.each(['', 'XYZ', 'กรุง', 'K'])('does not guess %j', (text) => expect(bankFromAlias(text)).toBeNull())
})

describe('account numbers', () => {
  it('shows ten digits in groups and others plainly', () => {
    expect(formatAccountNo('1234567890')).toBe('123-4-56789-0')
    expect(formatAccountNo('020412340741')).toBe('020412340741')
  })
  it('hides all but four digits before the last', () => {
    expect(maskAccountNo('9876512340')).toBe('xxx-x-x1234-x')
    expect(maskAccountNo('020412340741')).toBe('xxxxxxx4074x')
    expect(maskAccountNo('1234')).toBe('xxxx')
  })
})
