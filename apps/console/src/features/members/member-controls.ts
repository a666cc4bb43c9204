import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf } from '@khlang/contract/define.ts'
import { changesOf, type FieldChange } from '@khlang/contract/activity-diff.ts'
import type { MemberDetail } from './member-shapes.ts'

const names = [
  'canLogin',
  'canDeposit',
  'canWithdraw',
  'isAutoWithdraw',
  'withdrawalMinMinor',
  'withdrawalMaxMinor',
  'withdrawalDayMinor',
  'withdrawalDayCount',
  'level',
  'tags',
] as const

/** What a person may set on a member: flags, limits (null: the brand's), level and tags. */
export type Controls = Pick<InputOf<CallOf<'members.update'>>, (typeof names)[number]>

export const controlsOf = (member: MemberDetail): Controls => ({
  canLogin: member.canLogin,
  canDeposit: member.canDeposit,
  canWithdraw: member.canWithdraw,
  isAutoWithdraw: member.isAutoWithdraw,
  withdrawalMinMinor: member.withdrawalMinMinor,
  withdrawalMaxMinor: member.withdrawalMaxMinor,
  withdrawalDayMinor: member.withdrawalDayMinor,
  withdrawalDayCount: member.withdrawalDayCount,
  level: member.level,
  tags: member.tags,
})

export const controlChanges = (before: Controls, after: Controls): FieldChange[] => changesOf(before, after)

/**
 * After somebody else saved first: what was typed stays, what was not touched takes the value that is in
 * force now, so that saving again undoes nobody's change.
 */
export function keepTyped(base: Controls, typed: Controls, now: Controls): Controls {
  const touched = new Set(changesOf(base, typed).map(({ field }) => field))
  return Object.fromEntries(
    names.map((name) => [name, touched.has(name) ? typed[name] : now[name]]),
  ) as Controls
}
