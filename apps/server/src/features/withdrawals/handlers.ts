import type { preTransactionRequests } from '@khlang/contract/pre-transactions/requests.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { requestList } from './request-list.ts'
import { resolveUnknown } from './resolve-unknown.ts'
import { claimWithdrawal, releaseWithdrawal } from './claims.ts'
import { approveWithdrawal, rejectWithdrawal, retryWithdrawal, type Decided } from './decisions.ts'
import { withdrawalSheet } from './sheet.ts'

/** What the log keeps of a decision: of whose money, where it came from, where it went, on which version. */
const act = (id: string, action: string, decided: Decided, state: string, detail: object = {}) => ({
  entity: 'withdrawal' as const,
  entityId: encodeId('withdrawal', id),
  action,
  before: { state: decided.before.state, version: decided.before.version },
  after: { state, version: decided.version },
  detail: {
    reference: decided.before.reference,
    username: decided.before.memberUsername,
    amountMinor: decided.before.amount_minor,
    ...detail,
    soleOwner: decided.isSoleOwner,
  },
})

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

  approve: async ({ tx, input, actor, settings, services, record, announce }) => {
    const decided = await approveWithdrawal(tx, { ...input, actor, settings, nowMs: services.now() })
    const state = decided.state === 'approved' ? 'approved' : 'review'
    await record(act(input.id, 'approve', decided, state, { isFirstOfTwo: state === 'review' }))
    await announce('withdrawal', encodeId('withdrawal', input.id), decided.version)
    if (decided.isOfTwo) await announce('approval', encodeId('withdrawal', input.id))
    return { state: decided.state, version: decided.version }
  },

  reject: async ({ tx, input, actor, settings, services, record, announce }) => {
    const decided = await rejectWithdrawal(tx, { ...input, actor, settings, nowMs: services.now() })
    await record({
      ...act(input.id, 'reject', decided, 'rejected', { reasonCode: input.reasonCode }),
      reason: input.remarkStaff,
    })
    await announce('withdrawal', encodeId('withdrawal', input.id), decided.version)
    return { version: decided.version }
  },

  retry: async ({ tx, input, actor, settings, services, record, announce }) => {
    const decided = await retryWithdrawal(tx, { ...input, actor, settings, nowMs: services.now() })
    await record(act(input.id, 'retry', decided, 'approved'))
    await announce('withdrawal', encodeId('withdrawal', input.id), decided.version)
    return { version: decided.version }
  },

  resolveUnknown: async ({ tx, input, actor, settings, services, record, announce }) => {
    const decided = await resolveUnknown(tx, { ...input, actor, settings, nowMs: services.now() })
    const lineId = encodeId('statementLine', input.lineId)
    await record({ ...act(input.id, 'resolve', decided, 'paid', { lineId }), reason: input.remark })
    await announce('withdrawal', encodeId('withdrawal', input.id), decided.version)
    await announce('statementLine', lineId)
    return { version: decided.version }
  },
}
