import { useTranslation } from 'react-i18next'
import { Money } from '../../../ui/figures/Money.tsx'
import { DateOn, Time } from '../../../ui/figures/Time.tsx'
import type { Day } from '../day-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Reconcile.module.css'

/** Lines of this day by the bank that came after it was closed. */
export function LateList({ day: { late } }: { day: Day }) {
  const { t } = useTranslation('reconcile')
  if (late.length === 0) return null
  return (
    <section className={blocks['card']} aria-label={t('late.title')}>
      <h3>{t('late.title')}</h3>
      <p className={blocks['note']}>{t('late.lead')}</p>
      <dl className={classes['statement']}>
        {late.map(({ lineId, label, bankTime, receivedAt, amountMinor, postedOn }) => (
          <div key={lineId}>
            <dt>
              {label} · <Time at={bankTime ?? receivedAt} show="exact" /> ·{' '}
              {postedOn === null ? (
                t('late.notPosted')
              ) : (
                <>
                  {t('late.postedOn')} <DateOn on={postedOn} />
                </>
              )}
            </dt>
            <dd>
              <Money minor={amountMinor} signed />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
