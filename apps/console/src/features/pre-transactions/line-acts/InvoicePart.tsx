import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { useIsAway } from '../../../lib/call/connection.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { formatMonth } from '../../../lib/words/formats.ts'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { useReading } from '../../../ui/use-reading.ts'
import type { LineWhole } from '../lines/line-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'

interface InvoicePartProps {
  handling: LineWhole['handling']
  onAct: (act: 'askUninvoice' | 'payInvoice') => void
}

/** The invoice that a line paid, and those that an open one may pay. */
export function InvoicePart({ handling, onAct }: InvoicePartProps) {
  const { asked, invoicePayment: payment, invoicesSuggested } = handling
  return (
    <>
      {payment !== null && <InvoiceCard payment={payment} isWaiting={asked !== null} onAct={onAct} />}
      {asked === null && <InvoiceHint invoices={invoicesSuggested} onAct={() => onAct('payInvoice')} />}
    </>
  )
}

interface InvoiceCardProps {
  payment: NonNullable<LineWhole['handling']['invoicePayment']>
  isWaiting: boolean
  onAct: (act: 'askUninvoice') => void
}

/** Which invoice of a distributor a line paid, and by whose word. */
function InvoiceCard({ payment, isWaiting, onAct }: InvoiceCardProps) {
  const { t } = useTranslation('pre-transactions-acts')
  const reading = useReading()
  const isAway = useIsAway()
  const mayAct = useAllows()({ pretransactionNotMatch: ['isRead', 'isUpdate'] }) && !isWaiting
  const { invoice, by, checker, reason, paidAt, reversedAt } = payment
  const title = t('payInvoice.card', { name: invoice.distributor.name })
  return (
    <section className={blocks.card} aria-label={title}>
      <div className={blocks.sides}>
        <b>{title}</b>
        <Status
          tone={reversedAt === null ? 'green' : 'grey'}
          label={t(reversedAt === null ? 'payInvoice.stands' : 'payInvoice.isBack')}
        />
      </div>
      <p>
        <ScreenLink
          to="/distributor/providers"
          search={{ open: invoice.distributor.id }}
          className={blocks.wordLink}
        >
          {t('payInvoice.ofMonth', { month: formatMonth(invoice.month, reading) })}
        </ScreenLink>
      </p>
      <p className={blocks.quiet}>
        {[by, checker].filter((name) => name !== null).join(' · ')} <Time at={paidAt} show="exact" />
      </p>
      <p>{reason}</p>
      {reversedAt === null && mayAct && (
        <div className={blocks.buttons}>
          <Button size="sm" variant="default" disabled={isAway} onClick={() => onAct('askUninvoice')}>
            {t('askUninvoice.button')}
          </Button>
        </div>
      )}
    </section>
  )
}

interface InvoiceHintProps {
  invoices: LineWhole['handling']['invoicesSuggested']
  onAct: () => void
}

/** An open line is exactly what an unpaid invoice comes to: people look, and decide. */
function InvoiceHint({ invoices, onAct }: InvoiceHintProps) {
  const { t } = useTranslation('pre-transactions-acts')
  const reading = useReading()
  const isAway = useIsAway()
  const mayAct = useAllows()({ pretransactionNotMatch: ['isRead', 'isUpdate'] })
  if (invoices.length === 0) return null
  const name = invoices
    .map(({ distributor, month }) => `${distributor.name} ${formatMonth(month, reading)}`)
    .join(', ')
  return (
    <section className={blocks.card} aria-label={t('payInvoice.button')}>
      <p>{t('payInvoice.suggested', { name })}</p>
      {mayAct && (
        <div className={blocks.buttons}>
          <Button size="sm" variant="default" disabled={isAway} onClick={onAct}>
            {t('payInvoice.suggestedAct')}
          </Button>
        </div>
      )}
    </section>
  )
}
