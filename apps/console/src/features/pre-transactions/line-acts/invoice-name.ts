import type { TFunction } from 'i18next'
import { formatMonth, type Reading } from '../../../lib/words/formats.ts'
import type { LineWhole } from '../lines/line-shapes.ts'

type Invoice = Pick<LineWhole['handling']['invoicesSuggested'][number], 'kind' | 'month'>

/** What an invoice is for: a month, or money that is sent ahead. */
export const invoiceFor = (
  { kind, month }: Invoice,
  t: TFunction<'pre-transactions-acts'>,
  reading: Reading,
): string => (kind === 'topUp' ? t('payInvoice.topUp') : formatMonth(month, reading))
