import type { preTransactionSplits } from '@khlang/contract/pre-transactions/splits.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Context } from '../../platform/call/context.ts'
import { lockLineFor } from '../bank-lines/line-locks.ts'
import { lockPart } from './part-reversal.ts'
import { askBack } from './unlink.ts'

/** Asks that one part of a line be taken back; the other parts stay. */
export async function askPartBack({ tx, input, ask }: Context<typeof preTransactionSplits.askUnlinkPart>) {
  const { line } = await lockLineFor(tx, input, ['manualMatched'])
  await sql`select from deposits where id = ${input.depositId} for update`.execute(tx)
  const part = await lockPart(tx, line.id, input.depositId)
  if (!part) throw new ApiError('stateRefused')
  return askBack(ask, { line, credited: part, reason: input.reason })
}
