import { useTranslation } from 'react-i18next'
import { formatCount, formatMoney } from '../../lib/words/formats.ts'
import { ScrollRegion } from '../../ui/figures/ScrollRegion.tsx'
import { Time } from '../../ui/figures/Time.tsx'
import blocks from '../../ui/Blocks.module.css'
import tables from '../../ui/PlainTable.module.css'
import type { Side } from './setting-shapes.ts'
import classes from './Website.module.css'

interface TrialSideProps {
  readonly name: 'deposits' | 'withdrawals'
  readonly side: Side
}

const figures = (of: { readonly count: number; readonly amountMinor: number }) => ({
  count: formatCount(of.count),
  amount: formatMoney(of.amountMinor),
})

/** Deposits or withdrawals of the day: what would have been otherwise, and what nobody can tell. */
export function TrialSide({ name, side }: TrialSideProps) {
  const { t } = useTranslation('website')
  const { isTouched, count, moved, unknown, same } = side
  const isAllSame = isTouched && moved.length === 0 && same > 0
  return (
    <div className={classes['side']} data-trial={name}>
      <h4>{t(`trial.${name}`)}</h4>
      {!isTouched && <p className={blocks['quiet']}>{t('trial.untouched')}</p>}
      {isTouched && count === 0 && <p className={blocks['quiet']}>{t('trial.empty')}</p>}
      {isAllSame && <p className={blocks['note']}>{t('trial.same', { count: formatCount(same) })}</p>}
      <ul className={blocks['list']}>
        {moved.map((each) => (
          <li key={`${each.from} ${each.to}`}>
            {t(`trial.outcome.${each.from}`)} → <b>{t(`trial.outcome.${each.to}`)}</b>{' '}
            {t('trial.moved', figures(each))}
          </li>
        ))}
        {unknown.map((each) => (
          <li key={each.why} className={blocks['muted']}>
            {t('trial.unknown', figures(each))}: {t(`trial.why.${each.why}`)}
          </li>
        ))}
      </ul>
      {side.isCut && <p className={blocks['quiet']}>{t('trial.cut', { count: formatCount(count) })}</p>}
      {side.rows.length > 0 && <Rows side={side} />}
    </div>
  )
}

function Rows({ side: { rows, moved } }: Pick<TrialSideProps, 'side'>) {
  const { t } = useTranslation('website')
  const all = moved.reduce((sum, { count }) => sum + count, 0)
  return (
    <ScrollRegion className={classes['rows']} label={t('trial.rows')}>
      <table className={tables['plain']} aria-label={t('trial.rows')}>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" data-raw>
                {row.label}
              </th>
              <td>
                <Time at={row.at} />
              </td>
              <td className={classes['figure']}>{formatMoney(row.amountMinor)}</td>
              <td>
                {t(`trial.outcome.${row.from}`)} → {t(`trial.outcome.${row.to}`)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {all > rows.length && (
        <p className={blocks['quiet']}>{t('trial.shown', { count: formatCount(rows.length) })}</p>
      )}
    </ScrollRegion>
  )
}
