import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf, OutputOf } from '@khlang/contract/kit/define.ts'
import type { Words } from '../../lib/list/columns.tsx'

export type Settings = OutputOf<CallOf<'website.settings'>>
export type Setting = Settings['records'][number]
export type SettingKey = Setting['key']
export type SettingValue = Setting['value']
export type Version = OutputOf<CallOf<'website.versions'>>['records'][number]
export type Change = Version['changes'][number]
type Trial = OutputOf<CallOf<'website.trySettings'>>
export type Side = Trial['deposits']
export type Patch = InputOf<CallOf<'website.changeSettings'>>['changes']
export type SwitchKey = InputOf<CallOf<'website.switchOff'>>['key']

/** What one person may turn off at once; to turn it on takes two. */
const switches: readonly string[] = [
  'canDeposit',
  'canWithdraw',
  'isAutoCreditOn',
  'isAutoApproveOn',
] satisfies readonly SwitchKey[]
export const isSwitch = (key: SettingKey): key is SwitchKey => switches.includes(key)

export const stateTones = {
  scheduled: 'blue',
  active: 'green',
  past: 'grey',
  withdrawn: 'grey',
  refused: 'red',
} as const

/** Who agreed; that nobody else could, where the asker was alone; nothing where one person may. */
export function agreedOf({ agreedBy, approvalId }: Version, { t }: Words): string {
  if (agreedBy !== null) return agreedBy
  return approvalId === null ? '–' : t('soleOwner')
}
