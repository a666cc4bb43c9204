import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf, OutputOf } from '@khlang/contract/kit/define.ts'
import { lineStates, openLineStates } from '@khlang/contract/values/value-lists.ts'

export type Line = OutputOf<CallOf<'preTransactions.lines'>>['records'][number]
export type LineState = Line['state']
export type LineFilter = InputOf<CallOf<'preTransactions.lineTotals'>>
export type LineTotals = OutputOf<CallOf<'preTransactions.lineTotals'>>
export type LineWhole = OutputOf<CallOf<'preTransactions.line'>>
export type Suggestion = LineWhole['suggestions'][number]
export type LineMessage = LineWhole['messages'][number]
export type Signal = Suggestion['signals'][number]

const isOpenState = (state: LineState): boolean => openLineStates.some((each) => each === state)
/** States of lines that were settled, by the machine or by a person. */
export const handledStates = lineStates.filter((state) => !isOpenState(state))

export const isOpen = (line: Pick<Line, 'state'>): boolean => isOpenState(line.state)

/**
 * An incoming, open line can be linked; a quarantined one must be taken back to the open lines first, one
 * that waits for a second person is linked by nobody else.
 */
export const isLinkable = (line: Line): boolean =>
  line.direction === 'in' &&
  isOpen(line) &&
  !line.isLinkAsked &&
  line.state !== 'quarantined' &&
  line.state !== 'refundPending'

/** Who stands on the other side of a line. Pure. */
export const otherSide = ({ direction }: Pick<Line, 'direction'>): 'payer' | 'payee' =>
  direction === 'in' ? 'payer' : 'payee'

/** Both halves of an own transfer must be proven: what still waits for its chain is not. */
export const isTransferable = (line: Line): boolean =>
  line.state === 'suggested' || line.state === 'unmatched' || line.state === 'unlinked'

/** Where money of an own transfer left and where it came, told by one of its halves. Pure. */
export const waysOf = ({ direction }: Pick<Line, 'direction'>, ours: string, theirs: string) =>
  direction === 'out' ? { from: ours, to: theirs } : { from: theirs, to: ours }

/** Every open line but one on its way back to its payer can be set aside. */
export const isIgnorable = (line: Line): boolean => isOpen(line) && line.state !== 'refundPending'

/** The bank's own balances do not prove this money yet: a hint, or a line behind a hole. */
export const isUnproven = (line: Line): boolean => line.state === 'waiting' || line.chain === 'hint'

/** It stands for a payout, or for a refund. Pure. */
export const isPayoutLine = ({ direction, state }: Pick<Line, 'direction' | 'state'>): boolean =>
  direction === 'out' && state === 'settled'

/** Set aside or quarantined lines can be taken back. */
export const isReopenable = (line: Line): boolean =>
  line.state === 'ignored' || line.state === 'quarantined' || line.state === 'rejected'
