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
export const openStates = [
  'suggested',
  'unmatched',
  'waiting',
  'quarantined',
  'unlinked',
  'refundPending',
] as const satisfies LineState[]
/** States of lines that were settled, by the machine or by a person. */
export const handledStates = [
  'autoMatched',
  'manualMatched',
  'ignored',
  'internalTransfer',
  'income',
  'refunded',
  'duplicate',
  'rejected',
  'settled',
] as const satisfies LineState[]

export const isOpen = (line: Line): boolean => (openStates as readonly string[]).includes(line.state)

/** An incoming, open line can be linked; a quarantined one must be taken back to the open lines first. */
export const isLinkable = (line: Line): boolean =>
  line.direction === 'in' && isOpen(line) && line.state !== 'quarantined' && line.state !== 'refundPending'

/** Both halves of an own transfer must be proven: what still waits for its chain is not. */
export const isTransferable = (line: Line): boolean =>
  line.state === 'suggested' || line.state === 'unmatched' || line.state === 'unlinked'

/** Every open line but one on its way back to its payer can be set aside. */
export const isIgnorable = (line: Line): boolean => isOpen(line) && line.state !== 'refundPending'

/** The bank's own balances do not prove this money yet: a hint, or a line behind a hole. */
export const isUnproven = (line: Line): boolean => line.state === 'waiting' || line.chain === 'hint'

/** Set aside or quarantined lines can be taken back. */
export const isReopenable = (line: Line): boolean =>
  line.state === 'ignored' || line.state === 'quarantined' || line.state === 'rejected'
