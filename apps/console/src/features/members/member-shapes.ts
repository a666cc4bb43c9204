import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf, OutputOf } from '@khlang/contract/kit/define.ts'
import type { memberStates } from '@khlang/contract/values/value-lists.ts'
import type { Tone } from '../../ui/figures/Status.tsx'

export type MemberRow = OutputOf<CallOf<'members.list'>>['records'][number]
export type MemberDetail = OutputOf<CallOf<'members.get'>>
export type NewMember = InputOf<CallOf<'members.create'>>
export type DuplicateAnswer = OutputOf<CallOf<'members.checkDuplicate'>>
export type ChangeRules = OutputOf<CallOf<'members.accountChange'>>
export type PendingChange = NonNullable<ChangeRules['pending']>
export type ActivityRow = OutputOf<CallOf<'members.activity'>>['records'][number]

export type MemberState = (typeof memberStates)[number]

export const stateTones: Readonly<Record<MemberState, Tone>> = {
  pending: 'grey',
  active: 'green',
  suspended: 'amber',
  locked: 'purple',
  blacklisted: 'red',
  closed: 'grey',
}

/** States that a person may put a member into from where the member is. Source: domain §4.3. */
export type SettableState = 'active' | 'suspended' | 'locked'
const settable: Readonly<Record<MemberState, readonly SettableState[]>> = {
  pending: ['active', 'suspended', 'locked'],
  active: ['suspended', 'locked'],
  suspended: ['active', 'locked'],
  locked: ['active'],
  blacklisted: [],
  closed: [],
}
export const statesFrom = (state: MemberState): readonly SettableState[] => settable[state]

/** What acts on a member need to know of them. */
export type MemberHandle = Pick<MemberRow, 'id' | 'username' | 'name' | 'state' | 'version'>
