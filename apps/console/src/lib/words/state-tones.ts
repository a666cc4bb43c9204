import type { Tone } from '../../ui/figures/Status.tsx'

const tones: Readonly<Record<string, Tone>> = {
  created: 'grey',
  pending: 'amber',
  credited: 'green',
  expired: 'grey',
  rejected: 'red',
  reversed: 'purple',
  review: 'amber',
  approved: 'blue',
  sending: 'blue',
  paid: 'green',
  failed: 'red',
  unknown: 'amber',
  cancelled: 'grey',
}

/** Tone of a deposit's or withdrawal's state; a state this console does not know yet is grey. */
export const stateTone = (state: string): Tone => tones[state] ?? 'grey'
