import { CallError } from '@khlang/contract/derived/client.ts'
import type { ErrorCode } from '@khlang/contract/kit/errors.ts'
import { expect, it } from 'vitest'
import { breachesOf } from '../../lib/form/field-rules.ts'
import { fieldOfRefusal } from '../../lib/form/form-field-errors.ts'
import {
  emptyDraft,
  fieldOfMember,
  newMemberOf,
  readAccountNo,
  readPhone,
  unusualLength,
  type MemberDraft,
} from './member-form.ts'

const whole: MemberDraft = {
  ...emptyDraft,
  phone: '081-234-5678',
  bank: 'KBANK',
  accountNo: '1234567890',
  firstName: 'สมชาย',
  lastName: 'ใจดี',
}

it.each([
  ['081-234-5678', '+66812345678'],
  ['๐๘๑๒๓๔๕๖๗๘', '+66812345678'],
  ['+66 81 234 5678', '+66812345678'],
  ['02-123-4567', '+6621234567'],
  ['081234567', null],
  ['0112345678', null],
  ['081-234-5678 ต่อ 2', null],
  ['081abc2345678', null],
  ['(081) 234‑5678', '+66812345678'],
  ['', null],
])('a phone typed as %s is %s', (typed, phone) => {
  expect(readPhone(typed)).toBe(phone)
})

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
    expect(readAccountNo(typed)).toEqual({ accountNo, said })
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

const broken = (draft: MemberDraft, username: string) =>
  breachesOf('members.create', newMemberOf(draft, username)).map(([field]) => field)

it('a whole form has no field errors and takes the account name from the member', () => {
  expect(broken(whole, 'kl10001')).toEqual([])
  expect(newMemberOf(whole, 'kl10001')).toMatchObject({ phone: '+66812345678', accountName: 'สมชาย ใจดี' })
  expect(newMemberOf(whole, 'kl10001')).not.toHaveProperty('lineId')
})

it('an empty form names every field that is missing', () => {
  expect(broken(emptyDraft, '').toSorted()).toEqual([
    'accountName',
    'accountNo',
    'bank',
    'firstName',
    'lastName',
    'phone',
    'username',
  ])
})

it('a refusal of the server stands under the field it is about', () => {
  const refused = (code: ErrorCode, field?: string) =>
    fieldOfRefusal(new CallError({ code, message: '', status: 422, field }), emptyDraft, fieldOfMember)
  expect(refused('phoneInUse')).toBe('phone')
  expect(refused('invalidFormat', 'accountNo')).toBe('accountNo')
  expect(refused('internal')).toBeNull()
})
