import { SegmentedControl } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import '../../../ui/kit-later.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Settings.module.css'

interface ChoiceProps {
  title: string
  /** What it means, and where it is kept. */
  hint?: ReactNode
  children: ReactNode
}

/** One setting: what it is on the left, how it is chosen on the right. */
export function Choice({ title, hint, children }: ChoiceProps) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <div>
        <b id={id}>{title}</b>
        {hint !== undefined && <span className={blocks['note']}>{hint}</span>}
      </div>
      {children}
    </div>
  )
}

interface SegmentsProps<V extends string> {
  label: string
  value: V
  options: readonly { readonly value: V; readonly label: string }[]
  onChange: (value: V) => void
}

/** A few values side by side; a press is in force at once. */
export function Segments<V extends string>({ label, value, options, onChange }: SegmentsProps<V>) {
  return (
    <SegmentedControl
      className={classes['scopes'] ?? ''}
      aria-label={label}
      value={value}
      data={[...options]}
      onChange={onChange}
    />
  )
}
