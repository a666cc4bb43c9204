import type { lineStates } from '@khlang/contract/values/value-lists.ts'
import type { Tone } from '../../ui/figures/Status.tsx'

/** Colour of each state of a line: amber waits for a person, blue for the machine. */
export const lineTones: Readonly<Record<(typeof lineStates)[number], Tone>> = {
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
