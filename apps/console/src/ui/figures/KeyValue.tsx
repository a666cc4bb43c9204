import type { ReactNode } from 'react'
import '../tokens.css'
import classes from '../Panels.module.css'

export interface Fact {
  label: string
  value: ReactNode
}

export interface KeyValueProps {
  facts: readonly Fact[]
  /** Columns on a wide screen; one at 640 px or less. Default 1. */
  columns?: 1 | 2 | 3 | undefined
}

/** Facts as name and value. A value that is null or undefined shows a dash. */
export function KeyValue({ facts, columns = 1 }: KeyValueProps) {
  return (
    <dl className={classes.facts} data-columns={columns}>
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd>{fact.value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
