import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../lib/address/navigation.tsx'
import { useQueryCall } from '../../lib/call/query.ts'
import { useAllows } from '../../lib/person/permissions.ts'
import { formatMoney } from '../../lib/words/formats.ts'
import blocks from '../../ui/Blocks.module.css'
import classes from './Transfers.module.css'

/** A transfer that was asked for just now. */
export interface Sent {
  readonly id: string
  readonly state: 'done' | 'waiting'
  readonly amountMinor: number
}

/** Says under which reference a transfer was asked for, until the next one is typed. */
export function SentNote({ sent: { id, state, amountMinor } }: { sent: Sent }) {
  const { t } = useTranslation('own-transfers')
  const isEnabled = useAllows()({ paymentAutoTransfer: ['isRead'] })
  const { data } = useQueryCall('ownTransfers.get', { id }, { isEnabled, isTracked: false })
  return (
    <p className={classes['sent']} role="status">
      {t(`form.sent.${state}`, { reference: data?.reference ?? '', amount: formatMoney(amountMinor) })}{' '}
      {isEnabled && (
        <ScreenLink className={blocks['wordLink']} to="/payment-auto/transfer" search={{ open: id }}>
          {t('form.sent.open')}
        </ScreenLink>
      )}
    </p>
  )
}
