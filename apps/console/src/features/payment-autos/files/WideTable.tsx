import type { ReactNode } from 'react'
import plain from '../../../ui/PlainTable.module.css'
import classes from './Files.module.css'

/** A table that may be wider and longer than its place: it scrolls inside it. */
export function WideTable({
  label,
  title,
  children,
}: {
  label: string
  title?: string
  children: ReactNode
}) {
  return (
    // It scrolls, so the keyboard must be able to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes['wide']} tabIndex={0} role="region" aria-label={label}>
      <table className={plain['plain']}>
        <caption>{title ?? label}</caption>
        {children}
      </table>
    </div>
  )
}
