import type { ReactNode } from 'react'
import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react'
import { AppLink } from '../AppLink.tsx'
import type { Tone } from './Status.tsx'
import '../tokens.css'
import classes from '../Panels.module.css'

export interface StatCardProps {
  label: string
  value: ReactNode
  /** Where the figure is shown row by row. */
  href?: string | undefined
  /** Change against an earlier time. `tone` says whether it is good, for more is not always better. */
  delta?: { direction: 'up' | 'down' | 'same'; text: string; tone?: Tone | undefined } | undefined
  /** Edge colour for what waits. */
  tone?: Tone | undefined
  note?: ReactNode
}

const arrows = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconEqual }

/** One figure of a dashboard, a link to its rows where there is one. */
export function StatCard({ label, value, href, delta, tone, note }: StatCardProps) {
  const Arrow = arrows[delta?.direction ?? 'same']
  const inner = (
    <>
      <span className={classes.statLabel}>{label}</span>
      <span className={classes.statValue}>{value}</span>
      {delta && (
        <span className={classes.delta} data-tone={delta.tone}>
          <Arrow size={16} aria-hidden /> {delta.text}
        </span>
      )}
      {note && <span className={classes.statNote}>{note}</span>}
    </>
  )
  if (href === undefined)
    return (
      <div className={classes.stat} data-tone={tone}>
        {inner}
      </div>
    )
  return (
    <AppLink className={classes.stat} data-tone={tone} href={href}>
      {inner}
    </AppLink>
  )
}
