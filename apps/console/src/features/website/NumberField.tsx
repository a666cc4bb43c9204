import { asciiDigits } from '@khlang/money/amount.ts'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unitOf } from '../../lib/words/setting-words.ts'
import type { Setting } from './setting-shapes.ts'

interface NumberFieldProps {
  readonly setting: Pick<Setting, 'key' | 'min' | 'max'>
  readonly label: string
  /** Null: what is typed is no such number. */
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}

const plain = (text: string): string => asciiDigits(text).replaceAll(/[,\s]/g, '')

/** Hundredths are typed as they are said: 5 times is 500. Null for what is no number of the field. */
function read(text: string, scale: 1 | 100): number | null {
  const digits = plain(text)
  if (!(scale === 1 ? /^\d{1,12}$/ : /^\d{1,10}(\.\d{1,2})?$/).test(digits)) return null
  return Math.round(Number(digits) * scale)
}

/** A number with its unit, within its bounds. */
export function NumberField({ setting, label, value, onChange }: NumberFieldProps) {
  const { t } = useTranslation('website')
  const { t: tSetting } = useTranslation('website-settings')
  const unit = unitOf(setting.key)
  const scale = unit === 'percent' || unit === 'times' ? 100 : 1
  const shown = (held: number) => String(held / scale)
  const [text, setText] = useState(value === null ? '' : shown(value))
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    if (value !== null && read(text, scale) !== value) setText(shown(value))
  }
  const { min, max } = setting
  const isWithin = (held: number) => held >= (min ?? 0) && (max === null || held <= max)
  const type = (typed: string) => {
    setText(typed)
    const held = read(typed, scale)
    const next = held !== null && isWithin(held) ? held : null
    setSeen(next)
    onChange(next)
  }
  const bounds = { min: shown(min ?? 0), max: shown(max ?? 0) }
  return (
    <TextInput
      aria-label={label}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      error={value === null ? t(max === null ? 'refusedLeast' : 'refusedValue', bounds) : undefined}
      inputMode="decimal"
      autoComplete="off"
      rightSection={unit && <span aria-hidden="true">{tSetting(`unit.${unit}`)}</span>}
      rightSectionWidth={unit && unit !== 'percent' ? 84 : 32}
      styles={{ input: { textAlign: 'end', fontVariantNumeric: 'tabular-nums' } }}
    />
  )
}
