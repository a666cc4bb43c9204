import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import {
  fixedSettings,
  guardedSettings,
  isAmong,
  settingKeys,
  type SettingKey,
  type SettingsPatch,
  type SettingValue,
} from '@khlang/contract/website/setting-keys.ts'

/** What changes, each with what it was: nothing else is agreed to. */
export type Changes = Readonly<
  Partial<Record<SettingKey, { readonly before: SettingValue; readonly after: SettingValue }>>
>

/** As screens read it: one after the other, in the order of the settings. */
export const changeRows = (changes: Changes) =>
  settingKeys.flatMap((key) => {
    const change = changes[key]
    return change === undefined ? [] : [{ key, ...change }]
  })

/** What of a wish differs from what stands. Pure. */
export const changesOf = (stands: BrandSettings, wished: SettingsPatch): Changes =>
  Object.fromEntries(
    settingKeys.flatMap((key) => {
      const [before, after] = [stands[key], wished[key]]
      return after === undefined || after === before ? [] : [[key, { before, after }]]
    }),
  )

const side = (changes: Changes, which: 'before' | 'after'): Partial<BrandSettings> =>
  Object.fromEntries(changeRows(changes).map((row) => [row.key, row[which]]))
export const befores = (changes: Changes): Partial<BrandSettings> => side(changes, 'before')
export const afters = (changes: Changes): Partial<BrandSettings> => side(changes, 'after')

/** The settings that are not what somebody agreed to change any more. Pure. */
export const staleKeys = (stands: BrandSettings, changes: Changes): SettingKey[] =>
  changeRows(changes).flatMap(({ key, before }) => (stands[key] === before ? [] : [key]))

export const isGuarded = (changes: Changes): boolean =>
  changeRows(changes).some(({ key }) => isAmong(guardedSettings, key))

/** Each pair whose first may not be above its second. */
const orders: readonly (readonly [SettingKey, SettingKey])[] = [
  ['withdrawalMinMinor', 'withdrawalMaxMinor'],
  ['matchSuggestScore', 'matchAutoScore'],
]

/** The first key that may not be so: never changed, or out of order with another; else null. Pure. */
export function refusedKey(stands: BrandSettings, changes: Changes): SettingKey | null {
  const wished = { ...stands, ...afters(changes) }
  const fixed = changeRows(changes).find(({ key }) => isAmong(fixedSettings, key))
  if (fixed) return fixed.key
  const wrong = orders.find(
    ([low, high]) => (low in changes || high in changes) && Number(wished[low]) > Number(wished[high]),
  )
  return wrong === undefined ? null : (wrong.find((key) => key in changes) ?? null)
}
