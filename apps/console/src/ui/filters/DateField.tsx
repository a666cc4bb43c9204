import { CloseButton, Input } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDateInWords } from '../../lib/words/formats.ts'
import { DateTrigger } from './DateTrigger.tsx'
import { datePanel } from '../later-parts.ts'
import { useArrival } from '../use-arrival.ts'
import { useReading } from '../use-reading.ts'
import classes from './Filters.module.css'

export interface DateFieldProps {
  label: string
  /** `YYYY-MM-DD`. */
  value: string | null
  onChange: (dateOn: string | null) => void
  description?: string | undefined
  error?: string | null | undefined
  isRequired?: boolean | undefined
  /** False where some day always holds: it cannot be emptied, and no star asks for it. */
  isClearable?: boolean | undefined
  minOn?: string | undefined
  maxOn?: string | undefined
}

/** One day of a form. Its calendar comes when the field first opens. */
export function DateField(props: DateFieldProps) {
  const { label, value, onChange, description, error, isRequired, isClearable = true } = props
  const { t } = useTranslation('table')
  const reading = useReading()
  const { part: DatePanel, ask, fetch } = useArrival(datePanel)
  const text = value ? formatDateInWords(value, reading) : t('dates.choose')
  const trigger = { label, text, 'data-error': error ? true : undefined }
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      error={error}
      withAsterisk={isRequired ?? false}
    >
      <span className={classes.dateLine}>
        {DatePanel ? (
          <DatePanel {...props} trigger={trigger} />
        ) : (
          <DateTrigger
            {...trigger}
            aria-haspopup="dialog"
            onClick={ask}
            onPointerEnter={fetch}
            onFocus={fetch}
          />
        )}
        {value && !isRequired && isClearable && (
          <CloseButton aria-label={t('filters.remove', { name: label })} onClick={() => onChange(null)} />
        )}
      </span>
    </Input.Wrapper>
  )
}
