import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Status } from '../../../ui/figures/Status.tsx'
import type { StepState } from './account-steps.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from './AccountAdd.module.css'

interface StepCardProps {
  number: number
  title: string
  state: StepState
  /** It is not whoever reads this who has to do something, but somebody else. */
  isAwaited?: boolean
  children: ReactNode
}

const tones = { done: 'green', now: 'amber', later: 'grey' } as const

/** One step of bringing an account into use: its number, how it stands, and what there is to do. */
export function StepCard({ number, title, state, isAwaited = false, children }: StepCardProps) {
  const { t } = useTranslation('payment-autos')
  const word = state === 'now' && isAwaited ? 'waiting' : state
  return (
    <li aria-current={state === 'now' ? 'step' : undefined}>
      <section className={blocks['card']} aria-label={title}>
        <header className={classes['head']}>
          <span className={classes['number']} data-state={state} aria-hidden>
            {state === 'done' ? <IconCheck size={16} /> : number}
          </span>
          <h2>{title}</h2>
          <Status tone={tones[state]} label={t(`setup.states.${word}`)} />
        </header>
        {children}
      </section>
    </li>
  )
}
