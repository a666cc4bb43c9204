import { useTranslation } from 'react-i18next'
import { formatCount } from '../../lib/words/formats.ts'
import { kindLabelKey, walletKinds } from '../../lib/words/transfer-kinds.ts'
import { Money } from '../../ui/figures/Money.tsx'
import type { CreditTotals } from './credit-shapes.ts'
import blocks from '../../ui/Blocks.module.css'
import classes from './Credit.module.css'

interface KindTotalsProps {
  /** Undefined until they are known; the box is as high then. */
  totals: CreditTotals | undefined
  chosen: readonly string[] | undefined
  onChoose: (kinds: (typeof walletKinds)[number][] | undefined) => void
}

/** In, out and net of the whole filter, and the same by kind; a kind is also a filter. */
export function KindTotals({ totals, chosen, onChoose }: KindTotalsProps) {
  const { t } = useTranslation('credit-transactions')
  return (
    <section className={classes['totals']} aria-label={t('totals.title')} aria-busy={totals === undefined}>
      <dl className={`${blocks['sums']} ${classes['sums']}`}>
        {(['inMinor', 'outMinor', 'netMinor'] as const).map((key) => (
          <div key={key}>
            <dt>{t(`totals.${key}`)}</dt>
            <dd>
              <Money minor={totals?.[key]} colour={key === 'netMinor'} />
            </dd>
          </div>
        ))}
      </dl>
      <ul className={classes['kinds']}>
        {totals?.kinds.length === 0 && <li className={blocks['note']}>{t('totals.none')}</li>}
        {totals?.kinds.map((each) => {
          const kind = walletKinds.find((known) => known === each.kind)
          const isChosen = chosen?.length === 1 && chosen[0] === each.kind
          return (
            <li key={each.kind}>
              <button
                type="button"
                className={classes['kind']}
                aria-pressed={isChosen}
                disabled={kind === undefined}
                onClick={() => onChoose(isChosen || kind === undefined ? undefined : [kind])}
              >
                <span>
                  {t(kindLabelKey(each.kind))} ·{' '}
                  {t('totals.count', { count: each.count, shown: formatCount(each.count) })}
                </span>
                <strong>
                  <Money minor={each.inMinor - Math.abs(each.outMinor)} signed />
                </strong>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
