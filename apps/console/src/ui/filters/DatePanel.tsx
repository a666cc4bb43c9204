import { lazy, Suspense, type ComponentProps } from 'react'
import { Loader, Popover } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { bangkokDateOn } from '../../lib/words/formats.ts'
import type { DateFieldProps } from './DateField.tsx'
import { DateTrigger } from './DateTrigger.tsx'
import { useOpenOnArrival } from '../use-open-on-arrival.ts'
import '../kit-later.ts'
import classes from './Filters.module.css'

const DateCalendar = lazy(() => import('./DateCalendar.tsx'))

interface DatePanelProps extends DateFieldProps {
  trigger: ComponentProps<typeof DateTrigger>
}

/** The popover of `DateField`, which alone loads it. */
export default function DatePanel({ trigger, label, value, onChange, minOn, maxOn }: DatePanelProps) {
  const { t } = useTranslation('table')
  const { target, isOpen, setOpen } = useOpenOnArrival()
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <DateTrigger {...trigger} ref={target} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <div className={classes.calendar}>
          <Suspense fallback={<Loader size="sm" aria-label={t('loading')} />}>
            <DateCalendar
              kind="day"
              value={value}
              shownOn={value ?? bangkokDateOn(Date.now())}
              minOn={minOn}
              maxOn={maxOn}
              onChange={(next) => {
                setOpen(false)
                onChange(next)
              }}
            />
          </Suspense>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
