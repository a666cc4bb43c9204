import type { ownTransfers } from '@khlang/contract/payments/own-transfers.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { ApiError } from '../../platform/api-error.ts'
import { businessOn } from '../../platform/business-day.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { keysetOf } from '../../platform/db/cursor.ts'
import { maskOwnAccountNo } from '../../platform/people/masks.ts'
import { seesBalances } from '../../platform/people/visibility.ts'
import { lockAccounts } from '../withdrawals/queries.ts'
import { askTransfer } from './ask-transfer.ts'
import { patternOf } from './pattern.ts'
import * as queries from './queries.ts'
import { allAbove, sweepOf, whyNot, type Refusal } from './rules.ts'
import { templateHandlers } from './templates/handlers.ts'

/** Who may not see balances is not told whether it is the balance or a limit. */
const toldTo = (maySee: boolean, why: Exclude<Refusal, 'unknown'>) =>
  !maySee && (why === 'balance' || why === 'dayLimit') ? 'tooMuch' : why

const toEnd = ({ id, bank, label, role, state, accountNo, ...limits }: queries.Source) => ({
  id,
  bank,
  label,
  role,
  state,
  paysOut: limits.paysOut,
  accountNoMasked: maskOwnAccountNo(accountNo),
  transferLimitMinor: limits.transferLimitMinor,
  leftTodayMinor: limits.leftTodayMinor,
})

export const ownTransferHandlers: Handlers<typeof ownTransfers> = {
  list: async ({ db, actor, input, services: { secrets } }) => {
    const keyset = keysetOf({ list: 'ownTransfers', sort: queries.newestFirst, input, actor, secrets })
    return queries.pageOfTransfers(db, keyset, input)
  },

  get: async ({ db, input }) => queries.findTransfer(db, input.id),

  accounts: async ({ db, actor, settings, services }) => {
    const maySee = seesBalances(actor)
    const sources = await queries.sourcesOf(db, businessOn(settings, services.now()))
    return {
      records: sources.map((source) => ({
        ...toEnd(source),
        balanceMinor: maySee ? source.balanceMinor : null,
        // What is due tells how much lies there.
        due: maySee ? sweepOf(sources, source) : null,
      })),
    }
  },

  pattern: async ({ db, actor, input, settings, services }) =>
    patternOf(db, input.id, {
      on: businessOn(settings, services.now()),
      maySee: seesBalances(actor),
    }),

  create: async ({ tx, input, actor, settings, services, ask, announce }) => {
    const { fromId, toId, amountMinor, keepMinor } = input
    const on = businessOn(settings, services.now())
    const maySee = seesBalances(actor)
    const refuse = (reason: ReturnType<typeof toldTo> | 'balanceMoved' | 'unseen') => {
      throw new ApiError('transferRefused', { details: { reason } })
    }
    // Whether an amount is all above something tells the balance.
    if (keepMinor !== undefined && !maySee) refuse('unseen')
    await lockAccounts(tx, [fromId, toId])
    const sources = await queries.sourcesOf(tx, on)
    const why = whyNot(sources, input)
    if (why === 'unknown') throw new ApiError('invalidValue', { field: 'fromId' })
    const from = sources.find(({ id }) => id === fromId)
    if (from && keepMinor !== undefined && allAbove(from, keepMinor) !== amountMinor) refuse('balanceMoved')
    if (why !== null) refuse(toldTo(maySee, why))
    return askTransfer({ tx, makerId: actor.id, on, ask, announce }, input, sources)
  },

  cancel: async ({ tx, input, actor, record, announce }) => {
    const transfer = await queries.lockTransfer(tx, input.id)
    if (transfer.version !== input.version)
      throw new ApiError('stale', { details: { version: transfer.version } })
    if (transfer.state !== 'approved')
      throw new ApiError('stateRefused', { details: { state: transfer.state } })
    const { seenOut, seenIn } = await queries.findTransfer(tx, transfer.id)
    if (seenOut || seenIn) throw new ApiError('transferSeen')
    const version = await queries.endTransfer(tx, transfer, 'cancelled', actor.id)
    const entityId = encodeId('ownTransfer', transfer.id)
    const [before, after] = [{ state: 'approved' }, { state: 'cancelled' }]
    await record({
      entity: 'ownTransfer',
      entityId,
      action: 'ownTransferCancelled',
      reason: input.reason,
      before,
      after,
    })
    await announce('ownTransfer', entityId, version)
    return { version }
  },
  ...templateHandlers,
}
