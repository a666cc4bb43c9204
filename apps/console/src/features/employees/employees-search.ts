import { employeeStates, employeeTypes } from '@khlang/contract/value-lists.ts'
import type { RawSearch } from '../../lib/search.ts'
import {
  idOf,
  listPlace,
  oneText,
  someOf,
  wholeNumber,
  yesNo,
  type ListPlace,
} from '../../lib/search-values.ts'
import type { EmployeeListInput } from './employee-shapes.ts'

/** What the address of the list of people holds; `open` is the person beside it. */
export type EmployeesSearch = ReturnType<typeof parseEmployees>
export type EmployeesFilterValues = Omit<EmployeesSearch, keyof ListPlace | 'open'>

const isRoleId = (text: string): boolean => /^rol_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(text)

/** The search parameters of the list; a value that is none filters nothing. */
export function parseEmployees(raw: RawSearch) {
  const given = raw['roleIds']
  const roles = (given === undefined ? [] : typeof given === 'string' ? [given] : given).filter(isRoleId)
  return {
    username: oneText(raw['username'])?.slice(0, 64),
    roleIds: roles.length > 0 ? roles : undefined,
    states: someOf(raw['states'], employeeStates),
    types: someOf(raw['types'], employeeTypes),
    isOnline: yesNo(raw['isOnline']),
    open: idOf(raw['open'], 'emp'),
    ...listPlace(raw),
  }
}

/** The whole question of one page. */
export const employeesInput = (search: EmployeesSearch): EmployeeListInput => {
  const { username, roleIds, states, types, isOnline, size, after, before } = search
  return { username, roleIds, states, types, isOnline, size, after, before }
}

export type RolesSearch = ReturnType<typeof parseRoles>

/** The search parameters of the list of roles, which has numbered pages. */
export function parseRoles(raw: RawSearch) {
  const page = wholeNumber(raw['page']) ?? 1
  const size = wholeNumber(raw['size'])
  return {
    search: oneText(raw['search'])?.slice(0, 200),
    open: idOf(raw['open'], 'rol'),
    page: page >= 1 && page <= 10_000 ? page : 1,
    size: size === 10 || size === 50 || size === 100 ? size : 25,
  }
}
