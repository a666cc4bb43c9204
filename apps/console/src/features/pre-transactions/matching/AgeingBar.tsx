import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/words/formats.ts'
import { Money } from '../../../ui/figures/Money.tsx'
import { ageBuckets } from './ageing.ts'
import type { LineTotals } from '../lines/line-shapes.ts'
import classes from '../lines/Matching.module.css'

/** Count and sum of the filter, and how long the lines have waited: a bar with the same figures beside it. */
export function AgeingBar({ totals }: { totals: LineTotals | undefined }) {
  const { t } = useTranslation(['pre-transactions-matching', 'pre-transactions'])
  if (totals === undefined) return <div className={classes.ageing} aria-busy />
  const buckets = ageBuckets(totals.ages)
  return (
    <div className={classes.ageing}>
      <p className={classes.totals}>
        {t(totals.isEstimate ? 'countAtLeast' : 'count', {
          count: totals.count,
          shown: formatCount(totals.count),
        })}
        {' · '}
        <b>
          <Money minor={totals.amountMinor} unit={t('pre-transactions:matching.baht')} />
        </b>
      </p>
      <div className={classes.bar} aria-hidden>
        {buckets
          .filter(({ count }) => count > 0)
          .map(({ key, count, step }) => (
            <span key={key} data-step={step} style={{ flexGrow: count }} />
          ))}
      </div>
      <ul className={classes.ages} aria-label={t('ages.label')}>
        {buckets.map(({ key, count, amountMinor, step }) => (
          <li key={key} data-none={count === 0 || undefined}>
            <i data-step={step} aria-hidden />
            {t(`ages.${key}`)} <b>{formatCount(count)}</b>
            {count > 0 && <Money minor={amountMinor} />}
          </li>
        ))}
      </ul>
    </div>
  )
}
