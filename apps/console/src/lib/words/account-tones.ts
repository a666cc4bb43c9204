import type { accountStates } from '@khlang/contract/values/value-lists.ts'
import type { Tone } from '../../ui/figures/Status.tsx'

/** Colour of each state of an own bank account. */
export const accountTones: Readonly<Record<(typeof accountStates)[number], Tone>> = {
  active: 'green',
  paused: 'amber',
  frozen: 'purple',
  closed: 'grey',
}
