import type { betStates } from '@khlang/contract/values/play-values.ts'
import type { Tone } from '../../ui/figures/Status.tsx'

/** States of bets from the member's side, as a slip would say it. */
export const betTones: Readonly<Record<(typeof betStates)[number], Tone>> = {
  running: 'amber',
  won: 'green',
  lost: 'grey',
  draw: 'blue',
  void: 'purple',
}
