import { faultRuns } from '@khlang/contract/values/value-lists.ts'
import { useTranslation } from 'react-i18next'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import type { ProofAnswer } from './proof-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from './Proof.module.css'

type Run = ProofAnswer['faultRuns'][number]

/** What the program was last found to bear: kills under load, strangers, a database out of reach. */
export function FaultRuns({ runs }: { runs: readonly Run[] }) {
  const { t } = useTranslation('dashboard')
  return (
    <Card title={t('proof.faults.title')}>
      <p className={blocks['quiet']}>{t('proof.faults.lead')}</p>
      <ul className={classes['checks']}>
        {faultRuns.map((name) => (
          <RunLine key={name} name={name} run={runs.find((one) => one.name === name)} />
        ))}
      </ul>
    </Card>
  )
}

const minutesOf = ({ beganAt, endedAt }: Run) =>
  Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(beganAt)) / 60_000))

function RunLine({ name, run }: { name: Run['name']; run: Run | undefined }) {
  const { t } = useTranslation('dashboard')
  return (
    <li>
      <span className={blocks['sides']}>
        <span>{t(`proof.faults.name.${name}`)}</span>
        {run === undefined ? (
          <Status tone="grey" label={t('proof.faults.never')} />
        ) : (
          <Status
            tone={run.broken === 0 ? 'green' : 'red'}
            label={t(run.broken === 0 ? 'proof.word.holds' : 'proof.word.broken', { count: run.broken })}
          />
        )}
      </span>
      {run && (
        <span className={classes['aside']}>
          <Time at={run.endedAt} show="both" /> ·{' '}
          {t('proof.faults.rounds', { count: run.rounds, minutes: minutesOf(run) })} ·{' '}
          {t('proof.faults.version')} <span data-raw>{run.version}</span>
        </span>
      )}
      {run?.example && <code className={classes['example']}>{run.example}</code>}
    </li>
  )
}
