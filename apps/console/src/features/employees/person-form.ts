import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf } from '@khlang/contract/define.ts'
import { isNetwork } from '@khlang/contract/networks.ts'
import { asciiDigits } from '@khlang/money/amount.ts'
import type { EmployeeDetail, EmployeeType } from './employee-shapes.ts'

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

export type PersonField = keyof HireDraft
export type PersonFaults = Partial<Record<PersonField, string>>

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
export function usernameFault(typed: string): 'chars' | 'short' | 'long' | null {
  const username = readUsername(typed)
  if (/[^a-z0-9._@-]/.test(username)) return 'chars'
  return username.length < 3 ? 'short' : username.length > 32 ? 'long' : null
}

/** Digits of a phone as typed with dashes and spaces; null where it holds anything else. */
export function readStaffPhone(typed: string): string | null {
  const digits = asciiDigits(typed).replaceAll(/[\s\-‐-―.()]/g, '')
  return /^(?:[0-9]{9,15})?$/.test(digits) ? digits : null
}

const networksMax = 20

/** The addresses of a text, in any spacing. */
export const readNetworks = (typed: string): string[] =>
  typed.split(/[\s,;]+/).filter((each) => each !== '')

function addressFault(networks: readonly string[]): PersonFaults {
  if (networks.length > networksMax) return { addresses: 'fault.tooManyAddresses' }
  return networks.every(isNetwork) ? {} : { addresses: 'fault.addresses' }
}

/** Keys of what is wrong about a person, by field. */
export function personFaults(draft: PersonDraft): PersonFaults {
  return {
    ...(draft.displayName.trim() === '' ? { displayName: 'fault.required' } : {}),
    ...(readStaffPhone(draft.phone) === null ? { phone: 'fault.phone' } : {}),
    ...addressFault(readNetworks(draft.addresses)),
  }
}

/** The same of somebody new. */
export function hireFaults(draft: HireDraft): PersonFaults {
  const username = usernameFault(draft.username)
  return {
    ...(username === null ? {} : { username: `fault.username.${username}` }),
    ...(draft.roleId === null ? { roleId: 'fault.role' } : {}),
    ...personFaults(draft),
  }
}

/** The fields both calls take; only for a draft without faults. */
export const personOf = (draft: PersonDraft) => ({
  displayName: draft.displayName.trim(),
  phone: readStaffPhone(draft.phone) ?? '',
  shift: draft.shift.trim(),
  approvalLimitMinor: draft.approvalLimitMinor,
  adjustmentPerDayMinor: draft.adjustmentPerDayMinor,
  addresses: readNetworks(draft.addresses),
})

export const hireOf = (draft: HireDraft): InputOf<CallOf<'employees.create'>> => ({
  ...personOf(draft),
  username: readUsername(draft.username),
  roleId: draft.roleId ?? '',
  type: draft.type,
})

export const draftOf = (person: EmployeeDetail): PersonDraft => ({
  displayName: person.displayName,
  phone: person.phone,
  shift: person.shift,
  approvalLimitMinor: person.approvalLimitMinor,
  adjustmentPerDayMinor: person.adjustmentPerDayMinor,
  addresses: person.addresses.map(plainNetwork).join(', '),
})

/** Where somebody else saved meanwhile: what was typed stays, everything else is theirs. Pure. */
export function keepTypedPerson(base: PersonDraft, typed: PersonDraft, now: PersonDraft): PersonDraft {
  const isTyped = (field: string): boolean => {
    const name = field as keyof PersonDraft
    return JSON.stringify(typed[name]) !== JSON.stringify(base[name])
  }
  return { ...now, ...Object.fromEntries(Object.entries(typed).filter(([field]) => isTyped(field))) }
}

/** The database writes a single address as a network of one. */
export const plainNetwork = (network: string): string =>
  network.replace(network.includes(':') ? /\/128$/ : /\/32$/, '')

const fields = Object.keys(emptyHire) as PersonField[]

/** The field of the form that a refusal belongs to (`addresses.0` to the addresses), or null. */
export function personFieldOf(field: string | undefined): PersonField | null {
  const first = field?.split(/[.[]/)[0]
  return fields.find((each) => each === first) ?? null
}
