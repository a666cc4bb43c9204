import { formatBaht } from '@khlang/money/amount.ts'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { dateOnText, idOf } from '../../../lib/address/search-values.ts'
import type { RawSearch } from '../../../lib/address/search.ts'
import type { Tone } from '../../../ui/figures/Status.tsx'

export type Side = 'deposit' | 'withdraw'
type Detail = OutputOf<CallOf<'preTransactions.reconcileDepositRow'>>
export type CompareDetail = Detail
export type CompareRow = Detail['row']
export type CompareClass = CompareRow['class']
export type CompareDecision = CompareRow['decisions'][number]
export type DayTotals = OutputOf<CallOf<'preTransactions.reconcileDepositTotals'>>
type SheetRow = OutputOf<CallOf<'preTransactions.reconcileDepositPreview'>>['records'][number]

/** A row of the file, and what came of it once it was sent. */
export interface SentRow extends SheetRow {
  readonly outcome: { readonly state: 'done' | 'waiting' | 'failed'; readonly text: string | null } | null
  /** Kept over retries: a row is decided once. */
  readonly key: string
}

/** Whether sending it may do something: it was not sent, or was and came to nothing. Pure. */
export const isToSend = ({ error, outcome }: Pick<SentRow, 'error' | 'outcome'>): boolean =>
  error === null && (outcome === null || outcome.state === 'failed')

/** The calls of each side; both screens are one kit. */
export const callsOf = {
  deposit: {
    accounts: 'preTransactions.reconcileDepositAccounts',
    list: 'preTransactions.reconcileDepositList',
    totals: 'preTransactions.reconcileDepositTotals',
    row: 'preTransactions.reconcileDepositRow',
    decide: 'preTransactions.reconcileDepositDecide',
    sheet: 'preTransactions.reconcileDepositSheet',
    preview: 'preTransactions.reconcileDepositPreview',
  },
  withdraw: {
    accounts: 'preTransactions.reconcileWithdrawAccounts',
    list: 'preTransactions.reconcileWithdrawList',
    totals: 'preTransactions.reconcileWithdrawTotals',
    row: 'preTransactions.reconcileWithdrawRow',
    decide: 'preTransactions.reconcileWithdrawDecide',
    sheet: 'preTransactions.reconcileWithdrawSheet',
    preview: 'preTransactions.reconcileWithdrawPreview',
  },
} as const satisfies Record<Side, Record<string, string>>

/** How the address names an account and a day; what is none of these is nothing. */
export const dayReads = {
  accountId: (raw: RawSearch[string] | undefined) => idOf(raw, 'oba'),
  on: dateOnText,
} as const
export const parseDay = (raw: RawSearch) => ({
  accountId: dayReads.accountId(raw['accountId']),
  on: dayReads.on(raw['on']),
})

/** Flags of whoever decides on a side. */
export const mayUpdate = {
  deposit: { pretransactionReconcileDeposit: ['isRead', 'isUpdate'] },
  withdraw: { pretransactionReconcileWithdraw: ['isRead', 'isUpdate'] },
} as const

/** What a person must look at stands out; what explains itself does not. */
export const classTones: Readonly<Record<CompareClass, Tone>> = {
  matchedAuto: 'green',
  matchedManual: 'green',
  forced: 'purple',
  overAmount: 'red',
  underAmount: 'red',
  expected: 'blue',
  missing: 'red',
  extra: 'amber',
  dataMismatch: 'red',
  duplicate: 'amber',
  doublePaid: 'red',
  partiallyReconciled: 'amber',
  late: 'grey',
  internal: 'green',
  ignored: 'grey',
  void: 'grey',
}

/** Who paid, or was paid, as far as the bank printed it. */
export function payerOf(line: CompareRow['line']): string {
  const { payerBank = null, payerMask = null, payerName = null } = line ?? {}
  return [payerBank, payerMask?.replaceAll('?', 'x'), payerName].filter(Boolean).join(' ')
}

/** What a row is called aloud. */
export const nameOf = ({ record, line }: CompareRow): string =>
  record?.reference ?? formatBaht(line?.amountMinor ?? 0)
