import { preTransactionMatching } from '@khlang/contract/pre-transaction-matching.ts'
import { decodeId, encodeId } from '@khlang/contract/values.ts'
import type { Carrying } from '../../platform/former-kinds.ts'
import { requestApproval } from '../../platform/approvals.ts'
import type { Context } from '../../platform/context.ts'
import type { Reader } from '../../platform/db.ts'
import { isWaitingApproval } from '../../platform/waiting.ts'
import { lockLineFor } from '../bank-lines/line-locks.ts'
import { lockDepositOfLine, reopenLine, reverseOwing } from './link-reversal.ts'

/** A credited line that is to be taken from its member, frozen; ids as the outside sees them. */
export interface UnlinkDocument {
  readonly lineId: string
  /** The line as it was asked for: whatever changes it voids the request. */
  readonly lineVersion: number
  readonly state: string
  readonly depositId: string
  readonly memberId: string
  readonly amountMinor: number
  /** For people who read of it: the deposit's number and whose it is. */
  readonly name: string
}

const linked = ['autoMatched', 'manualMatched']
export const unlinkKind = 'depositUnlink'

/** The request to unlink this line that waits. */
export const waitingUnlink = (db: Reader, lineId: string) =>
  db
    .selectFrom('approvals as p')
    .innerJoin('employees as e', 'e.id', 'p.maker_id')
    .select(['p.id', 'p.maker_id', 'e.display_name as maker'])
    .where('p.kind', '=', unlinkKind)
    .where('p.entity_id', '=', encodeId('statementLine', lineId))
    .where(isWaitingApproval('p'))
    .executeTakeFirst()

export async function unlinkNow(
  carrying: Carrying,
  document: UnlinkDocument,
  { approvalId, askedBy, reason }: { approvalId: string; askedBy: string; reason: string },
): Promise<void> {
  const { tx } = carrying
  const asked = { id: decodeId('statementLine', document.lineId) ?? '', version: document.lineVersion }
  const { line } = await lockLineFor(tx, asked, linked)
  const link = { line, deposit: await lockDepositOfLine(tx, line.id) }
  const detail = { approvalId: encodeId('approval', approvalId), askedBy }
  await reopenLine(carrying, link, { action: 'depositUnlinked', reason, approvalId, detail })
  await reverseOwing(carrying, link)
}

/** Asks that a line's credit be taken back, beyond what its linker may undo by himself (decisions 31). */
export async function askUnlink(context: Context<typeof preTransactionMatching.askUnlink>) {
  const { tx, input, actor, settings, record, announce } = context
  const { line } = await lockLineFor(tx, input, linked)
  const deposit = await lockDepositOfLine(tx, line.id)
  const lineId = encodeId('statementLine', line.id)
  const document: UnlinkDocument = {
    lineId,
    lineVersion: line.version,
    state: line.state,
    depositId: encodeId('deposit', deposit.id),
    memberId: encodeId('member', deposit.member_id),
    amountMinor: line.amount_minor,
    name: `${deposit.username} · ${deposit.reference}`,
  }
  const asked = await requestApproval(tx, {
    kind: unlinkKind,
    entity: 'statementLine',
    entityId: lineId,
    document,
    amountMinor: line.amount_minor,
    reason: input.reason,
    actor,
    settings,
    requires: preTransactionMatching.askUnlink.requires,
  })
  await record({
    entity: 'statementLine',
    entityId: lineId,
    action: 'depositUnlinkAsked',
    reason: input.reason,
    detail: {
      approvalId: encodeId('approval', asked.id),
      depositId: document.depositId,
      memberId: document.memberId,
      amountMinor: line.amount_minor,
      isSoleOwner: asked.isSoleOwner,
    },
  })
  if (asked.state === 'pending') await announce('statementLine', lineId, line.version)
  else {
    const by = { approvalId: asked.id, askedBy: actor.username, reason: input.reason }
    await unlinkNow(context, document, by)
  }
  return { approvalId: asked.id, state: asked.state }
}
