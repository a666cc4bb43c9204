import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf } from '@khlang/contract/kit/define.ts'
import { changesOf, type FieldChange } from '@khlang/contract/values/activity-diff.ts'
import type { MemberDetail } from '../member-shapes.ts'

/** What a person may set on a member: flags, limits (null: the brand's), level and tags. */
export type Controls = Omit<InputOf<CallOf<'members.update'>>, 'id' | 'version' | 'reason'>

export const controlsOf = (member: MemberDetail): Controls => ({
  canLogin: member.canLogin,
  canDeposit: member.canDeposit,
  canWithdraw: member.canWithdraw,
  canBet: member.canBet,
  isAutoWithdraw: member.isAutoWithdraw,
  withdrawalMinMinor: member.withdrawalMinMinor,
  withdrawalMaxMinor: member.withdrawalMaxMinor,
  withdrawalDayMinor: member.withdrawalDayMinor,
  withdrawalDayCount: member.withdrawalDayCount,
  level: member.level,
  tags: member.tags,
})

export interface ControlsDraft extends Controls {
  readonly reason: string
}

/** What differs of the controls; a reason is no change. */
export const controlChanges = (before: ControlsDraft, after: ControlsDraft): FieldChange[] =>
  changesOf(before, { ...after, reason: before.reason })
