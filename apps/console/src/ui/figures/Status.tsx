import type { ComponentType } from 'react'
import {
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconHandStop,
  IconLock,
  IconRefresh,
} from '@tabler/icons-react'
import '../tokens.css'
import blocks from '../Blocks.module.css'
import classes from './Figures.module.css'

/**
 * grey waits for nobody, blue machine working, amber a human must act, green done, red failed, purple
 * locked.
 */
export type Tone = 'grey' | 'blue' | 'amber' | 'green' | 'red' | 'purple'

const icons: Record<Tone, ComponentType<{ size: number; 'aria-hidden': true }>> = {
  grey: IconCircleDashed,
  blue: IconRefresh,
  amber: IconHandStop,
  green: IconCircleCheck,
  red: IconCircleX,
  purple: IconLock,
}

export interface StatusProps {
  tone: Tone
  /** Translated name of the status. */
  label: string
  /** Why, on hover. */
  title?: string | undefined
}

/** A status: tone, icon and word together. */
export function Status({ tone, label, title }: StatusProps) {
  const Icon = icons[tone]
  return (
    <span className={`${classes.status} ${blocks.tone}`} data-tone={tone} title={title ?? label}>
      <Icon size={14} aria-hidden />
      <span className={classes.statusLabel}>{label}</span>
    </span>
  )
}
