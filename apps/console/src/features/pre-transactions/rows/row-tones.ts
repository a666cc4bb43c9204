import type { Tone } from '../../../ui/figures/Status.tsx'

const checkTones: Readonly<Record<string, Tone>> = {
  pass: 'green',
  warn: 'amber',
  review: 'amber',
  block: 'red',
  notApplicable: 'grey',
}
export const checkTone = (result: string): Tone => checkTones[result] ?? 'grey'

const payoutTones: Readonly<Record<string, Tone>> = {
  sending: 'blue',
  accepted: 'blue',
  succeeded: 'green',
  failed: 'red',
  unknown: 'amber',
}
export const payoutTone = (state: string): Tone => payoutTones[state] ?? 'grey'
