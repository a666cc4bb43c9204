import { lowBatteryBps, skewMaxMs } from '@khlang/contract/values/value-lists.ts'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { formatAge, type Reading } from '../../lib/words/formats.ts'
import type { Tone } from '../../ui/figures/Status.tsx'

export type DeviceRow = OutputOf<CallOf<'devices.list'>>['records'][number]
export type DeviceDetail = OutputOf<CallOf<'devices.get'>>
export type Pairing = NonNullable<DeviceDetail['pairing']>
export type OwnAccount = OutputOf<CallOf<'devices.accounts'>>['records'][number]
export type DeviceAsk = DeviceDetail['asks'][number]
/** Whoever looks after phones and after messages nobody could read. */
export const mayReadMessages = { deviceManagement: ['isRead'], pretransactionNotMatch: ['isRead'] } as const
export type DeviceAct = 'pause' | 'resume' | 'revoke'

/** Amber waits for a person; purple was stopped by one, and can be let go again. */
export const stateTones: Readonly<Record<DeviceRow['state'], Tone>> = {
  online: 'green',
  offline: 'red',
  paused: 'purple',
  unpaired: 'amber',
  revoked: 'grey',
}

/** Soon empty: little is left, and nothing comes in. Pure. */
export const isLow = ({ batteryBps, isCharging }: Pick<DeviceRow, 'batteryBps' | 'isCharging'>): boolean =>
  batteryBps !== null && batteryBps < lowBatteryBps && isCharging !== true

/** A clock so far off that what the phone says of times is not to be relied on. Pure. */
export const isSkewed = (skewMs: number | null): boolean => skewMs !== null && Math.abs(skewMs) > skewMaxMs

/** How far a clock is ahead (+) or behind (−); null where that is less than a second. Pure. */
export function skewText(skewMs: number, reading: Reading): string | null {
  if (Math.abs(skewMs) < 1000) return null
  return `${skewMs < 0 ? '−' : '+'}${formatAge(Math.abs(skewMs), reading)}`
}

/** What may be done with a phone as it stands. Pure. */
export function actsOf({ state }: Pick<DeviceRow, 'state'>): readonly DeviceAct[] {
  if (state === 'revoked') return []
  if (state === 'paused') return ['resume', 'revoke']
  return state === 'unpaired' ? ['revoke'] : ['pause', 'revoke']
}

/** Names by which banks write to a phone, under the account that each is of. Pure. */
export function sendersByAccount(senders: DeviceDetail['senders']) {
  const groups = new Map<string, { account: DeviceRow['accounts'][number]; said: Said[] }>()
  for (const { account, source, sender } of senders) {
    const group = groups.get(account.id) ?? { account, said: [] }
    group.said.push({ source, sender })
    groups.set(account.id, group)
  }
  return [...groups.values()]
}

/** A name to choose, and what speaks for it. */
export interface Offered extends Said {
  /** Messages of it that came to this phone and were not read. */
  readonly wroteCount: number
  /** The bank's usual name. */
  readonly isUsual: boolean
}

/** One name under which a bank writes. */
export type Said = Pick<DeviceDetail['senders'][number], 'source' | 'sender'>
