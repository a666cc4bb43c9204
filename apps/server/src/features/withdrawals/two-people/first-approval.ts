import { requestUpdate } from '@khlang/contract/pre-transactions/shapes.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { rightOf } from '../../../platform/approvals/checkers.ts'
import { lockWithRequest, type WaitingRequest } from '../../../platform/approvals/waiting-request.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { lockWithdrawal, ownPartIn, type LockedWithdrawal, type OwnPart } from '../queries.ts'

/** The first approval of two is a request of this kind, which the second person agrees to (ADR 0038). */
export const secondApprovalKind = 'withdrawalApproval'

/** Why a request ended with its withdrawal: stored as its comment; the page puts it into words. */
export type Ending = 'withdrawalRejected' | 'withdrawalCancelled' | 'firstApprovalLapsed'

/** @throws notFound */
export async function locked(tx: Tx, id: string): Promise<LockedWithdrawal> {
  const row = await lockWithdrawal(tx, id)
  if (!row) throw new ApiError('notFound')
  return row
}

/** A withdrawal, held, with the request for its second approval, which is held before it. @throws notFound */
export async function lockBoth(
  tx: Tx,
  id: string,
): Promise<{ readonly row: LockedWithdrawal; readonly request: WaitingRequest | null }> {
  const of = { kind: secondApprovalKind, entityId: encodeId('withdrawal', id) }
  const { thing: row, request } = await lockWithRequest(tx, of, () => locked(tx, id))
  return { row, request }
}

/** Whether somebody asked for it, is the member, gave them money alone, or registered them. */
export const hasPart = (own: OwnPart): boolean =>
  own.asked || own.isMember || own.gaveMoney || own.registeredFirst

/** Whether somebody may be one of the two at this moment: the right, the limit, and no part of their own. */
export async function mayBeFirst(tx: Tx, row: LockedWithdrawal, employeeId: string): Promise<boolean> {
  const { holdsFlags, approvalLimitMinor: limit } = await rightOf(tx, employeeId, requestUpdate)
  if (!holdsFlags || (limit !== null && limit < row.amount_minor)) return false
  return !hasPart(await ownPartIn(tx, row.id, employeeId))
}

/**
 * The request whose maker counts as the first of the two: it waits in its time, and its maker may still be
 * the first. Null: whoever approves next is the first again.
 */
export async function countedFirst(
  tx: Tx,
  row: LockedWithdrawal,
  request: WaitingRequest | null,
): Promise<WaitingRequest | null> {
  if (request === null || request.isOver || row.first_approved_by !== request.makerId) return null
  return (await mayBeFirst(tx, row, request.makerId)) ? request : null
}
