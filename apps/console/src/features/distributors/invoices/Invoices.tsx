import { Button } from '@mantine/core'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { useWords } from '../../../lib/list/use-words.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { formatMonth } from '../../../lib/words/formats.ts'
import { Status } from '../../../ui/figures/Status.tsx'
import { DateOn } from '../../../ui/figures/Time.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import { dueMark, invoiceMark, type Invoice } from '../distributor-shapes.tsx'
import { Figure } from './Figure.tsx'
import type { InvoiceAct } from './InvoiceSheets.tsx'
import blocks from '../../../ui/Blocks.module.css'

/** What may be done with an invoice as it stands. Pure. */
function actsOf({ kind, state, settledMinor, isAsked }: Invoice): readonly InvoiceAct[] {
  if (isAsked || settledMinor !== null) return []
  if (kind === 'topUp') return state === 'issued' ? ['settle', 'dispute'] : ['issue']
  if (state === 'draft') return ['issue', 'settle']
  return state === 'issued' ? ['settle', 'dispute', 'issue'] : ['issue']
}

interface InvoicesProps {
  /** The month that ended last, where nobody reckoned its invoice yet. */
  unbilledMonth: string | null
  invoices: readonly Invoice[]
  /** Null: one may not. */
  onAct: ((act: InvoiceAct, invoice: Invoice) => void) | null
}

/** The invoices of a distributor, the newest month first: ours, theirs, and what became of each. */
export function Invoices({ unbilledMonth, invoices, onAct }: InvoicesProps) {
  const words = useWords('distributors')
  const { t } = words
  return (
    <Card title={t('invoices.title')}>
      {unbilledMonth !== null && (
        <p className={blocks['warn']} data-tone="amber">
          {t('unbilled', { month: formatMonth(unbilledMonth, words.reading) })}
        </p>
      )}
      {invoices.length === 0 && unbilledMonth === null && (
        <p className={blocks['note']}>{t('invoices.none')}</p>
      )}
      <ul className={blocks['list']} data-spaced>
        {invoices.map((invoice) => (
          <li key={invoice.id}>
            <div className={blocks['sides']}>
              <strong>
                {invoice.kind === 'topUp' ? t('invoices.topUp') : formatMonth(invoice.month, words.reading)}
              </strong>
              {invoice.isAsked ? (
                <Status tone="amber" label={t('isAskedShort')} />
              ) : (
                invoiceMark(invoice, words)
              )}
            </div>
            <Figures invoice={invoice} />
            <p className={blocks['note']}>
              <Payment invoice={invoice} />
              {invoice.reason !== null && ` · ${invoice.reason}`}
            </p>
            {onAct && (
              <div className={blocks['buttons']}>
                {actsOf(invoice).map((act) => (
                  <Button key={act} variant="default" size="compact-sm" onClick={() => onAct(act, invoice)}>
                    {t(`invoices.acts.${act}`)}
                  </Button>
                ))}
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Figures({ invoice }: { invoice: Invoice }) {
  const { t } = useWords('distributors')
  const { kind, ggrMinor, feeMinor, toldMinor, differenceMinor, settledMinor } = invoice
  if (kind === 'topUp') return <Figure label={t('invoices.amount')} minor={settledMinor ?? toldMinor} />
  return (
    <>
      <Figure label={t('field.ggrMinor')} minor={ggrMinor} />
      <Figure label={t('field.feeMinor')} minor={feeMinor} />
      <Figure label={t('field.toldMinor')} minor={toldMinor} />
      {(differenceMinor ?? 0) !== 0 && (
        <Figure label={t('field.differenceMinor')} minor={differenceMinor} />
      )}
      {settledMinor !== null && <Figure label={t('field.settledMinor')} minor={settledMinor} />}
    </>
  )
}

/** How an invoice was paid; of one that is not: until when, and where that is done. */
function Payment({ invoice }: { invoice: Invoice }) {
  const words = useWords('distributors')
  const { t } = words
  const mayPay = useAllows()({ pretransactionNotMatch: ['isRead'] })
  const { kind, state, settledMinor, payment, paidReference, paidBy, isPaymentAsked } = invoice
  if (invoice.isDrawn) return t('invoices.drawn')
  if (paidReference !== null) return t('invoices.paidBy', { reference: paidReference, by: paidBy ?? '' })
  if (payment !== null) {
    const by = [payment.by, payment.checker].filter((name) => name !== null).join(' · ')
    return (
      <>
        {mayPay ? (
          <ScreenLink
            to="/pre-transaction/matching"
            search={{ tab: 'handled', line: payment.lineId }}
            className={blocks['wordLink']}
          >
            {t('invoices.paidByLine')}
          </ScreenLink>
        ) : (
          t('invoices.paidByLine')
        )}{' '}
        <DateOn on={payment.valueOn} /> · {by}
      </>
    )
  }
  if (state === 'paid') return t('invoices.nothingToPay')
  return (
    <>
      {kind === 'topUp' ? (
        <>
          {t('invoices.askedOn')} <DateOn on={invoice.dueOn} />
        </>
      ) : (
        <>
          {t('field.dueOn')} {dueMark(invoice.dueOn, words)}
        </>
      )}
      {settledMinor !== null && ` · ${t(isPaymentAsked ? 'invoices.payAsked' : 'invoices.payHint')} `}
      {settledMinor !== null && mayPay && (
        <ScreenLink
          to="/pre-transaction/matching"
          search={{ direction: 'out' }}
          className={blocks['wordLink']}
        >
          {t('invoices.payWhere')}
        </ScreenLink>
      )}
    </>
  )
}
