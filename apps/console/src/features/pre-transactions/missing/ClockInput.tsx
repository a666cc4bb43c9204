import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asciiDigits } from '@khlang/money/amount.ts'
import { readClock } from './missing-verdict.ts'

interface ClockInputProps {
  label: string
  description?: string
  value: string
  error?: string | undefined
  onChange: (typed: string) => void
}

/**
 * A time of day in 24 hours, as slips print it; the browser's own field follows the language of the
 * computer.
 */
export function ClockInput({ label, description, value, error, onChange }: ClockInputProps) {
  const { t } = useTranslation('pre-transactions')
  const [isLeft, setLeft] = useState(false)
  const isWrong = isLeft && value.trim() !== '' && readClock(value) === null
  return (
    <TextInput
      label={label}
      description={description}
      placeholder="14:05"
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      value={value}
      error={isWrong ? t('manual.fieldError.clock') : (error ?? null)}
      onBlur={() => setLeft(true)}
      onChange={(event) => {
        setLeft(false)
        onChange(asciiDigits(event.currentTarget.value))
      }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  )
}
