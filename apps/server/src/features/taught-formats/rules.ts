import type { ParsedLine } from '@khlang/bank-messages/parse-message.ts'
import type { TaughtShape } from '@khlang/contract/values/taught-shape.ts'
import type { trialFailures } from '@khlang/contract/values/taught-values.ts'

export type Chain = 'fits' | 'contradicts' | 'unknown'
export type Oddity = 'bigAmount' | 'accountUnknown' | 'timeOdd'

/** A message that the trial keeps to be looked at; what it says is read anew when somebody looks. */
export interface KeptSample {
  readonly id: string
  readonly chain: Chain
  readonly odd: readonly Oddity[]
}
export const sampleKinds = ['newlyRead', 'conflicts', 'others', 'contradictions', 'odd'] as const
export type SampleKind = (typeof sampleKinds)[number]

/** What a format would do to every message there is. */
export interface Trial {
  readonly scanned: number
  readonly newlyRead: number
  readonly conflicts: number
  readonly others: number
  readonly chainFits: number
  readonly chainContradicts: number
  readonly bigAmount: number
  readonly accountUnknown: number
  readonly timeOdd: number
  /** The newest message that was looked at. */
  readonly through: string | null
  readonly samples: Readonly<Record<SampleKind, readonly KeptSample[]>>
}

export const samplesMax = 50

/**
 * Why nobody may agree to a format after its trial, or null. One message that is read today, or of another
 * bank, is enough; balances that mostly contradict say that it reads the wrong number.
 */
export function failureOf(trial: Trial): (typeof trialFailures)[number] | null {
  if (trial.conflicts > 0) return 'conflicts'
  if (trial.others > 0) return 'readsOthers'
  if (trial.newlyRead === 0) return 'readsNothing'
  return trial.chainContradicts > trial.chainFits ? 'chainContradicts' : null
}

/** A shape as a sentence: its words, and what varies in brackets. */
export const wordingOf = ({ pieces }: TaughtShape): string =>
  pieces.map((piece) => ('words' in piece ? piece.words : `[${piece.slot}]`)).join('')

/** What people are told of a reading. */
export const readingOf = (parsed: ParsedLine) => ({
  direction: parsed.direction,
  amountMinor: parsed.amountMinor,
  balanceAfterMinor: parsed.balanceAfterMinor,
  ownMask: parsed.ownMask,
  bankTime: parsed.bankTimePrecision === 'none' ? null : parsed.bankTime,
  payerBank: parsed.payerBank,
  payerMask: parsed.payerMask,
  payerName: parsed.payerName,
  channel: parsed.channel,
  ref: parsed.ref,
})

/** The balance before a movement. */
export const beforeOf = (parsed: Pick<ParsedLine, 'direction' | 'amountMinor'>, after: number): number =>
  parsed.direction === 'in' ? after - parsed.amountMinor : after + parsed.amountMinor
