import { CallError } from '@khlang/contract/derived/client.ts'
import type { ErrorCode } from '@khlang/contract/kit/errors.ts'
import { expect, it } from 'vitest'
import { breachesOf } from '../../lib/form/field-rules.ts'
import { fieldOfRefusal } from '../../lib/form/form-field-errors.ts'
import { emptyDraft, fieldOfMember, newMemberOf, readPhone, type MemberDraft } from './member-form.ts'

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
