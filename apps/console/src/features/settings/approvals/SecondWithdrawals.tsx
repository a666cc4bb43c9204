import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Settings.module.css'

/** Withdrawals whose second approval is this person's to give; given on their own sheet. None: nothing. */
export function SecondWithdrawals() {
  const { t } = useTranslation('settings')
  const { data } = useQueryCall('approvals.withdrawals', {}, { isTracked: false, live: 'approval' })
  const records = data?.records ?? []
  if (records.length === 0) return null
  return (
    <section className={blocks['card']} aria-label={t('second.title')}>
      <h2>{t('second.title')}</h2>
      <p className={blocks['note']}>{t('second.lead')}</p>
      <ul className={`${blocks['list']} ${classes['checks']}`}>
        {records.map(({ id, reference, username, amountMinor, firstApprover, firstApprovedAt }) => (
          <li key={id}>
            <AppLink href={hrefOf({ to: '/pre-transaction/request', search: { open: id } })}>
              {reference}
            </AppLink>{' '}
            <Money minor={amountMinor} unit={t('baht')} /> · {username} ·{' '}
            {t('checks.given', { name: firstApprover })} <Time at={firstApprovedAt} />
          </li>
        ))}
      </ul>
    </section>
  )
}
