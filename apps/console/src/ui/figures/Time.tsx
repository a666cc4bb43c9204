import { useTranslation } from 'react-i18next'
import {
  bangkokDateOn,
  formatDateOn,
  formatDateTime,
  formatRelative,
  formatShortTime,
} from '../../lib/words/formats.ts'
import { useNow } from './use-now.ts'
import { useReading } from '../use-reading.ts'
import '../tokens.css'
import classes from './Figures.module.css'

export interface TimeProps {
  /** RFC 3339 UTC; null or undefined shows a dash. */
  at: string | null | undefined
  /**
   * `relative` (exact on hover), `exact`, `both`, or `short`: the clock, with the day before it where that is
   * not today (exact on hover). Default `relative`.
   */
  show?: 'relative' | 'exact' | 'both' | 'short' | undefined
  /** Business date `YYYY-MM-DD`; shown only where it differs from the day of `at` in Bangkok. */
  businessOn?: string | null | undefined
}

/** An instant as a person reads it, in Bangkok time and the reader's era. */
export function Time({ at, show = 'relative', businessOn }: TimeProps) {
  const reading = useReading()
  if (!at) return <span className={classes.muted}>–</span>
  const exact = formatDateTime(at, reading)
  const differs = businessOn && businessOn !== bangkokDateOn(at)
  return (
    <span className={classes.time}>
      <time dateTime={at} title={exact}>
        {show === 'exact' ? exact : show === 'short' ? formatShortTime(at) : <Relative at={at} />}
      </time>
      {show === 'both' && <span className={classes.muted}>{exact}</span>}
      {differs && <Booked on={businessOn} />}
    </span>
  )
}

function Booked({ on }: { on: string }) {
  const reading = useReading()
  const { t } = useTranslation('table')
  return <span className={classes.booked}>{t('businessDay', { date: formatDateOn(on, reading) })}</span>
}

/** Alone in a component, so that exact times do not listen to the clock. */
function Relative({ at }: { at: string }) {
  return <>{formatRelative(Date.parse(at), useNow(), useReading())}</>
}

/** A calendar or business date (`YYYY-MM-DD`). */
export function DateOn({ on }: { on: string | null | undefined }) {
  const reading = useReading()
  if (!on) return <span className={classes.muted}>–</span>
  return (
    <time dateTime={on} data-day>
      {formatDateOn(on, reading)}
    </time>
  )
}
