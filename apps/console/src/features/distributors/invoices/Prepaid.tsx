import { useWords } from '../../../lib/list/use-words.ts'
import { Money } from '../../../ui/figures/Money.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import { isLow, type Distributor } from '../distributor-shapes.tsx'
import { Figure } from './Figure.tsx'
import blocks from '../../../ui/Blocks.module.css'

interface PrepaidProps {
  prepaid: NonNullable<Distributor['prepaid']>
  lowBalanceMinor: number
}

/** What a distributor that is paid ahead keeps of ours, and what is left with the fees of months so far. */
export function Prepaid({ prepaid, lowBalanceMinor }: PrepaidProps) {
  const { t } = useWords('distributors')
  const isTold = isLow({ prepaid, lowBalanceMinor })
  const figures = ['balanceMinor', 'costsMinor', 'leftMinor'] as const
  return (
    <Card title={t('billings.prepaid')}>
      {figures.map((figure) => (
        <Figure
          key={figure}
          label={t(`field.${figure}`)}
          minor={prepaid[figure]}
          colour={figure === 'leftMinor'}
        />
      ))}
      {lowBalanceMinor > 0 && (
        <p className={blocks[isTold ? 'warn' : 'note']} {...(isTold ? { 'data-tone': 'amber' } : {})}>
          {t(isTold ? 'invoices.low' : 'field.lowBalanceMinor')} <Money minor={lowBalanceMinor} />
        </p>
      )}
    </Card>
  )
}
