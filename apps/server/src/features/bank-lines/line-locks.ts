import { ApiError } from '../../platform/api-error.ts'
import type { Tx } from '../../platform/db.ts'
import { findLine, lockFeed, lockLine } from './intake-queries.ts'
import { handlerOfLine } from './line-queries.ts'
import type { FeedRow, StoredLine } from './stored-line.ts'

const taken = new Set(['autoMatched', 'manualMatched', 'internalTransfer', 'settled', 'income', 'refunded'])

/** Who stood before us, for the one who came later. */
async function facts(tx: Tx, id: string) {
  const handler = await handlerOfLine(tx, id)
  return {
    state: handler?.state ?? null,
    by: handler?.by ?? null,
    at: handler?.at ?? null,
    version: handler?.version,
  }
}

/**
 * Locks a line for a person's act: its account's feed first, as the intake does, then the line.
 * @throws notFound; alreadyMatched with who and when; lineNotOpen when its state is not among `states`;
 * stale when
 *   somebody changed it since it was shown
 */
export async function lockLineFor(
  tx: Tx,
  input: { readonly id: string; readonly version: number },
  states: readonly string[],
): Promise<{ line: StoredLine; feed: FeedRow }> {
  const seen = await findLine(tx, input.id)
  if (!seen) throw new ApiError('notFound')
  const feed = await lockFeed(tx, seen.bank_account_id)
  return { line: await assertOpen(tx, input, states), feed }
}

/** The same without the feed, for acts that leave the balance chain as it is. */
export async function assertOpen(
  tx: Tx,
  input: { readonly id: string; readonly version: number },
  states: readonly string[],
): Promise<StoredLine> {
  const line = await lockLine(tx, input.id)
  if (!line) throw new ApiError('notFound')
  if (!states.includes(line.state)) {
    const details = await facts(tx, line.id)
    throw new ApiError(taken.has(line.state) ? 'alreadyMatched' : 'lineNotOpen', { details })
  }
  if (line.version !== input.version) throw new ApiError('stale', { details: await facts(tx, line.id) })
  return line
}
