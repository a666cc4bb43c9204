import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { useReading } from '../../../ui/use-reading.ts'
import type { LineWhole } from '../lines/line-shapes.ts'
import { invoiceFor } from './invoice-name.ts'
import { ActHint, StandingCard } from './StandingCard.tsx'
import blocks from '../../../ui/Blocks.module.css'

interface InvoicePartProps {
  handling: LineWhole['handling']
  onAct: (act: 'askUninvoice' | 'payInvoice') => void
}

/** The invoice of a distributor that a line paid, by whose word; and those that an open one may pay. */
export function InvoicePart({ handling, onAct }: InvoicePartProps) {
  const { t } = useTranslation('pre-transactions-acts')
  const reading = useReading()
  const { asked, invoicePayment: payment, invoicesSuggested } = handling
  const names = invoicesSuggested.map(
    (invoice) => `${invoice.distributor.name} ${invoiceFor(invoice, t, reading)}`,
  )
  return (
    <>
      {payment !== null && (
        <StandingCard
          name={t('payInvoice.card', { name: payment.invoice.distributor.name })}
          label={t(payment.reversedAt === null ? 'payInvoice.stands' : 'payInvoice.isBack')}
          isBack={payment.reversedAt !== null}
          by={[payment.by, payment.checker]}
          at={payment.paidAt}
          reason={payment.reason}
          back={
            asked === null ? { label: t('askUninvoice.button'), run: () => onAct('askUninvoice') } : null
          }
        >
          <p>
            <ScreenLink
              to="/distributor/providers"
              search={{ open: payment.invoice.distributor.id }}
              className={blocks.wordLink}
            >
              {payment.invoice.kind === 'topUp'
                ? t('payInvoice.topUp')
                : t('payInvoice.ofMonth', { month: invoiceFor(payment.invoice, t, reading) })}
            </ScreenLink>
          </p>
        </StandingCard>
      )}
      {asked === null && names.length > 0 && (
        <ActHint
          name={t('payInvoice.button')}
          text={t('payInvoice.suggested', { name: names.join(', ') })}
          act={{ label: t('payInvoice.suggestedAct'), run: () => onAct('payInvoice') }}
        />
      )}
    </>
  )
}
