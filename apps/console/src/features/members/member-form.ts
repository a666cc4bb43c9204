import { readDigits } from '../../lib/form/account-number.ts'
import { breachOf, ruleOf } from '../../lib/form/field-rules.ts'
import type { NewMember } from './member-shapes.ts'

/** What the form holds, as typed. `username` and `accountName` are null until somebody types them. */
export interface MemberDraft {
  phone: string
  bank: string | null
  accountNo: string
  accountName: string | null
  firstName: string
  lastName: string
  username: string | null
  sourceChannel: NonNullable<NewMember['sourceChannel']>
  lineId: string
  note: string
}

export const emptyDraft: MemberDraft = {
  phone: '',
  bank: null,
  accountNo: '',
  accountName: null,
  firstName: '',
  lastName: '',
  username: null,
  sourceChannel: 'other',
  lineId: '',
  note: '',
}

const accountNoRule = ruleOf('members.create', 'accountNo')

/** Whether a phone holds what is in no phone, such as letters; the plus of `+66` is in one. */
export const hasLetters = (phone: string): boolean => !/^\+?$/.test(readDigits(phone).strange)

/** `081-234-5678`, `+66812345678`, `66 81 234 5678` -> `+66812345678`; null while it is no Thai phone. */
export function readPhone(typed: string): string | null {
  if (hasLetters(typed)) return null
  const { digits } = readDigits(typed)
  const national = digits.startsWith('66') && digits.length >= 10 ? `0${digits.slice(2)}` : digits
  return /^(?:0[689]\d{8}|0[2-57]\d{7})$/.test(national) ? `+66${national.slice(1)}` : null
}

/** The name on the account: as typed, else the member's own. */
export const accountNameOf = (draft: MemberDraft): string =>
  draft.accountName ?? `${draft.firstName.trim()} ${draft.lastName.trim()}`.trim()

export const isAccountNo = (accountNo: string): boolean => breachOf(accountNoRule, accountNo) === null
export const isUsername = (username: string): boolean =>
  breachOf(ruleOf('members.create', 'username'), username) === null

/** The call's input; what cannot be read is given as nothing. */
export function newMemberOf(draft: MemberDraft, username: string): NewMember {
  return {
    username,
    phone: readPhone(draft.phone) ?? '',
    firstName: draft.firstName.trim(),
    lastName: draft.lastName.trim(),
    bank: draft.bank ?? '',
    accountNo: draft.accountNo,
    accountName: accountNameOf(draft),
    sourceChannel: draft.sourceChannel,
    ...(draft.lineId.trim() === '' ? {} : { lineId: draft.lineId.trim() }),
    ...(draft.note.trim() === '' ? {} : { note: draft.note.trim() }),
  }
}

/** What is taken already belongs to the field of it. */
export const fieldOfMember = {
  phoneInUse: 'phone',
  usernameInUse: 'username',
  bankAccountInUse: 'accountNo',
} as const
