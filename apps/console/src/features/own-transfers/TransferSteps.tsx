import { IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Time } from '../../ui/figures/Time.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { stepsOf, type Step, type TransferRow } from './transfer-shapes.ts'
import blocks from '../../ui/Blocks.module.css'
import classes from './Transfers.module.css'

/** The way of a transfer from top to bottom: what has happened, what is waited for, how it ended. */
export function TransferSteps({ transfer }: { transfer: TransferRow }) {
  const { t } = useTranslation('own-transfers')
  return (
    <Card title={t('steps.title')}>
      <ol className={classes['steps']}>
        {stepsOf(transfer).map((step) => (
          <StepLine key={step.key} step={step} />
        ))}
      </ol>
    </Card>
  )
}

function StepLine({ step: { key, state, by, at } }: { step: Step }) {
  const { t } = useTranslation('own-transfers')
  return (
    <li data-state={state} data-key={key} aria-current={state === 'now' ? 'step' : undefined}>
      <span className={classes['dot']} aria-hidden>
        {state === 'done' && <IconCheck size={14} />}
        {state === 'ended' && <IconX size={14} />}
      </span>
      <span>
        {t(`steps.${key}`)}
        {by && <> · {by}</>}
        {state === 'now' && <span className={blocks['muted']}> · {t('steps.now')}</span>}
        {at && (
          <span className={blocks['small']}>
            <Time at={at} show="both" />
          </span>
        )}
      </span>
    </li>
  )
}
