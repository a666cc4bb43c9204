import { IconAlertTriangle, IconClock, IconFlame } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatAge, formatDateTime } from '../../lib/words/formats.ts'
import { useNow } from './use-now.ts'
import { useReading } from '../use-reading.ts'
import '../tokens.css'
import blocks from '../Blocks.module.css'
import classes from './Figures.module.css'

export interface AgeProps {
  /** When the wait began, RFC 3339 UTC. */
  since: string
  /** Seconds after which it is slow. */
  slowAfterS: number
  /** Seconds after which the promise is broken. */
  lateAfterS: number
  /** In a column: the sign alone says slow or late, the word is for hover and screen readers. */
  isShort?: boolean | undefined
}

/** How long something waits, against its promise: colour, icon and word, never colour alone. */
export function Age({ since, slowAfterS, lateAfterS, isShort = false }: AgeProps) {
  const reading = useReading()
  const { t } = useTranslation('table')
  const ms = useNow() - Date.parse(since)
  const state = ms >= lateAfterS * 1000 ? 'late' : ms >= slowAfterS * 1000 ? 'slow' : 'calm'
  const Icon = { late: IconFlame, slow: IconAlertTriangle, calm: IconClock }[state]
  const word = state === 'calm' ? null : t(`age.${state}`)
  const exact = formatDateTime(since, reading)
  const title = isShort && word !== null ? `${word} · ${exact}` : exact
  return (
    <span className={classes.age} data-state={state} title={title}>
      <Icon size={14} aria-hidden />
      {formatAge(ms, reading)}
      {word !== null && <span className={isShort ? blocks.unseen : undefined}> · {word}</span>}
    </span>
  )
}
