import type { ReactNode } from 'react'
import blocks from '../Blocks.module.css'
import classes from '../Cards.module.css'

interface CardLineProps {
  label: string
  /** Shown in red: it should not be so. */
  isWrong?: boolean
  children: ReactNode
}

/** A name and its value on one line of a card. */
export function CardLine({ label, isWrong, children }: CardLineProps) {
  return (
    <span className={classes['line']} data-wrong={isWrong || undefined}>
      <span className={blocks['muted']}>{label}</span>
      <span>{children}</span>
    </span>
  )
}
