import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import blocks from '../Blocks.module.css'
import classes from './StepCard.module.css'

interface StepCardProps {
  number: number
  title: string
  /** Done; the one to do now; or still to come. */
  state: 'done' | 'now' | 'later'
  /** At the end of its line: how it stands, in words. */
  aside?: ReactNode
  children: ReactNode
}

/** One step of bringing something into use: its number, whether it is done, and what there is to do. */
export function StepCard({ number, title, state, aside, children }: StepCardProps) {
  return (
    <section
      className={blocks['card']}
      aria-label={title}
      aria-current={state === 'now' ? 'step' : undefined}
    >
      <header className={classes['head']}>
        <span className={classes['number']} data-state={state} aria-hidden>
          {state === 'done' ? <IconCheck size={16} /> : number}
        </span>
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}
