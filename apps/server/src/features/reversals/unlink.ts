import type { preTransactionMatching } from '@khlang/contract/pre-transactions/matching.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import type { Context } from '../../platform/call/context.ts'
import type { Reader } from '../../platform/db/db.ts'
import { isWaitingApproval } from '../../platform/waiting.ts'
import { lockLineFor } from '../bank-lines/line-locks.ts'
import { depositUnlink, unlinkable } from './approval-kinds.ts'
import { lockDepositOfLine } from './link-reversal.ts'

/** The request to unlink this line that waits. */
export const waitingUnlink = (db: Reader, lineId: string) =>
  db
    .selectFrom('approvals as p')
    .innerJoin('employees as e', 'e.id', 'p.maker_id')
    .select(['p.id', 'p.maker_id', 'e.display_name as maker'])
    .where('p.kind', '=', depositUnlink.kind)
    .where('p.entity_id', '=', encodeId('statementLine', lineId))
    .where(isWaitingApproval('p'))
    .executeTakeFirst()

/** Asks that a line's credit be taken back, beyond what its linker may undo alone (decisions 31). */
export async function askUnlink({ tx, input, ask }: Context<typeof preTransactionMatching.askUnlink>) {
  const { line } = await lockLineFor(tx, input, unlinkable)
  const deposit = await lockDepositOfLine(tx, line.id)
  const facts = {
    depositId: encodeId('deposit', deposit.id),
    memberId: encodeId('member', deposit.member_id),
    amountMinor: line.amount_minor,
  }
  return ask(
    depositUnlink,
    {
      lineId: encodeId('statementLine', line.id),
      lineVersion: line.version,
      state: line.state,
      ...facts,
      name: `${deposit.username} · ${deposit.reference}`,
    },
    { reason: input.reason, version: line.version, audit: { detail: facts } },
  )
}
