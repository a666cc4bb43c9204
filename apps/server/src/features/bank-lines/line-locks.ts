import type { LineNow } from '@khlang/contract/kit/error-details.ts'
import type { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'
import type { Tx } from '../../platform/db/db.ts'
import { findLine, lockFeed, lockLine } from './intake/intake-queries.ts'
import { handlerOfLine } from './line-queries.ts'
import type { FeedRow, StoredLine } from './stored-line.ts'

const taken = new Set(['autoMatched', 'manualMatched', 'internalTransfer', 'settled', 'income', 'refunded'])

type LineFacts = z.output<typeof LineNow>
/** What an act says of a line whose state does not allow it; the facts tell who was faster. */
export type NotOpen = (line: LineFacts) => ApiError

/** Whether a line in this state is somebody's already. */
export const isTaken = (state: string): boolean => taken.has(state)
const takenOrClosed: NotOpen = (details) =>
  new ApiError(isTaken(details.state) ? 'alreadyMatched' : 'lineNotOpen', { details })

/** Who stood before us, for the one who came later. */
async function lineNow(tx: Tx, id: string): Promise<LineFacts> {
  const line = await handlerOfLine(tx, id)
  if (!line) throw new ApiError('notFound')
  return line
}

/**
 * Locks a line for a person's act: its account's feed first, as the intake does, then the line.
 * @throws notFound; what `notOpen` makes of a state that is not among `states`: alreadyMatched with who and
 * when, or lineNotOpen; stale when somebody changed it since it was shown
 */
export async function lockLineFor(
  tx: Tx,
  input: { readonly id: string; readonly version: number },
  states: readonly string[],
  notOpen: NotOpen = takenOrClosed,
): Promise<{ line: StoredLine; feed: FeedRow }> {
  const seen = await findLine(tx, input.id)
  if (!seen) throw new ApiError('notFound')
  const feed = await lockFeed(tx, seen.bank_account_id)
  return { line: await assertOpen(tx, input, states, notOpen), feed }
}

/** The same without the feed, for acts that leave the balance chain as it is. */
export async function assertOpen(
  tx: Tx,
  input: { readonly id: string; readonly version: number },
  states: readonly string[],
  notOpen: NotOpen = takenOrClosed,
): Promise<StoredLine> {
  const line = await lockLine(tx, input.id)
  if (!line) throw new ApiError('notFound')
  if (!states.includes(line.state)) throw notOpen(await lineNow(tx, line.id))
  if (line.version !== input.version) throw new ApiError('stale', { details: await lineNow(tx, line.id) })
  return line
}
