import { ApiError } from '../../../platform/api-error.ts'
import type { Agreed, ExecutionContext } from '../../../platform/approvals/approval-kinds.ts'
import { uuidOf } from '../../../platform/db/outside-ids.ts'
import { lockLineFor } from '../../bank-lines/line-locks.ts'
import { creditLine, depositBefore, linkable } from '../credit-line.ts'
import { clearSuspense, judgeClearing } from './late-link.ts'
import type { LinkDocument } from './link-approval.ts'
import { judgeLink } from './link-evidence.ts'

/** The link that was agreed to, from its frozen document. @throws stale when the line changed */
export async function linkAgreed(
  context: ExecutionContext,
  { document, ...request }: Agreed<LinkDocument>,
): Promise<void> {
  const { tx, settings, services, actor } = context
  const id = uuidOf('statementLine', document.lineId)
  const { line, feed } = await lockLineFor(tx, { id, version: document.lineVersion }, linkable)
  const memberId = uuidOf('member', document.memberId)
  const { isConfirmed, isOtherMoney } = document
  const clearsId = document.clearsId === null ? undefined : uuidOf('deposit', document.clearsId)
  const late = await depositBefore(tx, line, { depositId: clearsId, isOtherMoney })
  // The address of who asked is known only where they are alone, and so act themselves.
  const by = {
    id: request.makerId,
    name: request.askedBy,
    address: request.isAlone ? actor.address : '',
  }
  const agreed = { remark: request.reason, approvalId: request.id }
  const linked = { actor: by, settings, nowMs: services.now() }
  if (late) {
    const judged = await judgeClearing(tx, line, late, linked)
    return clearSuspense(context, { line, deposit: late, judged, by, ...agreed })
  }
  if (clearsId !== undefined) throw new ApiError('alreadyMatched')
  const judged = await judgeLink(tx, line, memberId, linked)
  if (judged.isOwnMember) throw new ApiError('fourEyes')
  const depositId = document.depositId === null ? null : uuidOf('deposit', document.depositId)
  const order = { line, feed, memberId, depositId, isConfirmed, isOtherMoney, judged }
  await creditLine(context, { ...order, by, ...agreed })
}
