import type { ReactNode } from 'react'
import { ScrollRegion } from '../../../ui/figures/ScrollRegion.tsx'
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
    <ScrollRegion className={classes['wide']} label={label}>
      <table className={plain['plain']}>
        <caption>{title ?? label}</caption>
        {children}
      </table>
    </ScrollRegion>
  )
}
