import { expect, it } from 'vitest'
import { listedText, listedValue } from './listed-value.ts'

it.each([
  ['bankAccount', 'SCB:1234567891', 'SCB 123-4-56789-1'],
  ['bankAccount', '0652090757', '065-2-09075-7'],
  ['bankAccount', 'SCB:xxx-x-x6789-x', 'SCB xxx-x-x6789-x'],
  ['phone', '+66812345678', '081-234-5678'],
  ['phone', '08x-xxx-5678', '08x-xxx-5678'],
  ['nameBank', 'SCB:สมชาย ใจดี', 'SCB สมชาย ใจดี'],
  ['payer', 'SCB|1234|สมชาย', 'SCB 1234 สมชาย'],
  ['payer', '|1234|', '1234'],
  ['name', 'สมชาย ใจดี', 'สมชาย ใจดี'],
  ['device', '…ab12', '…ab12'],
])('%s %s is read as %s', (kind, value, expected) => {
  expect(listedText(value, kind)).toBe(expected)
})

it('tells the bank apart from the number, so that it has its mark', () => {
  expect(listedValue('SCB:xxx-x-x6789-x')).toEqual({ bank: 'SCB', text: 'xxx-x-x6789-x' })
})
