import { expect, it } from 'vitest'
import { readAccountNo, unusualLength } from './account-number.ts'

it.each([
  ['123-4-56789-0', '1234567890', null],
  [' 123 4 56789 0 ', '1234567890', null],
  ['๑๒๓๔๕๖๗๘๙๐', '1234567890', null],
  ['123–4–56789–0', '1234567890', null],
  ['12a34', '1234', 'letters'],
  ['เลข1234', '1234', 'letters'],
  ['12345678901234567', '12345678901234567', 'tooLong'],
  ['', '', null],
])(
  'an account number typed or pasted as %s is %s, and what is left out is said',
  (typed, accountNo, said) => {
    expect(readAccountNo(typed, 16)).toEqual({ accountNo, said })
  },
)

it('a length that the bank does not use is a warning with its usual lengths', () => {
  expect(unusualLength('KBANK', '123456789012')).toEqual([10])
  expect(unusualLength('GSB', '123456789012')).toBeNull()
  expect(['1234567890', '12345678901', '1234567890123'].map((no) => unusualLength('TCD', no))).toEqual([
    null,
    null,
    null,
  ])
  expect(unusualLength(null, '12345678')).toBeNull()
})
