import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import type { invoiceStates, reportDifferenceStates } from '@khlang/contract/play/distributor-values.ts'
import type { Words } from '../../lib/list/columns.tsx'
import { bangkokDateOn, formatDateOn, formatMonth } from '../../lib/words/formats.ts'
import { Status, type Tone } from '../../ui/figures/Status.tsx'

export type Distributor = OutputOf<CallOf<'distributors.get'>>
export type Contract = Distributor['contracts'][number]
export type Invoice = Distributor['invoices'][number]
export type Report = OutputOf<CallOf<'distributors.report'>>
export type ReportPreview = OutputOf<CallOf<'distributors.previewReport'>>

/** A report by its provider, and by its file where it has one. */
export const reportTitle = ({ provider, name }: Report, { reading }: Pick<Words, 'reading'>): string =>
  [provider.name[reading.language], ...(name === null ? [] : [name])].join(' · ')

/** Contracts are with who runs games, reports and invoices with who reconciles. */
export const mayContract = { gameManagement: ['isUpdate'] } as const
export const mayReconcile = { reconcile: ['isUpdate'] } as const

const invoiceTones: Readonly<Record<(typeof invoiceStates)[number], Tone>> = {
  draft: 'grey',
  issued: 'blue',
  paid: 'green',
  disputed: 'red',
}
const differenceTones: Readonly<Record<(typeof reportDifferenceStates)[number], Tone>> = {
  open: 'amber',
  disputed: 'red',
  accepted: 'green',
}

export function invoiceMark(
  { kind, state, settledMinor }: Pick<Invoice, 'kind' | 'state' | 'settledMinor'>,
  { t }: Pick<Words, 't'>,
) {
  const mark = state === 'issued' && settledMinor !== null ? 'settled' : state
  const ahead = { issued: 'invoices.askedTopUp', settled: 'invoices.settledTopUp' } as const
  const isAhead = kind === 'topUp' && (mark === 'issued' || mark === 'settled')
  return <Status tone={invoiceTones[state]} label={t(isAhead ? ahead[mark] : `invoiceStates.${mark}`)} />
}

export const differenceMark = (state: (typeof reportDifferenceStates)[number], { t }: Pick<Words, 't'>) => (
  <Status tone={differenceTones[state]} label={t(`differenceStates.${state}`)} />
)

type Row = OutputOf<CallOf<'distributors.list'>>['records'][number]

/** Whether less is left of what was sent ahead than two agreed to be told of; 0: they are not. Pure. */
export const isLow = ({ prepaid, lowBalanceMinor }: Pick<Row, 'prepaid' | 'lowBalanceMinor'>): boolean =>
  prepaid !== null && lowBalanceMinor > 0 && prepaid.leftMinor < lowBalanceMinor

/** A change of its terms that waits, too little that is left of what was sent ahead, else its state. */
export function stateMark(
  {
    isAsked,
    state,
    prepaid,
    lowBalanceMinor,
  }: Pick<Row, 'isAsked' | 'state' | 'prepaid' | 'lowBalanceMinor'>,
  { t }: Pick<Words, 't'>,
) {
  if (isAsked) return <Status tone="amber" label={t('isAskedShort')} />
  if (state === 'active' && isLow({ prepaid, lowBalanceMinor }))
    return <Status tone="red" label={t('isLow')} />
  return <Status tone={state === 'active' ? 'green' : 'grey'} label={t(`states.${state}`)} />
}

/** How the newest invoice stands, and of which month it is; or that a month that is over has none yet. */
export function newestInvoice(
  { invoice, unbilledMonth }: Pick<Row, 'invoice' | 'unbilledMonth'>,
  words: Words,
) {
  const { t, reading } = words
  if (unbilledMonth !== null)
    return <Status tone="amber" label={t('unbilled', { month: formatMonth(unbilledMonth, reading) })} />
  if (invoice === null) return '–'
  return (
    <>
      {invoiceMark(invoice, words)} {formatMonth(invoice.month, reading)}
    </>
  )
}

/** A day until which something is to be paid; marked, with a word before it, where that is over. */
export function dueMark(on: string, { t, reading }: Words) {
  const shown = formatDateOn(on, reading)
  if (on >= bangkokDateOn(Date.now())) return shown
  return <Status tone="red" label={t('owedLate', { on: shown })} />
}

/** Until when what is owed is to be paid, or since when it was. */
export const owedDue = ({ owedDueOn }: Pick<Distributor, 'owedDueOn'>, words: Words) =>
  owedDueOn === null ? '–' : dueMark(owedDueOn, words)

/** The first day of the month before that of a date. Pure. */
export function monthBefore(month: string): string {
  const before = new Date(Date.parse(`${month}T00:00:00Z`) - 86_400_000)
  return `${before.toISOString().slice(0, 7)}-01`
}
