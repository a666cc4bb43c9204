import { describe, expect, it } from 'vitest'
import { fieldErrorsOf } from '../../../lib/form/form-field-errors.ts'
import {
  emptyHire,
  hireForm,
  personFieldErrors,
  plainNetwork,
  readNetworks,
  readStaffPhone,
  readUsername,
  usernameFieldError,
} from './person-form.ts'

describe('a user name', () => {
  it('is read in small letters and refused by its first reason', () => {
    expect(readUsername(' Som.Chai ')).toBe('som.chai')
    expect(usernameFieldError('som.chai_1')).toBeNull()
    expect(usernameFieldError('ab')).toBe('short')
    expect(usernameFieldError('som chai')).toBe('chars')
    // The first letter is Cyrillic.
    expect(usernameFieldError('аdmin')).toBe('chars')
    expect(usernameFieldError('a'.repeat(33))).toBe('long')
  })
})

it('an address alone is shown without the size of a network of one', () => {
  expect(plainNetwork('203.0.113.7/32')).toBe('203.0.113.7')
  expect(plainNetwork('203.0.113.0/24')).toBe('203.0.113.0/24')
  expect(plainNetwork('2001:db8::1/128')).toBe('2001:db8::1')
})

it('a phone may be written with dashes and in Thai digits, or be left out', () => {
  expect(readStaffPhone('๐๘๑-๒๓๔ ๕๖๗๘')).toBe('0812345678')
  expect(readStaffPhone('')).toBe('')
  expect(readStaffPhone('081-23a')).toBeNull()
  const typed = { ...emptyHire, phone: '081-23a' }
  expect(fieldErrorsOf(String, hireForm, typed, { version: 0, draft: typed })).toHaveProperty('phone')
})

it('an empty form says at each field what is missing', () => {
  const found = fieldErrorsOf(String, hireForm, emptyHire, { version: 0, draft: emptyHire })
  expect(Object.keys(found).toSorted()).toEqual(['displayName', 'roleId', 'username'])
})

it('addresses are read in any spacing, and a word among them is an error', () => {
  const person = { ...emptyHire, username: 'som', roleId: 'r', displayName: 'S' }
  expect(readNetworks(' 203.0.113.7,2001:db8::/32 ;\n::1 ')).toEqual([
    '203.0.113.7',
    '2001:db8::/32',
    '::1',
  ])
  expect(personFieldErrors({ ...person, addresses: '203.0.113.7 ::1' })).toEqual({})
  expect(personFieldErrors({ ...person, addresses: '203.0.113.7, office' })).toEqual({
    addresses: 'fieldError.addresses',
  })
  expect(personFieldErrors({ ...person, addresses: '::1 '.repeat(21) })).toEqual({
    addresses: 'fieldError.tooManyAddresses',
  })
})
