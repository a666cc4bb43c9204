import { asciiDigits } from '@khlang/money/amount.ts'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { breachOf, ruleOf } from '../../lib/form/field-rules.ts'
import type { SettingValue } from './setting-shapes.ts'

const rule = ruleOf('website.changeSettings', 'changes.phoneAppVersionMin')

interface VersionFieldProps {
  readonly label: string
  /** Null: what is typed is no version. */
  readonly value: SettingValue | null
  readonly onChange: (value: string | null) => void
}

/** The number of a version, or nothing at all. */
export function VersionField({ label, value, onChange }: VersionFieldProps) {
  const { t } = useTranslation('website')
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      aria-label={label}
      value={value === null ? (typed ?? '') : String(value)}
      onChange={(event) => {
        const text = asciiDigits(event.currentTarget.value).trim()
        setTyped(text)
        onChange(breachOf(rule, text) === null ? text : null)
      }}
      error={value === null ? t('refusedVersion') : undefined}
      inputMode="decimal"
      autoComplete="off"
    />
  )
}
