import type { Posting } from '@khlang/ledger/posting.ts'
import type { Tx } from '../../platform/db.ts'

/** An outgoing statement line, as money out needs to know it. */
export interface OutgoingLine {
  readonly id: string
  readonly bankAccountId: string
  readonly amountMinor: number
  readonly bankTime: string | null
  readonly receivedAt: string
  readonly payeeBank: string | null
  readonly payeeMask: string | null
  readonly payeeName: string | null
  readonly ref: string | null
  readonly businessOn: string
  readonly valueOn: string
}

/**
 * Finds the payout an outgoing line proves and settles it in the caller's transaction.
 * @returns the postings for the caller to post last, and the withdrawal, null when no payout fits the line
 */
export function settleByLine(
  _tx: Tx,
  _line: OutgoingLine,
): Promise<{ postings: Posting[]; withdrawalId: string | null }> {
  // Money out writes the search here; until then every outgoing line waits for a person.
  return Promise.resolve({ postings: [], withdrawalId: null })
}
