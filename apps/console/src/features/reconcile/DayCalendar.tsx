import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Failed } from '../../lib/call/Asked.tsx'
import { useQueryCall } from '../../lib/call/query.ts'
import { formatDateInWords, formatMonth } from '../../lib/words/formats.ts'
import { Status } from '../../ui/figures/Status.tsx'
import { useReading } from '../../ui/use-reading.ts'
import { dayTones, monthOf, weeksOf, type DayRow } from './day-shapes.ts'
import blocks from '../../ui/Blocks.module.css'
import classes from './Reconcile.module.css'

interface DayCalendarProps {
  on: string
  onChoose: (on: string) => void
}

/** The business days of a month, each with how it stands; one press opens a day. */
export function DayCalendar({ on, onChoose }: DayCalendarProps) {
  const { t } = useTranslation('reconcile')
  const reading = useReading()
  const { first, last, before, next } = monthOf(on)
  const query = useQueryCall(
    'reconcile.days',
    { from: first, to: last },
    { live: 'reconcileDay', keepsPrevious: true, refetchEveryMs: 30_000 },
  )
  const days = new Map((query.data?.records ?? []).map((day) => [day.businessOn, day]))
  const oldest = query.data?.oldestOpenOn ?? null
  const month = formatMonth(on, reading)
  return (
    <section className={blocks['card']} aria-label={t('calendar.label', { month })}>
      <header className={blocks['sides']}>
        <h2>{month}</h2>
        <span className={blocks['marks']}>
          <Button
            size="sm"
            variant="default"
            aria-label={t('calendar.previous')}
            onClick={() => onChoose(before)}
          >
            <IconChevronLeft size={16} aria-hidden />
          </Button>
          <Button
            size="sm"
            variant="default"
            aria-label={t('calendar.next')}
            onClick={() => onChoose(next)}
          >
            <IconChevronRight size={16} aria-hidden />
          </Button>
        </span>
      </header>
      <Failed query={query} isInline />
      {oldest !== null && oldest !== on && (
        <Button size="sm" variant="subtle" onClick={() => onChoose(oldest)}>
          {t('calendar.oldest', { date: formatDateInWords(oldest, reading) })}
        </Button>
      )}
      <div className={classes['month']}>
        {weeksOf(on).flatMap((week, row) =>
          week.map((day, place) =>
            day === null ? (
              <span key={`${row} ${place}`} className={classes['blank']} aria-hidden />
            ) : (
              <DayButton
                key={day}
                on={day}
                day={days.get(day)}
                isChosen={day === on}
                onChoose={() => onChoose(day)}
              />
            ),
          ),
        )}
      </div>
    </section>
  )
}

interface DayButtonProps {
  on: string
  day: DayRow | undefined
  isChosen: boolean
  onChoose: () => void
}

function DayButton({ on, day, isChosen, onChoose }: DayButtonProps) {
  const { t } = useTranslation('reconcile')
  const reading = useReading()
  const tone = day && dayTones[day.status]
  const status = day && t(`dayStatuses.${day.status}`)
  const name = [formatDateInWords(on, reading), status].filter(Boolean).join(' · ')
  return (
    <button
      type="button"
      className={classes['dayButton']}
      data-tone={tone}
      aria-pressed={isChosen}
      aria-label={name}
      title={name}
      onClick={onChoose}
    >
      <span>{Number(on.slice(8))}</span>
      {tone && (
        <span className={classes['dayMark']}>
          <Status tone={tone} label={status ?? ''} />
        </span>
      )}
      {day && (day.openCount ?? 0) > 0 && day.state !== 'closed' && (
        <span className={classes['dayCount']}>
          {t('calendar.differences', { count: day.openCount ?? 0 })}
        </span>
      )}
      {day && day.lateCount > 0 && (
        <span className={classes['dayCount']}>{t('calendar.late', { count: day.lateCount })}</span>
      )}
    </button>
  )
}
