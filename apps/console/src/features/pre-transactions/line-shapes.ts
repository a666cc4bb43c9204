import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf, OutputOf } from '@khlang/contract/define.ts'

export type Line = OutputOf<CallOf<'preTransactions.lines'>>['records'][number]
export type LineState = Line['state']
export type LineFilter = InputOf<CallOf<'preTransactions.lineTotals'>>
export type LineTotals = OutputOf<CallOf<'preTransactions.lineTotals'>>
export type LineWhole = OutputOf<CallOf<'preTransactions.line'>>
export type Suggestion = LineWhole['suggestions'][number]
export type LineMessage = LineWhole['messages'][number]
export type Signal = Suggestion['signals'][number]

/** States in which a line still waits for somebody or something. */
export const openStates = ['waiting', 'suggested', 'unmatched', 'quarantined'] as const satisfies LineState[]
/** States of lines that were settled, by the machine or by a person. */
export const handledStates = [
  'autoMatched',
  'manualMatched',
  'ignored',
  'internalTransfer',
  'income',
  'refundPending',
  'refunded',
  'unlinked',
  'duplicate',
  'rejected',
  'settled',
] as const satisfies LineState[]

export const isOpen = (line: Line): boolean => (openStates as readonly string[]).includes(line.state)

/** An incoming, open line can be linked; a quarantined one must be taken back to the open lines first. */
export const isLinkable = (line: Line): boolean =>
  line.direction === 'in' && isOpen(line) && line.state !== 'quarantined'

/** Set aside or quarantined lines can be taken back. */
export const isReopenable = (line: Line): boolean =>
  line.state === 'ignored' || line.state === 'quarantined' || line.state === 'rejected'

