import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf, OutputOf } from '@khlang/contract/kit/define.ts'
import type { activityResults } from '@khlang/contract/values/value-lists.ts'
import type { Tone } from '../../ui/figures/Status.tsx'

export type ActivityRow = OutputOf<CallOf<'activityLogs.list'>>['records'][number]
export type ActivityInput = InputOf<CallOf<'activityLogs.list'>>
export type ActivityResult = (typeof activityResults)[number]
/** Whose acts a screen shows. */
export type ActivityOf = 'all' | 'staff'

export const resultTones: Readonly<Record<ActivityResult, Tone>> = {
  done: 'green',
  refused: 'amber',
  failed: 'red',
}
