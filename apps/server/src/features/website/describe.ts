import { BrandSettings } from '@khlang/contract/brand-settings.ts'
import {
  fixedSettings,
  guardedSettings,
  isAmong,
  settingKeys,
  unusedSettings,
  type SettingKey,
} from '@khlang/contract/website/setting-keys.ts'
import { z } from 'zod'

const reasons = { currency: 'ledger', dayCutOffMinutes: 'closedDays' } as const

/** What a field may hold, as the one schema says it. */
function boundsOf(key: SettingKey) {
  const inner: unknown = BrandSettings.shape[key].unwrap()
  if (inner instanceof z.ZodBoolean) return { kind: 'switch' as const, min: null, max: null, choices: [] }
  if (inner instanceof z.ZodEnum)
    return { kind: 'choice' as const, min: null, max: null, choices: inner.options.map(String) }
  if (inner instanceof z.ZodNumber) {
    const { minValue: min, maxValue: max } = inner
    const open = max === null || max >= Number.MAX_SAFE_INTEGER
    return { kind: 'number' as const, min, max: open ? null : max, choices: [] }
  }
  return { kind: 'text' as const, min: null, max: null, choices: [] }
}

/** Every setting with what stands, what a new brand begins with, and its bounds. */
export const describeSettings = (stands: BrandSettings, initial: BrandSettings) =>
  settingKeys.map((key) => ({
    key,
    value: stands[key],
    initial: initial[key],
    ...boundsOf(key),
    fixed: isAmong(fixedSettings, key) ? reasons[key] : null,
    isGuarded: isAmong(guardedSettings, key),
    isUsed: !isAmong(unusedSettings, key),
  }))
