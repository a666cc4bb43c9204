import { lazy, Suspense, useState } from 'react'
import { Button, CloseButton, Input, Loader, Popover } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { bangkokDateOn, formatDateInWords } from '../lib/formats.ts'
import { useReading } from './use-reading.ts'
import classes from './Filters.module.css'

const DateCalendar = lazy(() => import('./DateCalendar.tsx'))

export interface DateFieldProps {
  label: string
  /** `YYYY-MM-DD`. */
  value: string | null
  onChange: (dateOn: string | null) => void
  description?: string | undefined
  error?: string | null | undefined
  isRequired?: boolean | undefined
  minOn?: string | undefined
  maxOn?: string | undefined
}

/** One day of a form. */
export function DateField(props: DateFieldProps) {
  const { label, value, onChange, description, error, isRequired } = props
  const { t } = useTranslation('table')
  const reading = useReading()
  const [isOpen, setOpen] = useState(false)
  const text = value ? formatDateInWords(value, reading) : t('dates.choose')
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      error={error}
      withAsterisk={isRequired ?? false}
    >
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" trapFocus returnFocus>
        <span className={classes.dateLine}>
          <Popover.Target>
            <Button
              className={classes.dateButton}
              variant="default"
              size="sm"
              fw={400}
              aria-label={`${label}: ${text}`}
              data-error={error ? true : undefined}
              leftSection={<IconCalendar size={16} aria-hidden />}
              onClick={() => setOpen(!isOpen)}
            >
              {text}
            </Button>
          </Popover.Target>
          {value && !isRequired && (
            <CloseButton aria-label={t('filters.remove', { name: label })} onClick={() => onChange(null)} />
          )}
        </span>
        <Popover.Dropdown aria-label={label}>
          <div className={classes.calendar}>
            <Suspense fallback={<Loader size="sm" aria-label={t('loading')} />}>
              <DateCalendar
                kind="day"
                value={value}
                shownOn={value ?? bangkokDateOn(Date.now())}
                minOn={props.minOn}
                maxOn={props.maxOn}
                onChange={(next) => {
                  setOpen(false)
                  onChange(next)
                }}
              />
            </Suspense>
          </div>
        </Popover.Dropdown>
      </Popover>
    </Input.Wrapper>
  )
}
