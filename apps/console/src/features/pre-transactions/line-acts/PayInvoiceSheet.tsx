import { formatBaht } from '@khlang/money/amount.ts'
import { Checkbox, Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Asked } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { useActForm } from '../../../lib/form/use-act-form.ts'
import { formatDateOn } from '../../../lib/words/formats.ts'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import { useReading } from '../../../ui/use-reading.ts'
import { doneNote, payerFacts, takenBy, type LineActProps } from '../lines/line-act.tsx'
import { invoiceFor } from './invoice-name.ts'
import { reasonWorded } from './reason-worded.ts'
import '../../../ui/kit-later.ts'
import blocks from '../../../ui/Blocks.module.css'
import detailClasses from '../lines/LineDetail.module.css'

interface Draft {
  /** Empty until somebody chooses; the only one of exactly this amount stands chosen. */
  invoiceId: string
  isConfirmed: boolean
}

/** An outgoing line paid an invoice of a distributor: which one, and why; two must agree. */
export function PayInvoiceSheet({ line, onClose, onDone, onTaken }: LineActProps) {
  const { t } = useTranslation('pre-transactions-acts')
  const { t: tLine } = useTranslation('pre-transactions-lines')
  const reading = useReading()
  const { id, version } = line
  const amount = formatBaht(line.amountMinor)
  const query = useQueryCall('preTransactions.invoiceOptions', { id }, { isTracked: false })
  const options = query.data?.records ?? []
  const exact = options.filter(({ isExact }) => isExact)
  const start: Draft = { invoiceId: '', isConfirmed: false }
  const chosenOf = ({ invoiceId }: Draft) =>
    options.find(({ invoice }) => invoice.id === invoiceId) ?? (exact.length === 1 ? exact[0] : undefined)
  const form = useActForm({
    call: 'preTransactions.askInvoice',
    area: 'pre-transactions-acts',
    about: id,
    start,
    input: (draft, { reason }) => ({
      id,
      version,
      invoiceId: chosenOf(draft)?.invoice.id ?? '',
      invoiceVersion: chosenOf(draft)?.version ?? 0,
      isConfirmed: draft.isConfirmed,
      reason,
    }),
    refreshes: ['preTransactions', 'distributors', 'approvals'],
    worded: reasonWorded(t),
    onDone: ({ state }) => onDone(doneNote(line, state === 'waiting' ? 'invoiceAsked' : 'invoiceAlone')),
    onRefused: takenBy(line, onTaken),
  })
  const chosen = chosenOf(form.draft)
  const marksOf = ({ invoice, settledMinor, dueOn, isExact, isAsked }: (typeof options)[number]): string =>
    [
      isExact ? t('payInvoice.isExact') : formatBaht(settledMinor),
      ...(invoice.kind === 'topUp' ? [] : [t('payInvoice.dueOn', { on: formatDateOn(dueOn, reading) })]),
      ...(isAsked ? [t('payInvoice.isAsked')] : []),
    ].join(' · ')
  return (
    <Confirm
      {...form.sheet}
      canSubmit={form.sheet.canSubmit && chosen?.isExact === true}
      onClose={onClose}
      title={t('payInvoice.title', { amount })}
      submitLabel={t('payInvoice.submit', { amount })}
      facts={payerFacts(tLine, line)}
      reason={{ label: t('payInvoice.reason'), isRequired: true, description: tLine('reasonHelp') }}
      notice={t(chosen?.invoice.kind === 'topUp' ? 'payInvoice.noticeAhead' : 'payInvoice.notice')}
    >
      <Asked query={query} height={64} isInline>
        {({ records }) =>
          records.length === 0 ? (
            <p className={blocks.quiet}>{t('payInvoice.none')}</p>
          ) : (
            <Radio.Group
              label={t('payInvoice.choose')}
              description={exact.length === 0 ? t('payInvoice.noneExact') : undefined}
              value={chosen?.invoice.id ?? ''}
              onChange={(invoiceId) => form.change({ invoiceId })}
            >
              <div className={detailClasses.choices}>
                {records.map((option) => (
                  <Radio
                    key={option.invoice.id}
                    value={option.invoice.id}
                    label={`${option.invoice.distributor.name} ${invoiceFor(option.invoice, t, reading)}`}
                    description={marksOf(option)}
                    disabled={!option.isExact}
                  />
                ))}
              </div>
            </Radio.Group>
          )
        }
      </Asked>
      {line.isPossibleDouble && (
        <Checkbox {...form.flag('isConfirmed')} label={t('refund.sureNotDouble')} />
      )}
    </Confirm>
  )
}
