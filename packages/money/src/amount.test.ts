import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX, assertMinor, formatBaht, parseBaht } from './amount.ts'

describe('parseBaht', () => {
  it.each([
    ['0', 0],
    ['0.5', 50],
    ['100', 10_000],
    [' 100 ', 10_000],
    ['1,000', 100_000],
    ['1000.05', 100_005],
    ['฿1,234.50', 123_450],
    ['12,345,678.90', 1_234_567_890],
    ['๑๐๐', 10_000],
    ['๑,๒๓๔.๕๐', 123_450],
    ['１００', 10_000],
    ['90071992547409.91', MAX],
  ])('reads %j as %i satang', (text, amountMinor) => {
    expect(parseBaht(text)).toMatchObject({ ok: true, amountMinor })
  })

  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['฿', 'empty'],
    ['-1', 'sign'],
    ['+100', 'sign'],
    ['1e3', 'scientific'],
    ['1E+3', 'scientific'],
    ['1.5e-7', 'scientific'],
    ['0x10', 'format'],
    ['1_000', 'format'],
    ['Infinity', 'format'],
    ['NaN', 'format'],
    ['1 000', 'format'],
    ['1.2.3', 'format'],
    ['.5', 'format'],
    ['5.', 'format'],
    ['00100', 'format'],
    ['01', 'format'],
    ['0.001', 'decimals'],
    ['1.999', 'decimals'],
    ['1.000,00', 'grouping'],
    ['฿1,00', 'grouping'],
    ['1,0000', 'grouping'],
    [',100', 'grouping'],
    ['1,,000', 'grouping'],
    ['१००', 'script'],
    ['100 บาท', 'script'],
    ['90071992547409.92', 'tooLarge'],
    ['9'.repeat(400), 'tooLarge'],
  ])('refuses %j because of %s', (text, reason) => {
    expect(parseBaht(text)).toEqual({ ok: false, reason })
  })

  it('shows the digits it converted', () => {
    expect(parseBaht('๑,๐๐๐')).toEqual({ ok: true, amountMinor: 100_000, shown: '1,000' })
  })

  it('reads back every amount that it formats', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX }), (minor) => {
        expect(parseBaht(formatBaht(minor))).toMatchObject({ ok: true, amountMinor: minor })
      }),
    )
  })

  it('reads two decimals exactly where floating point would not', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 90_071_992_547_408 }),
        fc.integer({ min: 0, max: 99 }),
        (baht, satang) => {
          const parsed = parseBaht(`${baht}.${String(satang).padStart(2, '0')}`)
          expect(parsed).toMatchObject({
            ok: true,
            amountMinor: Number(BigInt(baht) * 100n + BigInt(satang)),
          })
        },
      ),
    )
  })

  it('never throws and never answers an unsafe amount, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseBaht(text)
        if (parsed.ok)
          expect(Number.isSafeInteger(parsed.amountMinor) && parsed.amountMinor >= 0).toBe(true)
      }),
    )
  })
})

describe('formatBaht', () => {
  it.each([
    [0, undefined, '0.00'],
    [5, undefined, '0.05'],
    [123_450, undefined, '1,234.50'],
    [-123_450, undefined, '-1,234.50'],
    [123_450, 'always', '+1,234.50'],
    [-123_450, 'always', '-1,234.50'],
    [0, 'always', '0.00'],
    [-123_450, 'never', '1,234.50'],
    [MAX, undefined, '90,071,992,547,409.91'],
  ] as const)('shows %i with sign %s as %s', (minor, sign, shown) => {
    expect(formatBaht(minor, sign === undefined ? {} : { sign })).toBe(shown)
  })
  it.each([0.5, Number.NaN, MAX + 1])('shows nothing that is no amount: %d', (minor) => {
    expect(() => formatBaht(minor)).toThrow(RangeError)
  })
})

describe('assertMinor', () => {
  it.each([1.5, Number.NaN, Infinity, MAX + 1, '100', null, undefined, 10n])('throws on %s', (value) => {
    expect(() => assertMinor(value)).toThrow(RangeError)
  })
  it('accepts zero, negatives and the largest amount', () => {
    for (const value of [0, -1, MAX, -MAX]) expect(() => assertMinor(value)).not.toThrow()
  })
})
