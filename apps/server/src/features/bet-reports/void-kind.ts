import { betActs } from '@khlang/contract/play/bet-acts.ts'
import { betStates } from '@khlang/contract/values/play-values.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'
import { defineApproval, type ExecutionContext } from '../../platform/approvals/approval-kinds.ts'
import { isOwnMember } from '../../platform/approvals/approval-levels.ts'
import { businessOn } from '../../platform/business-day.ts'
import type { Tx } from '../../platform/db/db.ts'
import { outsideIdSchema, uuidOf } from '../../platform/db/outside-ids.ts'
import { cancelBet } from '../play/wallet/cancel-bet.ts'
import { notVoidableOf, standingBet, walletAfter, type StandingBet } from './voids.ts'

/** @throws winningsSpent where the wallet has no more of what would be taken */
export async function assertWalletBears(tx: Tx, bet: StandingBet): Promise<void> {
  const { leftMinor, missingMinor } = await walletAfter(tx, bet)
  if (missingMinor > 0) throw new ApiError('winningsSpent', { details: { leftMinor, missingMinor } })
}

/** Money that leaves the wallet at this very moment is missed by the posting alone. */
async function cancelNow({ tx, settings, services }: ExecutionContext, bet: StandingBet): Promise<void> {
  const nowMs = services.now()
  const when = { at: new Date(nowMs).toISOString(), businessOn: businessOn(settings, nowMs) }
  await assertWalletBears(tx, bet)
  await cancelBet(tx, bet, when).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'insufficientFunds')
      throw new ApiError('winningsSpent', { cause: error })
    throw error
  })
}

/** A bet never was: its stake goes back to its member, and what it paid is taken. */
export const betVoid = defineApproval({
  kind: 'betVoid',
  requires: betActs.askVoid.requires,
  concerns: (actor) => isOwnMember(actor, sql`a.document ->> 'memberId'`),
  document: z.strictObject({
    betId: outsideIdSchema('bet'),
    /** The bet as it was asked for: whatever its provider tells of it since voids the request. */
    betVersion: z.int(),
    state: z.enum(betStates),
    memberId: outsideIdSchema('member'),
    stakeMinor: z.int(),
    payoutMinor: z.int(),
    /** The larger of the two. */
    amountMinor: z.int(),
    /** For people who read of it: whose it is, and what its provider calls it. */
    name: z.string(),
  }),
  before: z.null(),
  subject: ({ betId }) => ({ entity: 'bet', id: betId }),
  amountMinor: ({ amountMinor }) => amountMinor,
  differences: async (db, { document }) => {
    const { state, stakeMinor, payoutMinor } = document
    const memberId = uuidOf('member', document.memberId)
    const wallet = await walletAfter(db, { memberId, stakeMinor, payoutMinor })
    return [
      { field: 'state', before: state, after: 'void' },
      { field: 'stakeMinor', before: stakeMinor, after: 0 },
      { field: 'payoutMinor', before: payoutMinor, after: 0 },
      { field: 'balanceMinor', before: wallet.leftMinor, after: wallet.afterMinor },
    ]
  },
  execute: async (context, { document, ...request }) => {
    const { tx, record, announce } = context
    const { betId, betVersion, memberId, stakeMinor, payoutMinor } = document
    const bet = await standingBet(tx, uuidOf('bet', betId))
    if (!bet) throw new ApiError('notFound')
    const reason = notVoidableOf(bet)
    if (reason !== null) throw new ApiError('stateRefused', { details: { reason } })
    if (bet.version !== betVersion) throw new ApiError('conflict', { details: { reason: 'betMoved' } })
    await tx
      .insertInto('bet_voids')
      .values({
        bet_id: bet.id,
        bet_version: betVersion,
        member_id: bet.memberId,
        stake_minor: stakeMinor,
        payout_minor: payoutMinor,
        approval_id: request.id,
        reason: request.reason,
      })
      .execute()
    await record({
      entity: 'bet',
      entityId: betId,
      action: 'betVoided',
      reason: request.reason,
      before: { state: bet.state },
      after: { state: 'void' },
      detail: {
        stakeMinor,
        payoutMinor,
        memberId,
        approvalId: encodeId('approval', request.id),
        askedBy: request.askedBy,
      },
    })
    await announce('bet', betId, betVersion + 1)
    await announce('member', memberId)
    await announce('transfer', betId)
    await cancelNow(context, bet)
  },
})
