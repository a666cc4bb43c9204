import type { preTransactionRequests } from '@khlang/contract/pre-transactions/requests.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { requestList } from './request-list.ts'
import { resolveUnknown } from './resolve-unknown.ts'
import { claimWithdrawal, releaseWithdrawal } from './claims.ts'
import { approveWithdrawal } from './two-people/approve.ts'
import { actOn, rejectWithdrawal, retryWithdrawal } from './decisions.ts'
import { withdrawalSheet } from './sheet.ts'

/** The requests screen: what needs a person, and the decisions on withdrawals. */
export const requestHandlers: Handlers<typeof preTransactionRequests> = {
  requests: ({ db, ...context }) => requestList(db, context),

  withdrawal: ({ db, input, actor, settings, services }) =>
    withdrawalSheet(db, { id: input.id, actor, settings, nowMs: services.now() }),

  claim: async ({ tx, input, actor, settings, services, record, announce }) => {
    const claimed = await claimWithdrawal(tx, { ...input, actor, settings, nowMs: services.now() })
    if (claimed.isNew) {
      const entityId = encodeId('withdrawal', input.id)
      await record({ entity: 'withdrawal', entityId, action: 'claim' })
      await announce('withdrawal', entityId, claimed.version)
    }
    return { claimedUntil: claimed.claimedUntil, version: claimed.version }
  },

  release: async ({ tx, input, actor, record, announce }) => {
    const version = await releaseWithdrawal(tx, input.id, actor)
    if (version !== null) {
      const entityId = encodeId('withdrawal', input.id)
      await record({ entity: 'withdrawal', entityId, action: 'release' })
      await announce('withdrawal', entityId, version)
    }
    return {}
  },

  approve: async (context) => {
    const { state, version } = await approveWithdrawal(context, context.input)
    return { state, version }
  },

  reject: async ({ tx, input, actor, settings, services, record, announce }) => {
    const decided = await rejectWithdrawal(tx, { ...input, actor, settings, nowMs: services.now() })
    await record({
      ...actOn('reject', decided, 'rejected', { reasonCode: input.reasonCode }),
      reason: input.remarkStaff,
    })
    await announce('withdrawal', encodeId('withdrawal', input.id), decided.version)
    return { version: decided.version }
  },

  retry: async ({ tx, input, actor, settings, services, record, announce }) => {
    const decided = await retryWithdrawal(tx, { ...input, actor, settings, nowMs: services.now() })
    await record(actOn('retry', decided, 'approved'))
    await announce('withdrawal', encodeId('withdrawal', input.id), decided.version)
    return { version: decided.version }
  },

  resolveUnknown: async ({ tx, input, actor, settings, services, record, announce }) => {
    const decided = await resolveUnknown(tx, { ...input, actor, settings, nowMs: services.now() })
    const lineId = encodeId('statementLine', input.lineId)
    await record({ ...actOn('resolve', decided, 'paid', { lineId }), reason: input.remark })
    await announce('withdrawal', encodeId('withdrawal', input.id), decided.version)
    await announce('statementLine', lineId)
    return { version: decided.version }
  },
}
