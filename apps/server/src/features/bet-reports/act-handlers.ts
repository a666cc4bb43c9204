import type { betActs } from '@khlang/contract/play/bet-acts.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { recordActivity } from '../../platform/people/activity.ts'
import { walletOf } from '../play/take-call.ts'
import { tellOfWord } from '../play/tell-people.ts'
import { askRound } from './ask-round.ts'
import { digestOf } from './compare-round.ts'
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

  askProvider: async ({ input: { id }, services, actor, requestId }) => {
    const { compared, from, until } = await askRound(services, id)
    const { words: _, ...answer } = compared
    await recordActivity(services.db, actor, requestId, {
      entity: 'bet',
      entityId: encodeId('bet', id),
      action: 'betAsked',
      detail: { answer: answer.answer, ...answer.theirs },
    })
    return { ...answer, missing: [...answer.missing], digest: digestOf(answer), from, until }
  },

  takeAnswer: async ({ input: { id, digest }, services, actor, requestId }) => {
    const { bet, compared } = await askRound(services, id)
    if (digestOf(compared) !== digest)
      throw new ApiError('conflict', { details: { reason: 'answerChanged' } })
    // Before the words, which the wallet takes in commits of its own.
    await recordActivity(services.db, actor, requestId, {
      entity: 'bet',
      entityId: encodeId('bet', id),
      action: 'betAnswerTaken',
      detail: { references: compared.missing.map(({ transactionRef }) => transactionRef) },
    })
    const taken = []
    for (const word of compared.words) {
      const told = await walletOf(services).take(bet.provider, word)
      await tellOfWord(services.machineDb, bet.provider, word, told)
      taken.push({ transactionRef: word.transactionRef, isTaken: told.outcome === 'done' })
    }
    const { state, stakeMinor, payoutMinor } = (await standingBet(services.db, id)) ?? bet
    return { taken, now: { state, stakeMinor, payoutMinor } }
  },
}
