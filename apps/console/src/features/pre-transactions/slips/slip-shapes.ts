import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import type { Tone } from '../../../ui/figures/Status.tsx'

export type Slip = OutputOf<CallOf<'preTransactions.slip'>>
export type SlipFault = Slip['faults'][number]

/** What a person must not take for a proof; the rest is only doubtful. */
const against: readonly SlipFault[] = ['receiverOther', 'senderOther', 'amountOther', 'future', 'used']
export const isAgainst = (fault: SlipFault): boolean => against.includes(fault)

const stateTones: Readonly<Record<Slip['state'], Tone>> = {
  verified: 'green',
  later: 'blue',
  unchecked: 'grey',
  failed: 'amber',
  unknown: 'red',
}

/** A slip that the bank knows is no proof while something speaks against it. Pure. */
export function toneOf({ state, faults }: Pick<Slip, 'state' | 'faults'>): Tone {
  if (faults.some(isAgainst)) return 'red'
  return faults.length > 0 ? 'amber' : stateTones[state]
}

/** Day and time in Bangkok, as the fields of a form have them. Pure. */
export function bangkokFields(at: string): { on: string; clock: string } {
  const text = new Date(Date.parse(at) + 7 * 3_600_000).toISOString()
  return { on: text.slice(0, 10), clock: text.slice(11, 16) }
}
