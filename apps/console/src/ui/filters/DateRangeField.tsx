import { Input } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDateInWords, formatMonth } from '../../lib/words/formats.ts'
import { matchingPreset, monthRange } from './date-presets.ts'
import { DateTrigger } from './DateTrigger.tsx'
import { dateRangePanel } from '../later-parts.ts'
import { useArrival } from '../use-arrival.ts'
import { useReading } from '../use-reading.ts'
import classes from './Filters.module.css'

export interface DateRangeFieldProps {
  label: string
  /** `YYYY-MM-DD`, both ends included. */
  from: string | null
  to: string | null
  onChange: (from: string | null, to: string | null) => void
  /** What the presets count from. */
  todayOn: string
  /** What stands there while no day is chosen. Default: any day. */
  placeholder?: string | undefined
}

/** A range of days: presets and a calendar, which come (as their own chunk) when the field first opens. */
export function DateRangeField(props: DateRangeFieldProps) {
  const { label, from, to, todayOn, placeholder } = props
  const { t } = useTranslation('table')
  const reading = useReading()
  const { part: DateRangePanel, ask, fetch } = useArrival(dateRangePanel)
  const preset = from && to ? matchingPreset(from, to, todayOn) : null
  const words = (on: string | null) => (on ? formatDateInWords(on, reading) : '…')
  const month = from && monthRange(from)
  const days = from || to ? `${words(from)} – ${words(to)}` : (placeholder ?? t('dates.any'))
  const isMonth = month && month.from === from && month.to === to
  const text = preset ? t(`dates.${preset}`) : isMonth ? formatMonth(from, reading) : days
  return (
    <Input.Wrapper label={label} labelElement="div" size="sm">
      <div className={classes.dateBlock}>
        {DateRangePanel ? (
          <DateRangePanel {...props} preset={preset} text={text} />
        ) : (
          <DateTrigger
            {...{ label, text }}
            aria-haspopup="dialog"
            onClick={ask}
            onPointerEnter={fetch}
            onFocus={fetch}
          />
        )}
      </div>
    </Input.Wrapper>
  )
}
