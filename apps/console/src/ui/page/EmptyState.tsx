import type { ReactNode } from 'react'
import { IconInbox } from '@tabler/icons-react'
import '../tokens.css'
import classes from '../Panels.module.css'

export interface EmptyStateProps {
  title: string
  /** What to do now. */
  hint?: string | undefined
  /** A button. */
  children?: ReactNode
}

export function EmptyState({ title, hint, children }: EmptyStateProps) {
  return (
    <div className={classes.state} role="status">
      <IconInbox size={40} stroke={1.2} aria-hidden />
      <p className={classes.stateTitle}>{title}</p>
      {hint && <p className={classes.stateHint}>{hint}</p>}
      {children}
    </div>
  )
}
