import type { betActs } from '@khlang/contract/play/bet-acts.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { betVoid, assertWalletBears } from './void-kind.ts'
import { notVoidableOf, standingBet } from './voids.ts'

/** What people do about one bet. */
export const betActHandlers: Handlers<typeof betActs> = {
  askVoid: async ({ tx, input, ask }) => {
    const bet = await standingBet(tx, input.id)
    if (!bet) throw new ApiError('notFound')
    const { version, state, stakeMinor, payoutMinor } = bet
    if (version !== input.version) throw new ApiError('stale', { details: { version } })
    const reason = notVoidableOf(bet)
    if (reason !== null) throw new ApiError('stateRefused', { details: { reason } })
    await assertWalletBears(tx, bet)
    const sums = { stakeMinor, payoutMinor, amountMinor: Math.max(stakeMinor, payoutMinor) }
    const document = {
      betId: encodeId('bet', bet.id),
      betVersion: version,
      state,
      memberId: encodeId('member', bet.memberId),
      ...sums,
      name: `${bet.username} · ${bet.ref}`,
    }
    return ask(betVoid, document, { reason: input.reason, version, audit: { detail: sums } })
  },
}
