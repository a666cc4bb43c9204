import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import type { employeeStates, employeeTypes } from '@khlang/contract/values/value-lists.ts'
import type { Tone } from '../../ui/figures/Status.tsx'

export type EmployeeRow = OutputOf<CallOf<'employees.list'>>['records'][number]
export type EmployeeDetail = OutputOf<CallOf<'employees.get'>>
export type OneTime = OutputOf<CallOf<'employees.resetPassword'>>
export type RoleRow = OutputOf<CallOf<'roles.list'>>['records'][number]
export type RoleDetail = OutputOf<CallOf<'roles.get'>>
export type SecondPerson = RoleDetail['second']
export type Pending = NonNullable<EmployeeRow['pending']>

export type EmployeeState = (typeof employeeStates)[number]
export type EmployeeType = (typeof employeeTypes)[number]

export const stateTones: Readonly<Record<EmployeeState, Tone>> = {
  active: 'green',
  locked: 'purple',
  left: 'grey',
}

/** The id of a role, which the specification calls `_id`. */
export const roleIdOf = ({ _id: id }: { readonly _id: string }): string => id

/** What every sheet about a person is given. */
export interface PersonSheetProps {
  person: EmployeeDetail
  onClose: () => void
}
