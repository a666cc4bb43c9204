import { formatBaht } from '@khlang/money/amount.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBps, formatCount, formatMultiple } from './formats.ts'

type Value = boolean | number | string

/** In what a setting is measured, by the end of its name. */
export type SettingUnit =
  | 'baht'
  | 'minutes'
  | 'seconds'
  | 'hours'
  | 'days'
  | 'months'
  | 'percent'
  | 'times'
  | 'perMinute'
  | 'perHour'
  | 'people'
  | 'count'
  | 'score'

const ends: readonly (readonly [string, SettingUnit])[] = [
  ['PerHourMinor', 'baht'],
  ['Minor', 'baht'],
  ['PerMinute', 'perMinute'],
  ['PerHour', 'perHour'],
  ['Minutes', 'minutes'],
  ['Seconds', 'seconds'],
  ['Hours', 'hours'],
  ['Days', 'days'],
  ['Months', 'months'],
  ['Bps', 'percent'],
  ['X100', 'times'],
  ['AccountCount', 'people'],
  ['Count', 'count'],
  ['Score', 'score'],
  ['Margin', 'score'],
]

/** The unit of a setting; null for what is no number. Pure. */
export const unitOf = (key: string): SettingUnit | null =>
  ends.find(([end]) => key.endsWith(end))?.[1] ?? null

export interface SettingWords {
  readonly name: (key: string) => string
  readonly hint: (key: string) => string
  readonly value: (key: string, value: Value) => string
}

const clock = (minutes: number): string =>
  [Math.trunc(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** What the brand's settings are called, and their values as people say them. */
export function useSettingWords(): SettingWords {
  const { t } = useTranslation('website-settings')
  return useMemo(() => {
    const number = (key: string, value: number): string => {
      const unit = unitOf(key)
      if (key === 'dayCutOffMinutes') return clock(value)
      if (unit === null) return String(value)
      if (unit === 'baht') return `${formatBaht(value)} ฿`
      if (unit === 'percent') return formatBps(value)
      if (unit === 'times') return formatMultiple(value)
      return `${formatCount(value)} ${t(`unit.${unit}`)}`
    }
    return {
      name: (key) => t(`setting.${key}.name`, { defaultValue: key }),
      hint: (key) => t(`setting.${key}.hint`),
      value: (key, value) => {
        if (typeof value === 'boolean') return t(value ? 'on' : 'off')
        if (typeof value === 'number') return number(key, value)
        if (value === '') return t('anyVersion')
        return t(`choice.${value}`, { defaultValue: value })
      },
    }
  }, [t])
}
