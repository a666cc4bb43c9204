import type { AlertQueue } from '../../../lib/alerts/alert-queues.ts'
import { fitsTab, isWaiting, type QueueRow, type QueueTab } from '../rows/queue-shapes.ts'

/** What of the money queue calls a person for a tab of it: the tabs with both kinds call for both. */
export const alertsOfTab: Readonly<Record<QueueTab, readonly AlertQueue[]>> = {
  all: ['deposits', 'withdrawals'],
  waiting: ['deposits', 'withdrawals'],
  deposits: ['deposits'],
  withdrawals: ['withdrawals'],
  done: ['done'],
  cancelled: ['cancelled'],
}

const standsIn: Readonly<
  Record<'deposits' | 'withdrawals' | 'done' | 'cancelled', (row: QueueRow) => boolean>
> = {
  deposits: (row) => row.kind === 'deposit' && isWaiting(row),
  withdrawals: (row) => row.kind === 'withdrawal' && isWaiting(row),
  done: (row) => fitsTab('done', row),
  cancelled: (row) => fitsTab('cancelled', row),
}
const moneyQueues = ['deposits', 'withdrawals', 'done', 'cancelled'] as const

/**
 * The queues into which a row came. `before`: the row as it was last seen; null where it never was, and then
 * one that is older than the watch is no news. Pure.
 */
export function enteredBy(row: QueueRow, before: QueueRow | null, watchedSince: string): AlertQueue[] {
  if (before === null && row.at < watchedSince) return []
  return moneyQueues.filter((queue) => standsIn[queue](row) && !(before && standsIn[queue](before)))
}
