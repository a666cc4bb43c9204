import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'

export type CreditRow = OutputOf<CallOf<'creditTransactions.list'>>['records'][number]
export type CreditTotals = OutputOf<CallOf<'creditTransactions.totals'>>
export type Journal = OutputOf<CallOf<'creditTransactions.journal'>>
