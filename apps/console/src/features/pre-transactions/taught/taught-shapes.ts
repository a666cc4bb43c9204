import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import type { TaughtSlot, TaughtState } from '@khlang/contract/values/taught-values.ts'
import type { Tone } from '../../../ui/figures/Status.tsx'

export type Begun = OutputOf<CallOf<'taughtFormats.begin'>>
export type Preview = OutputOf<CallOf<'taughtFormats.preview'>>
export type Format = OutputOf<CallOf<'taughtFormats.get'>>
export type Trial = NonNullable<Format['trial']>
export type Sample = Trial['samples']['newlyRead'][number]
export type Mark = Begun['marks'][number]
export type Reading = NonNullable<Preview['reading']>

/** What the marks say, by the colour that they have everywhere. */
export const slotTones: Readonly<Record<TaughtSlot, Tone>> = {
  amount: 'green',
  balance: 'blue',
  own: 'purple',
  time: 'amber',
  payerName: 'red',
  payerBank: 'red',
  payerMask: 'red',
  ref: 'amber',
  channel: 'amber',
  text: 'grey',
}

export const stateTones: Readonly<Record<TaughtState, Tone>> = {
  trying: 'blue',
  tried: 'amber',
  failed: 'red',
  asked: 'amber',
  active: 'green',
  refused: 'red',
  replaced: 'grey',
  off: 'grey',
}
