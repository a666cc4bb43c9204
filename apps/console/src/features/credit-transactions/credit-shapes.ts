import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf, OutputOf } from '@khlang/contract/define.ts'

export type CreditRow = OutputOf<CallOf<'creditTransactions.list'>>['records'][number]
export type CreditListInput = InputOf<CallOf<'creditTransactions.list'>>
export type CreditTotals = OutputOf<CallOf<'creditTransactions.totals'>>
export type Journal = OutputOf<CallOf<'creditTransactions.journal'>>
