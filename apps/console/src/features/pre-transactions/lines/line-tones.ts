import type { Tone } from '../../../ui/figures/Status.tsx'
import type { LineState } from './line-shapes.ts'

/** Colour of each state of a line: amber waits for a person, blue for the machine. */
export const lineTones: Readonly<Record<LineState, Tone>> = {
  waiting: 'blue',
  autoMatched: 'green',
  suggested: 'amber',
  unmatched: 'amber',
  manualMatched: 'green',
  ignored: 'grey',
  internalTransfer: 'green',
  income: 'green',
  refundPending: 'amber',
  refunded: 'grey',
  unlinked: 'amber',
  duplicate: 'grey',
  quarantined: 'purple',
  rejected: 'red',
  settled: 'green',
}
