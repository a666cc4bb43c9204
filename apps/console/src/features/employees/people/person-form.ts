import { isNetwork } from '@khlang/contract/values/networks.ts'
import { asciiDigits } from '@khlang/money/amount.ts'
import { breachOf, ruleOf } from '../../../lib/form/field-rules.ts'
import type { FieldErrors, FormSpec } from '../../../lib/form/form-spec.ts'
import type { EmployeeDetail, EmployeeType } from '../employee-shapes.ts'

/** What is typed about a person, new or known. Limits in satang; null leaves them to the role. */
export interface PersonDraft {
  displayName: string
  phone: string
  shift: string
  approvalLimitMinor: number | null
  adjustmentPerDayMinor: number | null
  /** As typed: several with commas or spaces between them. */
  addresses: string
}
export interface HireDraft extends PersonDraft {
  username: string
  roleId: string | null
  type: EmployeeType
}

export const emptyHire: HireDraft = {
  username: '',
  roleId: null,
  type: 'staff',
  displayName: '',
  phone: '',
  shift: '',
  approvalLimitMinor: null,
  adjustmentPerDayMinor: null,
  addresses: '',
}

/** As the call reads it: capitals are small letters, Thai digits Arabic ones. */
export const readUsername = (typed: string): string => asciiDigits(typed).trim().toLowerCase()

/** Key of what is wrong with a user name, null when nothing is. Empty ones are merely short. */
export function usernameFieldError(typed: string): 'chars' | 'short' | 'long' | null {
  const username = readUsername(typed)
  if (/[^a-z0-9._@-]/.test(username)) return 'chars'
  const { min, max } = ruleOf('employees.create', 'username')
  return username.length < min ? 'short' : username.length > max ? 'long' : null
}

/** Digits of a phone as typed with dashes and spaces; null where it holds anything else. */
export function readStaffPhone(typed: string): string | null {
  const digits = asciiDigits(typed).replaceAll(/[\s\-‐-―.()]/g, '')
  return /^(?:[0-9]{9,15})?$/.test(digits) ? digits : null
}

/** The addresses of a text, in any spacing. */
export const readNetworks = (typed: string): string[] =>
  typed.split(/[\s,;]+/).filter((each) => each !== '')

/** What is wrong about a person that no limit tells, as keys of texts. */
export function personFieldErrors({ addresses }: PersonDraft): FieldErrors<PersonDraft> {
  const networks = readNetworks(addresses)
  if (breachOf(ruleOf('employees.update', 'addresses'), networks) !== null)
    return { addresses: 'fieldError.tooManyAddresses' }
  return networks.every(isNetwork) ? {} : { addresses: 'fieldError.addresses' }
}

/** The fields both calls take; a phone that cannot be read is given as typed. */
export const personOf = (draft: PersonDraft) => ({
  displayName: draft.displayName.trim(),
  phone: readStaffPhone(draft.phone) ?? draft.phone,
  shift: draft.shift.trim(),
  approvalLimitMinor: draft.approvalLimitMinor,
  adjustmentPerDayMinor: draft.adjustmentPerDayMinor,
  addresses: readNetworks(draft.addresses),
})

export const hireForm: FormSpec<'employees.create', HireDraft> = {
  call: 'employees.create',
  area: 'employees',
  start: emptyHire,
  input: (draft) => ({
    ...personOf(draft),
    username: readUsername(draft.username),
    roleId: draft.roleId ?? '',
    type: draft.type,
  }),
  fieldErrors: (draft) => {
    const username = usernameFieldError(draft.username)
    return {
      ...(username === null ? {} : { username: `fieldError.username.${username}` }),
      ...personFieldErrors(draft),
    }
  },
  fieldOf: { beyondOwnRights: 'roleId' },
  refreshes: ['employees', 'roles'],
}

export const draftOf = (person: EmployeeDetail): PersonDraft => ({
  displayName: person.displayName,
  phone: person.phone,
  shift: person.shift,
  approvalLimitMinor: person.approvalLimitMinor,
  adjustmentPerDayMinor: person.adjustmentPerDayMinor,
  addresses: person.addresses.map(plainNetwork).join(', '),
})

/** The database writes a single address as a network of one. */
export const plainNetwork = (network: string): string =>
  network.replace(network.includes(':') ? /\/128$/ : /\/32$/, '')
