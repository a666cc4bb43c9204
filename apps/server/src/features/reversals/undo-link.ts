import type { preTransactionMatching } from '@khlang/contract/pre-transactions/matching.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Context } from '../../platform/call/context.ts'
import { isTaken, lockLineFor } from '../bank-lines/line-locks.ts'
import { lockDepositOfLine, reopenLine, reverseUntouched, type Link } from './link-reversal.ts'

/** The line and the deposit it credited, both held; refused when it is not one's own or the time is over. */
async function lockOwnLink(context: Context<typeof preTransactionMatching.undoLink>): Promise<Link> {
  const { tx, input, actor, settings, services } = context
  // A line that nobody linked by hand is not "taken by another": there is nothing of one's own to undo.
  const { line } = await lockLineFor(
    tx,
    input,
    ['manualMatched'],
    (details) => new ApiError(isTaken(details.state) ? 'forbidden' : 'lineNotOpen', { details }),
  )
  const deposit = await lockDepositOfLine(tx, line.id)
  if (deposit.handled_by !== actor.id) throw new ApiError('forbidden')
  if (services.now() > Date.parse(deposit.handled_at) + settings.undoMinutes * 60_000)
    throw new ApiError('undoTooLate', { details: { reason: 'time' } })
  return { line, deposit }
}

/**
 * Takes one's own link back within ten minutes, while nothing has left the wallet since (decisions 31): the
 * credit is reversed, the line is open again, what was learnt of the payer is forgotten.
 */
export async function undoLink(context: Context<typeof preTransactionMatching.undoLink>) {
  const link = await lockOwnLink(context)
  const { reason } = context.input
  const version = await reopenLine(context, link, { action: 'linkUndone', reason, approvalId: null })
  await reverseUntouched(context, link)
  return { version }
}
