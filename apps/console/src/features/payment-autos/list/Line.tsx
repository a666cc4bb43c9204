import type { ReactNode } from 'react'
import blocks from '../../../ui/Blocks.module.css'
import classes from './Accounts.module.css'

interface LineProps {
  label: string
  /** Shown in red: it should not be so. */
  isWrong?: boolean
  children: ReactNode
}

/** A name and its value on one line of a card. */
export function Line({ label, isWrong, children }: LineProps) {
  return (
    <span className={classes['line']} data-wrong={isWrong || undefined}>
      <span className={blocks['muted']}>{label}</span>
      <span>{children}</span>
    </span>
  )
}
