import { lazy, Suspense, useState } from 'react'
import { Button, Input, Loader, Popover } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatDateInWords } from '../lib/formats.ts'
import { datePresets, matchingPreset, presetRange } from './date-presets.ts'
import { useReading } from './use-reading.ts'
import classes from './Filters.module.css'

const DateCalendar = lazy(() => import('./DateCalendar.tsx'))

export interface DateRangeFieldProps {
  label: string
  /** `YYYY-MM-DD`, both ends included. */
  from: string | null
  to: string | null
  onChange: (from: string | null, to: string | null) => void
  /** What the presets count from. */
  todayOn: string
}

/** A range of days: presets at once, the calendar (its own chunk) when the field opens. */
export function DateRangeField({ label, from, to, onChange, todayOn }: DateRangeFieldProps) {
  const { t } = useTranslation('table')
  const reading = useReading()
  const [isOpen, setOpen] = useState(false)
  const [half, setHalf] = useState<string | null>(null)
  const preset = from && to ? matchingPreset(from, to, todayOn) : null
  const choose = (nextFrom: string | null, nextTo: string | null) => {
    setHalf(null)
    setOpen(false)
    onChange(nextFrom, nextTo)
  }
  const words = (on: string | null) => (on ? formatDateInWords(on, reading) : '…')
  const text = preset ? t(`dates.${preset}`) : from || to ? `${words(from)} – ${words(to)}` : t('dates.any')
  return (
    <Input.Wrapper label={label} labelElement="div" size="sm">
      <div className={classes.dateBlock}>
        <Popover
          opened={isOpen}
          onChange={setOpen}
          position="bottom-start"
          shadow="md"
          trapFocus
          returnFocus
        >
          <Popover.Target>
            <Button
              className={classes.dateButton}
              variant="default"
              size="sm"
              fw={400}
              aria-label={`${label}: ${text}`}
              leftSection={<IconCalendar size={16} aria-hidden />}
              onClick={() => setOpen(!isOpen)}
            >
              {text}
            </Button>
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
                  <DateCalendar
                    kind="range"
                    value={half === null ? [from, to] : [half, null]}
                    shownOn={from ?? todayOn}
                    onChange={([nextFrom, nextTo]) =>
                      nextFrom && nextTo ? choose(nextFrom, nextTo) : setHalf(nextFrom)
                    }
                  />
                </Suspense>
              </div>
            </div>
          </Popover.Dropdown>
        </Popover>
      </div>
    </Input.Wrapper>
  )
}
