import { useState } from 'react'
import { TextInput } from '@mantine/core'
import { formatBaht, parseBaht } from '@khlang/money/amount.ts'
import { useTranslation } from 'react-i18next'
import { readAmount } from './amount-field.ts'

export interface AmountInputProps {
  label: string
  /** Integer satang; null while empty or refused. */
  value: number | null
  /** `isRefused`: something is typed, and it is no amount. It must not be taken for an empty field. */
  onChange: (minor: number | null, isRefused: boolean) => void
  description?: string | undefined
  /** An error of the form; a refusal of the typed text goes before it. */
  error?: string | null | undefined
  minMinor?: number | undefined
  maxMinor?: number | undefined
  isRequired?: boolean | undefined
  isDisabled?: boolean | undefined
  size?: 'xs' | 'sm' | 'md' | undefined
  name?: string | undefined
}

/**
 * Typed baht, given as satang. Thai digits become Arabic ones before the eyes; doubtful text is refused
 * with a reason.
 */
export function AmountInput(props: AmountInputProps) {
  const { value, onChange, minMinor, maxMinor } = props
  const { t } = useTranslation('table')
  const [text, setText] = useState(value === null ? '' : formatBaht(value))
  const [seen, setSeen] = useState(value)
  const [isLeft, setLeft] = useState(false)
  // The form was reset or filled from outside: what it says now is shown.
  if (seen !== value) {
    setSeen(value)
    const typed = parseBaht(text)
    if ((typed.ok ? typed.amountMinor : null) !== value) setText(value === null ? '' : formatBaht(value))
  }
  const read = readAmount(text, { minMinor, maxMinor })
  const refusal = read.refusal !== null && (isLeft || read.refusal.isCertain) ? read.refusal : null
  const type = (typed: string) => {
    const next = readAmount(typed, { minMinor, maxMinor })
    setText(next.shown)
    setLeft(false)
    setSeen(next.amountMinor)
    const isRefused = next.refusal !== null
    if (next.amountMinor !== value || isRefused !== (read.refusal !== null)) {
      onChange(next.amountMinor, isRefused)
    }
  }
  const leave = () => {
    setLeft(true)
    if (read.amountMinor !== null) setText(formatBaht(read.amountMinor))
  }
  const limit = refusal?.limitMinor === undefined ? '' : formatBaht(refusal.limitMinor)
  return (
    <TextInput
      label={props.label}
      description={props.description}
      error={refusal ? t(`amount.${refusal.reason}`, { limit }) : props.error}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') leave()
      }}
      inputMode="decimal"
      autoComplete="off"
      withAsterisk={props.isRequired ?? false}
      required={props.isRequired ?? false}
      disabled={props.isDisabled ?? false}
      size={props.size ?? 'sm'}
      rightSection={<span aria-hidden="true">฿</span>}
      styles={{ input: { textAlign: 'end', fontVariantNumeric: 'tabular-nums' } }}
      {...(props.name === undefined ? {} : { name: props.name })}
    />
  )
}
