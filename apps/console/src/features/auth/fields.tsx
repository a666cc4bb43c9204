import { PasswordInput, TextInput, type PasswordInputProps, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** A name or a code: as it was given, no capital and no underline of a spelling. */
export const PlainInput = (props: TextInputProps) => (
  <TextInput {...props} autoCapitalize="none" spellCheck={false} size="md" />
)

export function SecretInput({ error, ...props }: PasswordInputProps) {
  const { t } = useTranslation('auth')
  return (
    <PasswordInput
      {...props}
      size="md"
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
      error={error}
      aria-invalid={Boolean(error)}
    />
  )
}
