import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf, OutputOf } from '@khlang/contract/kit/define.ts'
import {
  depositStates,
  waitingDepositStates,
  waitingWithdrawalStates,
  withdrawalStates,
  type queueTabs,
} from '@khlang/contract/values/value-lists.ts'

export type QueueList = OutputOf<CallOf<'preTransactions.queue'>>
export type QueueRow = QueueList['records'][number]
export type QueueTotals = OutputOf<CallOf<'preTransactions.queueTotals'>>
export type QueueFilter = InputOf<CallOf<'preTransactions.queueTotals'>>
export type OwnAccount = OutputOf<CallOf<'preTransactions.accounts'>>['records'][number]
export type Sheet = OutputOf<CallOf<'preTransactions.withdrawal'>>
export type Check = Sheet['checks'][number]
export type Approval = OutputOf<CallOf<'preTransactions.approvals'>>['records'][number]
export type FoundMember = OutputOf<CallOf<'preTransactions.searchMember'>>['records'][number]

export type QueueTab = (typeof queueTabs)[number]

/** States of deposits and withdrawals together. */
export const queueStates = [...new Set([...depositStates, ...withdrawalStates])]

const waitingStates: readonly string[] = [...waitingDepositStates, ...waitingWithdrawalStates]
const doneStates: readonly string[] = ['credited', 'paid']

/** A row that is not over yet. */
export const isWaiting = (row: QueueRow): boolean => waitingStates.includes(row.state)

/** Whether a row stands in a tab. Source: domain 4.5.2. */
export function fitsTab(tab: QueueTab, row: QueueRow): boolean {
  switch (tab) {
    case 'all':
      return true
    case 'deposits':
      return row.kind === 'deposit'
    case 'withdrawals':
      return row.kind === 'withdrawal'
    case 'waiting':
      return isWaiting(row)
    case 'done':
      return doneStates.includes(row.state)
    case 'cancelled':
      return !isWaiting(row) && !doneStates.includes(row.state)
  }
}

/** A withdrawal on which a person decides: approve, reject, send again or settle by its line. */
export const isDecidable = (row: QueueRow): boolean =>
  row.kind === 'withdrawal' && ['review', 'failed', 'unknown'].includes(row.state)

/** A withdrawal under review of which no check has anything to say: approving it needs no reading first. */
export const isGreen = (row: QueueRow): boolean => row.state === 'review' && row.checksFailed.length === 0

/** A deposit that still waits for its money can be refused. */
export const isRefusable = (row: QueueRow): boolean =>
  row.kind === 'deposit' && waitingDepositStates.some((state) => state === row.state)
