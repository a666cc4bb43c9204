import { encodeId } from '@khlang/contract/values/values.ts'
import { memberCash, receivable } from '@khlang/ledger/accounts.ts'
import { depositReversed } from '@khlang/ledger/deposits.ts'
import type { Posting } from '@khlang/ledger/posting.ts'
import { creditReversed } from '@khlang/ledger/wallet.ts'
import { z } from 'zod'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Agreement, ExecutionContext } from '../../platform/approvals/approval-kinds.ts'
import { businessOn } from '../../platform/business-day.ts'
import type { Reader } from '../../platform/db/db.ts'
import { openAccounts, postStrict } from '../../platform/posting/ledger-store.ts'
import { outsideIdSchema } from '../../platform/db/outside-ids.ts'
import { shortfallOf } from './link-reversal.ts'
import { endRefund } from './refunded-order.ts'
import {
  creditPosting,
  holdTypedCredit,
  isDeposit,
  markReversed,
  outsideOf,
  typedCredit,
  type TypedCredit,
} from '../manual-credits/typed-credits.ts'

/** A typed credit that is to be taken back, frozen; ids as the outside sees them. */
export const ReversalDocument = z.strictObject({
  id: z.union([outsideIdSchema('deposit'), outsideIdSchema('adjustment')]),
  memberId: outsideIdSchema('member'),
  amountMinor: z.int(),
  kind: z.enum(['realDeposit', 'goodwill', 'correction']),
  reference: z.string(),
  /** For people who read of it: the credit's number and whose it is. */
  name: z.string(),
})
/** The same of what a refunded order credited. */
export const OrderReversalDocument = z.strictObject({
  ...ReversalDocument.shape,
  id: outsideIdSchema('deposit'),
  kind: z.literal('gatewayOrder'),
  orderId: outsideIdSchema('gatewayOrder'),
})
export type AnyReversal = z.infer<typeof ReversalDocument> | z.infer<typeof OrderReversalDocument>

/** @throws notFound out of sight, stateRefused with why it cannot go back this way */
export async function reversible(db: Reader, actor: EmployeeActor, id: string): Promise<TypedCredit> {
  const credit = await typedCredit(db, actor, id)
  if (!credit) throw new ApiError('notFound')
  if (credit.refused !== null) throw new ApiError('stateRefused', { details: { reason: credit.refused } })
  return credit
}

/** The posting of the credit turned, with what the wallet lacks booked as owed. */
export async function reversalPosting(
  db: Reader,
  credit: TypedCredit,
  { on, shortfallMinor }: { on: string; shortfallMinor: number },
): Promise<Posting> {
  const input = {
    sourceId: outsideOf(credit),
    memberId: encodeId('member', credit.member_id),
    businessOn: on,
    valueOn: credit.value_on,
    credited: await creditPosting(db, credit),
    shortfallMinor,
  }
  return isDeposit(credit.kind) ? depositReversed(input) : creditReversed(input)
}

/** `entity` and `entityId` of what the log and the approval speak of. */
const thingOf = ({ kind, id }: TypedCredit) =>
  isDeposit(kind)
    ? { entity: 'deposit' as const, entityId: encodeId('deposit', id) }
    : { entity: 'adjustment' as const, entityId: encodeId('adjustment', id) }

/**
 * The row first, which the database judges by its approval; the money last.
 * @throws stateRefused when it went back meanwhile or its line came; conflict when the wallet moved just now
 */
export async function reverseNow(
  context: ExecutionContext,
  document: AnyReversal,
  { id: approvalId, askedBy, reason }: Agreement,
): Promise<void> {
  const { tx, actor, settings, services, record, announce } = context
  await holdTypedCredit(tx, document.id)
  const credit = await reversible(tx, actor, document.id)
  const { memberId, amountMinor, id } = document
  const { shortfallMinor } = await shortfallOf(tx, credit.member_id, amountMinor)
  await markReversed(tx, credit, approvalId)
  const isOfOrder = credit.kind === 'gatewayOrder'
  await record({
    ...thingOf(credit),
    action: isOfOrder ? 'gatewayCreditReversed' : 'creditReversed',
    reason,
    detail: {
      approvalId: encodeId('approval', approvalId),
      askedBy,
      memberId,
      amountMinor,
      shortfallMinor,
    },
  })
  if (isDeposit(credit.kind)) await announce('deposit', id)
  if (isOfOrder) await endRefund(tx, credit.id)
  await announce('member', memberId)
  await announce('transfer', id)
  if (shortfallMinor > 0) await openAccounts(tx, [receivable(memberId)])
  const on = businessOn(settings, services.now())
  const [result] = await postStrict(tx, [await reversalPosting(tx, credit, { on, shortfallMinor })])
  const after = result?.balancesAfter.findLast(({ code }) => code === memberCash(memberId).code)
  // Money that came in between the two statements would be left in the wallet of one who owes it.
  if (shortfallMinor > 0 && after?.balanceMinor !== 0)
    throw new ApiError('conflict', { details: { reason: 'walletMoved' } })
}
