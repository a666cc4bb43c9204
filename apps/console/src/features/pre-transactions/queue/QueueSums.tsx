import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/words/formats.ts'
import { Money } from '../../../ui/figures/Money.tsx'
import type { QueueTotals } from '../rows/queue-shapes.ts'
import classes from './QueueSums.module.css'

/** Deposits, withdrawals and the difference over the whole filter, by the server, and what is not in them. */
export function QueueSums({ totals }: { totals: QueueTotals | undefined }) {
  const { t } = useTranslation('pre-transactions-queue')
  const sums = [
    { key: 'deposits', count: totals?.depositCount, minor: totals?.depositMinor },
    { key: 'withdrawals', count: totals?.withdrawalCount, minor: totals?.withdrawalMinor },
    { key: 'net', count: undefined, minor: totals?.netMinor },
  ] as const
  const notCounted = totals?.notCountedCount ?? 0
  return (
    <div className={classes['sumsAndNote']}>
      <dl className={classes['sums']} aria-label={t('sums.label')}>
        {sums.map(({ key, count, minor }) => (
          <div key={key}>
            <dt>
              {t(`sums.${key}`)}
              {count !== undefined && ` (${formatCount(count)})`}
            </dt>
            <dd>
              <Money minor={minor} />
            </dd>
          </div>
        ))}
      </dl>
      {notCounted > 0 && (
        <p className={classes['notCounted']}>
          {t('sums.notCounted', { count: notCounted, shown: formatCount(notCounted) })}
        </p>
      )}
    </div>
  )
}
