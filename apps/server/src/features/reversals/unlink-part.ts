import type { preTransactionSplits } from '@khlang/contract/pre-transactions/splits.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Context } from '../../platform/call/context.ts'
import { lockLineFor } from '../bank-lines/line-locks.ts'
import { depositUnlink } from './approval-kinds.ts'
import { lockPart } from './part-reversal.ts'

/** Asks that one part of a line be taken back; the other parts stay. */
export async function askPartBack({ tx, input, ask }: Context<typeof preTransactionSplits.askUnlinkPart>) {
  const { line } = await lockLineFor(tx, input, ['manualMatched'])
  await sql`select from deposits where id = ${input.depositId} for update`.execute(tx)
  const part = await lockPart(tx, line.id, input.depositId)
  if (!part) throw new ApiError('stateRefused')
  const facts = {
    depositId: encodeId('deposit', part.id),
    memberId: encodeId('member', part.member_id),
    amountMinor: part.amountMinor,
  }
  return ask(
    depositUnlink,
    {
      lineId: encodeId('statementLine', line.id),
      lineVersion: line.version,
      state: line.state,
      ...facts,
      name: `${part.username} · ${part.reference}`,
    },
    { reason: input.reason, version: line.version, audit: { detail: facts } },
  )
}
