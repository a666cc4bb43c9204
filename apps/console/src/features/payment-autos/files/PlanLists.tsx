import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Money } from '../../../ui/figures/Money.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import type { FilePlan } from './file-shapes.ts'
import { NewRows } from './NewRows.tsx'
import blocks from '../../../ui/Blocks.module.css'

/** Row by row: what is wrong in a file, what contradicts, which holes it closes, what it brings. */
export function PlanLists({ plan }: { plan: FilePlan }) {
  const { t } = useTranslation('statement-files')
  return (
    <>
      <Lines title={t('plan.errors')} count={plan.errorCount}>
        {plan.errors.map(({ no, fault, cell }) => (
          <li key={`${no} ${fault}`} className={blocks['warn']}>
            {t('lists.row', { no })} {t(`rowFaults.${fault}`)}
            {cell !== '' && <code className={blocks['code']}> {cell}</code>}
          </li>
        ))}
      </Lines>
      <Lines title={t('lists.holes')} count={plan.holeCount}>
        {plan.holes.map(({ no, missingMinor }) => (
          <li key={no} className={blocks['warn']}>
            {t('lists.before', { no })} <Money minor={missingMinor} signed />
          </li>
        ))}
      </Lines>
      <Lines title={t('lists.contradictions')} count={plan.contradictionCount}>
        {plan.contradictions.map(({ kind, no, lineId, at, amountMinor, isBlocking }) => (
          <li key={lineId} className={blocks['warn']} data-tone={isBlocking ? 'red' : 'amber'}>
            {no !== null && `${t('lists.row', { no })} `}
            {t(`contradictions.${kind}`)} <Time at={at} show="exact" /> · <Money minor={amountMinor} />
          </li>
        ))}
      </Lines>
      <Lines title={t('lists.gaps')} count={plan.gaps.length}>
        {plan.gaps.map(({ fromAt, toAt, leftParts }) => (
          <li
            key={`${fromAt} ${toAt}`}
            className={blocks['warn']}
            data-tone={leftParts === 0 ? 'green' : 'amber'}
          >
            {fromAt !== null && <Time at={fromAt} show="exact" />} – <Time at={toAt} show="exact" /> ·{' '}
            {t(leftParts === 0 ? 'lists.closed' : 'lists.smaller')}
          </li>
        ))}
      </Lines>
      <NewRows plan={plan} />
    </>
  )
}

function Lines({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  if (count === 0) return null
  return (
    <section>
      <h3>{`${title} (${count})`}</h3>
      <ul className={blocks['list']} data-spaced>
        {children}
      </ul>
    </section>
  )
}
