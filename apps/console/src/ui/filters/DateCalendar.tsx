// Names of days and months, for the kit.
import 'dayjs/locale/th.js'
import { DatePicker, MonthPicker } from '@mantine/dates'
import '@mantine/dates/styles.css'
import { useTranslation } from 'react-i18next'
import { bangkokDateOn, formatDateInWords, formatMonth, formatYear } from '../../lib/words/formats.ts'
import { useReading } from '../use-reading.ts'
import classes from './Filters.module.css'

type DateCalendarProps = {
  /** The month shown first. */
  shownOn: string
  minOn?: string | undefined
  maxOn?: string | undefined
} & (
  | {
      kind: 'range'
      value: [string | null, string | null]
      onChange: (value: [string | null, string | null]) => void
    }
  | { kind: 'day'; value: string | null; onChange: (value: string | null) => void }
  /** A day of the month that is chosen, and the first day of the next one. */
  | { kind: 'month'; value: string | null; onChange: (on: string) => void }
)

/**
 * The calendar, loaded when first opened: years in the reader's era, every button named, the week from
 * Monday.
 */
export default function DateCalendar(props: DateCalendarProps) {
  const { t } = useTranslation('table')
  const reading = useReading()
  const todayOn = bangkokDateOn(Date.now())
  const years = {
    defaultDate: props.shownOn,
    locale: reading.language,
    yearLabelFormat: (on: string) => formatYear(on, reading),
    yearsListFormat: (on: string) => formatYear(on, reading),
    decadeLabelFormat: (from: string, to: string) =>
      `${formatYear(from, reading)} – ${formatYear(to, reading)}`,
    getMonthControlProps: (on: string) => ({ 'aria-label': formatMonth(on, reading) }),
    ariaLabels: {
      nextMonth: t('dates.nextMonth'),
      previousMonth: t('dates.previousMonth'),
      nextYear: t('dates.nextYear'),
      previousYear: t('dates.previousYear'),
      nextDecade: t('dates.nextDecade'),
      previousDecade: t('dates.previousDecade'),
    },
    ...(props.minOn === undefined ? {} : { minDate: props.minOn }),
    ...(props.maxOn === undefined ? {} : { maxDate: props.maxOn }),
  }
  if (props.kind === 'month') {
    const month = props.value && `${props.value.slice(0, 7)}-01`
    return <MonthPicker {...years} value={month} onChange={(on) => on !== null && props.onChange(on)} />
  }
  const shared = {
    ...years,
    firstDayOfWeek: 1 as const,
    hideOutsideDates: true,
    classNames: { day: classes.day ?? '', weekday: classes.weekday ?? '' },
    monthLabelFormat: (on: string) => formatMonth(on, reading),
    getDayProps: (on: string) => (on === todayOn ? ({ 'aria-current': 'date' } as const) : {}),
    getDayAriaLabel: (on: string) => formatDateInWords(on, reading),
  }
  if (props.kind === 'range') {
    return (
      <DatePicker
        type="range"
        allowSingleDateInRange
        value={props.value}
        onChange={props.onChange}
        {...shared}
      />
    )
  }
  return <DatePicker value={props.value} onChange={props.onChange} {...shared} />
}
