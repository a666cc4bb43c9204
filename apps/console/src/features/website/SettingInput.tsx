import { NativeSelect, Switch } from '@mantine/core'
import { useSettingWords } from '../../lib/words/setting-words.ts'
import { AmountInput } from '../../ui/form/AmountInput.tsx'
import '../../ui/kit-later.ts'
import { NumberField } from './NumberField.tsx'
import { VersionField } from './VersionField.tsx'
import type { Setting, SettingValue } from './setting-shapes.ts'
import classes from './Website.module.css'

export interface SettingInputProps {
  readonly setting: Setting
  /** Null: what is typed is no value of it. */
  readonly value: SettingValue | null
  readonly onChange: (value: SettingValue | null) => void
}

/** The input that fits a setting: a switch, an amount, a number with its unit, one of a few. */
export function SettingInput({ setting, value, onChange }: SettingInputProps) {
  const words = useSettingWords()
  const { key, kind, min, max } = setting
  const label = words.name(key)
  if (kind === 'switch')
    return (
      <Switch
        aria-label={label}
        checked={value === true}
        label={words.value(key, value === true)}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  if (kind === 'choice')
    return (
      <NativeSelect
        aria-label={label}
        value={String(value)}
        data={setting.choices.map((choice) => ({ value: choice, label: words.value(key, choice) }))}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  if (kind === 'text') return <VersionField label={label} value={value} onChange={onChange} />
  const number = typeof value === 'number' ? value : null
  if (!key.endsWith('Minor'))
    return <NumberField setting={setting} label={label} value={number} onChange={onChange} />
  return (
    <div className={classes['amount']}>
      <AmountInput
        label={label}
        value={number}
        minMinor={min ?? 0}
        {...(max === null ? {} : { maxMinor: max })}
        onChange={(minor, isRefused) => onChange(isRefused ? null : minor)}
      />
    </div>
  )
}
