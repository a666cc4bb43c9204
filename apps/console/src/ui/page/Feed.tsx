import type { ReactNode } from 'react'
import '../tokens.css'
import classes from './Card.module.css'

interface FeedProps {
  /** What it is called aloud. */
  label: string
  /** `<li>` each. */
  children: ReactNode
}

/** Things that are read from top to bottom, each framed. */
export function Feed({ label, children }: FeedProps) {
  return (
    <ul className={classes['feed']} aria-label={label}>
      {children}
    </ul>
  )
}
