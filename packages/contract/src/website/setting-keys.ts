import { z } from 'zod'
import { BrandSettings } from '../brand-settings.ts'

export type SettingKey = keyof BrandSettings
export type SettingValue = BrandSettings[SettingKey]

type Shape = typeof BrandSettings.shape
type Patch = { [K in SettingKey]: z.ZodOptional<ReturnType<Shape[K]['unwrap']>> }

export const settingKeys = Object.keys(BrandSettings.shape) as readonly SettingKey[]

/** Some of the settings, each within its bounds; what is not named takes no default. */
export const SettingsPatch = z.strictObject(
  Object.fromEntries(
    settingKeys.map((key) => [key, BrandSettings.shape[key].unwrap().optional()]),
  ) as unknown as Patch,
)
export type SettingsPatch = z.output<typeof SettingsPatch>

/**
 * Never changed while the brand runs. Business dates are written once, by the cut-off of their moment: by
 * another one days that are closed would be posted to. Accounts of the ledger are of one currency for ever.
 */
export const fixedSettings = ['currency', 'dayCutOffMinutes'] as const satisfies readonly SettingKey[]

/** What stops money at once. Off is the safe direction: one person may, and at once. */
export const switchSettings = [
  'canDeposit',
  'canWithdraw',
  'isAutoCreditOn',
  'isAutoApproveOn',
] as const satisfies readonly SettingKey[]

/**
 * What holds people: who decides with whom, and how they sign in. Two must agree to another value, an admin
 * among those who asked or agreed. The database has the same list (`guarded_settings` in settings.sql).
 */
export const guardedSettings = [
  'isOtpRequired',
  'acceptsPreviousOtpStep',
  'idleTimeoutMinutes',
  'sessionHours',
  'stepUpMinutes',
  'rateReadPerMinute',
  'rateWritePerMinute',
  'rateMoneyPerMinute',
  'rateExportPerHour',
  'twoPersonLimitMinor',
  'accountChangeEvidence',
  'manualSecondPersonMinor',
  'manualSecondPersonDayMinor',
  'twoCheckersMinor',
  'payoutFusePerHourMinor',
  'undoMinutes',
  'linkOldHours',
  'handLinkHours',
  'linkAlarmLowCount',
  'linkAlarmDayMinor',
  'bookingAloneMinor',
] as const satisfies readonly SettingKey[]

/** Kept for what is not built yet: nothing reads them. */
export const unusedSettings = [] as const satisfies readonly SettingKey[]

export const isAmong = <K extends SettingKey>(keys: readonly K[], key: SettingKey): key is K =>
  (keys as readonly SettingKey[]).includes(key)
