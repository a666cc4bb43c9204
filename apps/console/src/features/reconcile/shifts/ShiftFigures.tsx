import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/words/formats.ts'
import { Money } from '../../../ui/figures/Money.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Reconcile.module.css'

export type Shift = OutputOf<CallOf<'reconcile.shifts'>>['records'][number]

const parts = ['linked', 'approved', 'rejected', 'paid', 'adjusted'] as const

/** What was done in a shift, each with how often and how much. */
export function ShiftFigures({ figures }: { figures: Shift['figures'] }) {
  const { t } = useTranslation('reconcile')
  return (
    <dl className={classes['figures']}>
      {parts.map((part) => (
        <div key={part}>
          <dt className={blocks['muted']}>{t(`figures.${part}`)}</dt>
          <dd>
            <strong>{formatCount(figures[part].count)}</strong> ·{' '}
            <Money minor={figures[part].amountMinor} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
