import type { ReactNode } from 'react'
import { bankFace } from '../../lib/words/bank-names.ts'
import '../tokens.css'
import { useReading } from '../use-reading.ts'
import classes from './BankTag.module.css'

export interface BankTagProps {
  /** Short code on the wire: `KBANK`; an unknown one is shown as it is. */
  code: string
  /** Behind the code: an account number, masked, or what we call the account. */
  children?: ReactNode
}

/** A bank: its colour as a mark, its code as the word, its whole name on hover. */
export function BankTag({ code, children }: BankTagProps) {
  const { name, colour } = bankFace(code, useReading().language)
  // A label that begins with the code says it already.
  const isNamed = typeof children === 'string' && children.startsWith(code)
  return (
    <span className={classes.bank} title={name}>
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden focusable="false">
        <rect width="10" height="10" rx="3" fill={colour ?? '#8c96a1'} />
      </svg>
      {!isNamed && <span className={classes.code}>{code}</span>}
      {children !== undefined && <span className={classes.label}>{children}</span>}
    </span>
  )
}
