import { otpDigits } from '@khlang/contract/values/sign-in-limits.ts'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface CodeFieldProps {
  value: string
  error: string | undefined
  onChange: (value: string) => void
  /** Default: a code of the authenticator in force. */
  label?: string
}

/** The six digits of an authenticator. */
export function CodeField({ value, error, onChange, label }: CodeFieldProps) {
  const { t } = useTranslation('settings')
  return (
    <TextInput
      label={label ?? t('security.field.code')}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={otpDigits}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\D/g, ''))}
      error={error}
    />
  )
}
