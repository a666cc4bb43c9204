import { Button } from '@mantine/core'
import { useWords } from '../../../lib/list/use-words.ts'
import { formatBps } from '../../../lib/words/formats.ts'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { DateOn } from '../../../ui/figures/Time.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import type { Contract } from '../distributor-shapes.tsx'
import blocks from '../../../ui/Blocks.module.css'

/** Whether nothing is owed for the month so far, for members won more than they lost. Pure. */
const isLost = ({ types, feeMinor }: Contract): boolean =>
  feeMinor === 0 && types.reduce((sum, { ggrMinor }) => sum + ggrMinor, 0) < 0

interface ContractsProps {
  contracts: readonly Contract[]
  /** Null: one may not. */
  onEnd: ((contract: Contract) => void) | null
}

/** The contracts of a distributor: what was played under each this month by type, and what it costs. */
export function Contracts({ contracts, onEnd }: ContractsProps) {
  const { t, reading } = useWords('distributors')
  return (
    <Card title={t('contracts.title')}>
      {contracts.length === 0 && <p className={blocks['note']}>{t('contracts.none')}</p>}
      <ul className={blocks['list']} data-spaced>
        {contracts.map((contract) => (
          <li key={contract.id}>
            <div className={blocks['sides']}>
              <strong>
                {contract.provider.name[reading.language]} · {t(`types.${contract.gameType}`)}
              </strong>
              <span>{t('contracts.share', { share: formatBps(contract.feeBps) })}</span>
            </div>
            <p className={blocks['note']}>
              <DateOn on={contract.validFrom} /> –{' '}
              {contract.validUntil === null ? t('contracts.noEnd') : <DateOn on={contract.validUntil} />}
            </p>
            {contract.types.map((line) => (
              <div key={line.type} className={blocks['sides']}>
                <span>{t('contracts.won', { type: t(`types.${line.type}`) })}</span>
                <Money minor={line.ggrMinor} colour />
              </div>
            ))}
            <div className={blocks['sides']}>
              <span>{t('field.feeMinor')}</span>
              <Money minor={contract.feeMinor} />
            </div>
            {isLost(contract) && <p className={blocks['note']}>{t('contracts.lost')}</p>}
            {contract.isAsked && <Status tone="amber" label={t('isAskedShort')} />}
            {onEnd && !contract.isAsked && (
              <Button variant="default" size="compact-sm" onClick={() => onEnd(contract)}>
                {t('act.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
