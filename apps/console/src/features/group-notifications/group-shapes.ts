import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf, OutputOf } from '@khlang/contract/kit/define.ts'
import type { chatChannels, chatLanguages } from '@khlang/contract/values/value-lists.ts'
import type { Tone } from '../../ui/figures/Status.tsx'

export type GroupRow = OutputOf<CallOf<'groupNotifications.list'>>['records'][number]
export type GroupDetail = OutputOf<CallOf<'groupNotifications.get'>>
export type Delivery = GroupDetail['deliveries'][number]
export type NewGroup = InputOf<CallOf<'groupNotifications.create'>>
export type TestAnswer = OutputOf<CallOf<'groupNotifications.test'>>

export type Channel = (typeof chatChannels)[number]
export type ChatLanguage = (typeof chatLanguages)[number]

export type GroupState = 'locked' | 'orphan' | 'waiting' | 'closed' | 'failing' | 'ok' | 'unsent'
export const stateTones: Readonly<Record<GroupState, Tone>> = {
  locked: 'purple',
  orphan: 'amber',
  waiting: 'amber',
  closed: 'red',
  failing: 'red',
  ok: 'green',
  unsent: 'grey',
}

/** How a group stands. One that is locked may be failing as well: both are told. Pure. */
export function statesOf(
  group: Pick<GroupRow, 'isLocked' | 'isFailing' | 'isOrphan' | 'lastSentAt' | 'place'>,
): GroupState[] {
  const works = group.lastSentAt === null ? 'unsent' : 'ok'
  if (group.isOrphan) return ['orphan']
  if (group.place !== 'open') return group.isLocked ? ['locked', group.place] : [group.place]
  if (group.isLocked) return group.isFailing ? ['locked', 'failing'] : ['locked']
  return [group.isFailing ? 'failing' : works]
}

/** Failed ones among what was finished, in whole percent, at least 1 where any failed; null of none. Pure. */
export function failedPercent({ sentToday, failedToday }: Pick<GroupRow, 'sentToday' | 'failedToday'>) {
  const finished = sentToday + failedToday
  if (finished === 0) return null
  const percent = Math.round((failedToday * 100) / finished)
  return failedToday > 0 ? Math.max(1, percent) : 0
}

export type DeliveryState = 'waiting' | 'retrying' | 'sent' | 'failed' | 'dropped'
export const deliveryTones: Readonly<Record<DeliveryState, Tone>> = {
  waiting: 'blue',
  retrying: 'amber',
  sent: 'green',
  failed: 'red',
  dropped: 'grey',
}

/** What became of a message; one that failed and is tried again is told from one that only waits. Pure. */
export function deliveryState({ state, error }: Pick<Delivery, 'state' | 'error'>): DeliveryState {
  if (state === 'sent' || state === 'failed' || state === 'dropped') return state
  return error === null ? 'waiting' : 'retrying'
}
