import { TextInput, type TextInputProps } from '@mantine/core'
import classes from './PublicCard.module.css'

interface CodeInputProps extends Pick<TextInputProps, 'label' | 'description' | 'error' | 'disabled'> {
  value: string
  onChange: (code: string) => void
  /** Called once with the sixth digit. */
  onFull?: (code: string) => void
}

/** Six digits of an authenticator. Anything else that is typed or pasted is left out. */
export function CodeInput({ value, onChange, onFull, ...input }: CodeInputProps) {
  const take = (text: string): void => {
    const code = text.replaceAll(/\D/g, '').slice(0, 6)
    onChange(code)
    if (code.length === 6 && code !== value) onFull?.(code)
  }
  return (
    <TextInput
      {...input}
      value={value}
      onChange={(event) => take(event.currentTarget.value)}
      inputMode="numeric"
      autoComplete="one-time-code"
      size="md"
      data-autofocus
      classNames={{ input: classes['code'] ?? '' }}
    />
  )
}
