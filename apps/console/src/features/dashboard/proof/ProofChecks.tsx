import { useTranslation } from 'react-i18next'
import { proofChecks } from '@khlang/contract/values/value-lists.ts'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import type { ProofAnswer } from './proof-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from './Proof.module.css'

type Check = ProofAnswer['checks'][number]

/** Each promise of the book: whether it held when it was looked at last, and what broke it. */
export function ProofChecks({ checks }: { checks: readonly Check[] }) {
  const { t } = useTranslation('dashboard')
  return (
    <Card title={t('proof.checks')}>
      <p className={blocks['quiet']}>{t('proof.checksLead')}</p>
      <ul className={classes['checks']}>
        {proofChecks.map((code) => (
          <CheckLine key={code} code={code} check={checks.find((one) => one.code === code)} />
        ))}
      </ul>
    </Card>
  )
}

function standingOf(check: Check | undefined) {
  if (check === undefined) return { word: 'waiting', tone: 'grey' } as const
  if (check.found === null) return { word: 'overdue', tone: 'amber' } as const
  return check.found === 0
    ? ({ word: 'holds', tone: 'green' } as const)
    : ({ word: 'broken', tone: 'red' } as const)
}

function CheckLine({ code, check }: { code: Check['code']; check: Check | undefined }) {
  const { t } = useTranslation('dashboard')
  const { word, tone } = standingOf(check)
  return (
    <li>
      <span className={blocks['sides']}>
        <span>{t(`proof.check.${code}`)}</span>
        <span className={blocks['marks']}>
          {check && (
            <span className={blocks['muted']}>
              <Time at={check.checkedAt} />
            </span>
          )}
          <Status tone={tone} label={t(`proof.word.${word}`, { count: check?.found ?? 0 })} />
        </span>
      </span>
      {check?.example && <code className={classes['example']}>{check.example}</code>}
    </li>
  )
}
