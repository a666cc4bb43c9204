import { describe, expect, it } from 'vitest'
import { findBalance, namesBalance, readPrintedAmount, readWholeAmount } from './amount-in-text.ts'

describe('an amount as a bank prints it', () => {
  it.each([
    ['0.01', 1],
    ['0.10', 10],
    ['1.00', 100],
    ['999.99', 99_999],
    ['1,000.00', 100_000],
    ['1000.00', 100_000],
    ['-5.00', -500],
    ['90,071,992,547,409.91', 9_007_199_254_740_991],
    ['90,071,992,547,409.92', null],
    ['00.10', null],
    ['01.00', null],
    ['.50', null],
    ['1.0', null],
    ['1.000', null],
    ['1', null],
    ['1,00.00', null],
    ['1,0000.00', null],
    [',100.00', null],
    ['--1.00', null],
    ['1.00-', null],
    [' 1.00', null],
    ['', null],
  ])('%j is %s satang', (text, minor) => expect(readPrintedAmount(text)).toBe(minor))
  it.each([
    ['500', 50_000],
    ['1,500', 150_000],
    ['0', 0],
    ['500.50', 50_050],
    ['1,50', null],
    ['0500', null],
    ['5.5', null],
    ['-500', null],
  ])('without decimals: %j is %s satang', (text, minor) => expect(readWholeAmount(text)).toBe(minor))
})

describe('the balance behind an amount', () => {
  const read = (balanceMinor: number) => ({ state: 'read', balanceMinor })
  it.each([
    [' บ.', { state: 'absent' }],
    [' คงเหลือ 9,692.18 บ.', read(969_218)],
    [' คงเหลือ -9,692.18 บ.', read(-969_218)],
    [' คงเหลือ 9,692.18.', read(969_218)],
    [' Avai. Bal. THB 0.00', read(0)],
    [' คงเหลือ 6,302บ', read(630_200)],
    [' คงเหลือ 6,302 THB', read(630_200)],
    [' คงเหลือ 302บ', { state: 'unclear' }],
    [' คงเหลือ 6,302', { state: 'cut' }],
    [' คงเหลือ 6,302 x', { state: 'unclear' }],
    [' คงเหลือ 9,692.1', { state: 'cut' }],
    [' คงเหลือ 9,69.18 บ.', { state: 'unclear' }],
    [' คงเหลือ', { state: 'cut' }],
    [' คงเหลือ บาท', { state: 'cut' }],
    [' คงเหลือ บาท 5', { state: 'unclear' }],
    [' คงเหลือ 1.00 ใช้ได้ 1.00', read(100)],
    [' คงเหลือ 1.00 ใช้ได้ 1.01', { state: 'cut' }],
    [' คงเหลือ 1.00 ใช้ได้ ทั้งหมด', read(100)],
  ])('%j is %j', (rest, found) => expect(findBalance(rest)).toEqual(found))
  it('is named by its words alone', () => {
    expect(['ใช้ได้ 1', 'Avail', 'bal 1', 'global 1', 'เข้า 1'].map(namesBalance)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })
})
