import { lazy, Suspense, useState } from 'react'
import { Button, Loader, Popover } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { datePresets, monthRange, presetRange, type DatePreset } from './date-presets.ts'
import type { DateRangeFieldProps } from './DateRangeField.tsx'
import { DateTrigger } from './DateTrigger.tsx'
import { useOpenOnArrival } from '../use-open-on-arrival.ts'
import '../kit-later.ts'
import classes from './Filters.module.css'

const DateCalendar = lazy(() => import('./DateCalendar.tsx'))

interface DateRangePanelProps extends DateRangeFieldProps {
  preset: DatePreset | null
  /** The range in words, on the button. */
  text: string
}

/** Presets at once, the calendar (its own chunk) when the field opens; only `DateRangeField` loads it. */
export default function DateRangePanel(props: DateRangePanelProps) {
  const { label, from, to, onChange, todayOn, preset, text } = props
  const { t } = useTranslation('table')
  const { target, isOpen, setOpen } = useOpenOnArrival()
  const [half, setHalf] = useState<string | null>(null)
  const [isByMonth, setByMonth] = useState(false)
  const choose = (nextFrom: string | null, nextTo: string | null) => {
    setHalf(null)
    setOpen(false)
    onChange(nextFrom, nextTo)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <DateTrigger {...{ label, text }} ref={target} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <div className={classes.dates}>
          <div className={classes.presets}>
            {datePresets.map((each) => {
              const range = presetRange(each, todayOn)
              return (
                <Button
                  key={each}
                  size="compact-md"
                  variant={each === preset ? 'light' : 'subtle'}
                  justify="flex-start"
                  aria-pressed={each === preset}
                  onClick={() => choose(range.from, range.to)}
                >
                  {t(`dates.${each}`)}
                </Button>
              )
            })}
            <Button
              size="compact-md"
              variant={isByMonth ? 'light' : 'subtle'}
              justify="flex-start"
              aria-pressed={isByMonth}
              onClick={() => setByMonth(!isByMonth)}
            >
              {t('dates.byMonth')}
            </Button>
            <Button
              size="compact-md"
              variant="subtle"
              color="gray"
              justify="flex-start"
              onClick={() => choose(null, null)}
            >
              {t('dates.any')}
            </Button>
          </div>
          <div className={classes.calendar}>
            <Suspense fallback={<Loader size="sm" aria-label={t('loading')} />}>
              {isByMonth ? (
                <DateCalendar
                  kind="month"
                  value={from}
                  shownOn={from ?? todayOn}
                  onChange={(on) => {
                    const month = monthRange(on)
                    choose(month.from, month.to)
                  }}
                />
              ) : (
                <DateCalendar
                  kind="range"
                  value={half === null ? [from, to] : [half, null]}
                  shownOn={from ?? todayOn}
                  onChange={([nextFrom, nextTo]) =>
                    nextFrom && nextTo ? choose(nextFrom, nextTo) : setHalf(nextFrom)
                  }
                />
              )}
            </Suspense>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
