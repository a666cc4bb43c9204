import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Devices.module.css'

interface StepCardProps {
  number: 1 | 2 | 3
  title: string
  /** Done; the one that is waited for; or still to come. */
  state: 'done' | 'now' | 'later'
  /** At the end of its line: how it stands. */
  aside?: ReactNode
  children: ReactNode
}

/** One step of bringing a phone into use: its number, whether it is done, and what there is to do. */
export function StepCard({ number, title, state, aside, children }: StepCardProps) {
  const { t } = useTranslation('devices')
  return (
    <section
      className={blocks['card']}
      aria-label={title}
      aria-current={state === 'now' ? 'step' : undefined}
    >
      <header className={classes['stepHead']}>
        <span className={classes['number']} data-state={state} aria-hidden>
          {state === 'done' ? <IconCheck size={16} /> : number}
        </span>
        <h2>
          {title}
          {state === 'done' && <span className={blocks['unseen']}> {t('steps.done')}</span>}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  )
}
