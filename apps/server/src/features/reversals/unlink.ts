import type { preTransactionMatching } from '@khlang/contract/pre-transactions/matching.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import type { Context } from '../../platform/call/context.ts'
import type { Reader } from '../../platform/db/db.ts'
import { isWaitingApproval } from '../../platform/waiting.ts'
import { lockLineFor } from '../bank-lines/line-locks.ts'
import type { StoredLine } from '../bank-lines/stored-line.ts'
import { depositUnlink, unlinkable } from './approval-kinds.ts'
import { lockDepositOfLine, type LinkedDeposit } from './link-reversal.ts'

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

type Asking = Context<typeof preTransactionMatching.askUnlink>
interface Credited extends Pick<LinkedDeposit, 'id' | 'reference' | 'member_id' | 'username'> {
  readonly amountMinor: number
}

/** Asks that what a held line credited to one member is taken from them. */
export function askBack(
  ask: Asking['ask'],
  {
    line,
    credited,
    reason,
  }: { readonly line: StoredLine; readonly credited: Credited; readonly reason: string },
) {
  const facts = {
    depositId: encodeId('deposit', credited.id),
    memberId: encodeId('member', credited.member_id),
    amountMinor: credited.amountMinor,
  }
  return ask(
    depositUnlink,
    {
      lineId: encodeId('statementLine', line.id),
      lineVersion: line.version,
      state: line.state,
      ...facts,
      name: `${credited.username} · ${credited.reference}`,
    },
    { reason, version: line.version, audit: { detail: facts } },
  )
}

/** Asks that a line's credit be taken back, beyond what its linker may undo alone (decisions 31). */
export async function askUnlink({ tx, input, ask }: Asking) {
  const { line } = await lockLineFor(tx, input, unlinkable)
  const deposit = await lockDepositOfLine(tx, line.id)
  const credited = { ...deposit, amountMinor: line.amount_minor }
  return askBack(ask, { line, credited, reason: input.reason })
}
