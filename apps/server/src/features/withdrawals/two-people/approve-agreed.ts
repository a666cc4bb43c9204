import { encodeId } from '@khlang/contract/values/values.ts'
import { z } from 'zod'
import { ApiError } from '../../../platform/api-error.ts'
import type { Agreed, ExecutionContext } from '../../../platform/approvals/approval-kinds.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { outsideIdSchema, uuidOf } from '../../../platform/db/outside-ids.ts'
import { assertClaim, assertState } from '../claims.ts'
import { actOn, assertMemberMayBePaid, assertSource, canPay, iso } from '../decisions.ts'
import { hasPart, locked, mayBeFirst } from './first-approval.ts'
import { changeWithdrawal, ownPartIn, type LockedWithdrawal } from '../queries.ts'

/** What the first of two approved, frozen for the second; ids as the outside sees them. */
export const SecondApproval = z.strictObject({
  withdrawalId: outsideIdSchema('withdrawal'),
  memberId: outsideIdSchema('member'),
  amountMinor: z.int(),
  toBank: z.string(),
  toAccountNo: z.string(),
  toAccountName: z.string(),
  /** The account of ours that the first one chose to pay from; null: whichever can. */
  accountId: outsideIdSchema('bankAccount').nullable(),
  /** For people who read of it: the withdrawal's number and whose it is. */
  name: z.string(),
})
export type SecondApproval = z.infer<typeof SecondApproval>

type Request = Agreed<SecondApproval>

/** Both people anew: time has passed since the first approved. @throws fourEyes, stateRefused */
async function assertTwo(tx: Tx, row: LockedWithdrawal, actorId: string, request: Request): Promise<void> {
  const own = await ownPartIn(tx, row.id, actorId)
  if (hasPart(own) || own.approvedFirst) throw new ApiError('fourEyes')
  const isTheirs = row.first_approved_by === request.makerId
  if (!isTheirs || !(await mayBeFirst(tx, row, request.makerId)))
    throw new ApiError('stateRefused', { details: { reason: 'makerNotAllowed' } })
}

/**
 * Does what the first one asked for and the second agreed to, at whichever door; who is alone goes through it
 * too. `chosenId`: the account that the second chose to pay from, in place of the first one's.
 * @returns the new version
 * @throws alreadyHandled, claimedByOther, blocked, fourEyes, stateRefused, invalidValue
 */
export async function approveAgreed(
  context: ExecutionContext,
  request: Request,
  chosenId?: string,
): Promise<number> {
  const { tx, actor, settings, services, record, announce } = context
  const { document, isAlone } = request
  const nowMs = services.now()
  const row = await locked(tx, uuidOf('withdrawal', document.withdrawalId))
  assertState(row, ['review'])
  assertClaim(row, actor, nowMs)
  await assertMemberMayBePaid(tx, row)
  await assertSource(tx, row, { accountId: chosenId, actor, settings, nowMs })
  const frozenId = document.accountId === null ? undefined : uuidOf('bankAccount', document.accountId)
  const accountId = chosenId ?? frozenId
  if (accountId !== undefined && !(await canPay(tx, row, { accountId, settings, nowMs })))
    throw new ApiError('stateRefused', { details: { reason: 'sourceCannotPay' } })
  if (!isAlone) await assertTwo(tx, row, actor.id, request)
  const remark = (isAlone ? request.reason : request.comment) ?? ''
  const version = await changeWithdrawal(tx, row.id, {
    claimed_by: null,
    claimed_until: null,
    ...(accountId === undefined ? {} : { bank_account_id: accountId }),
    ...(remark === '' ? {} : { remark_staff: remark }),
    state: 'approved',
    ...(isAlone ? { first_approved_by: null, first_approved_at: null } : {}),
    approval_id: request.id,
    decided_by: actor.id,
    decided_at: iso(nowMs),
    decision_kind: 'employee',
    is_sole_owner: isAlone,
  })
  const decided = { before: row, version, isSoleOwner: isAlone }
  // Who is alone has been recorded with the asking, which is the act.
  if (!isAlone) {
    const detail = { isFirstOfTwo: false, approvalId: encodeId('approval', request.id) }
    await record(actOn('approve', decided, 'approved', detail))
  }
  await announce('withdrawal', document.withdrawalId, version)
  return version
}
