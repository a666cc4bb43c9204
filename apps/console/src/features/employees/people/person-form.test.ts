import { describe, expect, it } from 'vitest'
import { faultsOf } from '../../../lib/form/form-faults.ts'
import {
  emptyHire,
  hireForm,
  personFaults,
  plainNetwork,
  readNetworks,
  readStaffPhone,
  readUsername,
  usernameFault,
} from './person-form.ts'

describe('a user name', () => {
  it('is read in small letters and refused by its first reason', () => {
    expect(readUsername(' Som.Chai ')).toBe('som.chai')
    expect(usernameFault('som.chai_1')).toBeNull()
    expect(usernameFault('ab')).toBe('short')
    expect(usernameFault('som chai')).toBe('chars')
    // The first letter is Cyrillic.
    expect(usernameFault('аdmin')).toBe('chars')
    expect(usernameFault('a'.repeat(33))).toBe('long')
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
  expect(faultsOf(String, hireForm, typed, { version: 0, draft: typed })).toHaveProperty('phone')
})

it('an empty form says at each field what is missing', () => {
  const found = faultsOf(String, hireForm, emptyHire, { version: 0, draft: emptyHire })
  expect(Object.keys(found).toSorted()).toEqual(['displayName', 'roleId', 'username'])
})

it('addresses are read in any spacing, and a word among them is a fault', () => {
  const person = { ...emptyHire, username: 'som', roleId: 'r', displayName: 'S' }
  expect(readNetworks(' 203.0.113.7,2001:db8::/32 ;\n::1 ')).toEqual([
    '203.0.113.7',
    '2001:db8::/32',
    '::1',
  ])
  expect(personFaults({ ...person, addresses: '203.0.113.7 ::1' })).toEqual({})
  expect(personFaults({ ...person, addresses: '203.0.113.7, office' })).toEqual({
    addresses: 'fault.addresses',
  })
  expect(personFaults({ ...person, addresses: '::1 '.repeat(21) })).toEqual({
    addresses: 'fault.tooManyAddresses',
  })
})
