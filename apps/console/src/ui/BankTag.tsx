import type { ReactNode } from 'react'
import './tokens.css'
import classes from './BankTag.module.css'

export interface BankTagProps {
  /** Short code on the wire: `KBANK`. */
  code: string
  name: string
  /** The bank's own colour; null shows none. */
  colour: string | null
  /** Behind the code: an account number. */
  children?: ReactNode
}

/** A bank: its colour as a mark, its code as the word, its whole name on hover. */
export function BankTag({ code, name, colour, children }: BankTagProps) {
  return (
    <span className={classes.bank} title={name}>
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden focusable="false">
        <rect width="10" height="10" rx="3" fill={colour ?? '#8c96a1'} />
      </svg>
      <span className={classes.code}>{code}</span>
      {children}
    </span>
  )
}
