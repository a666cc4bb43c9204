import { paymentAutos } from '@khlang/contract/payments/payment-autos.ts'
import { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'
import { defineApproval } from '../../platform/approvals/approval-kinds.ts'
import { clearAlarm } from '../../platform/db/alarms.ts'
import { outsideIdSchema, uuidOf } from '../../platform/db/outside-ids.ts'
import { askKinds, changeState, lockAccount } from './queries.ts'

/** The alarm that stands as long as an own account is frozen. */
export const frozenAlarm = 'bank.frozen'

/** A frozen own account is used again. */
export const bankAccountThaw = defineApproval({
  kind: askKinds.thaw,
  requires: paymentAutos.resume.requires,
  document: z.strictObject({
    accountId: outsideIdSchema('bankAccount'),
    /** What the account is called, as it was when this was asked for. */
    name: z.string(),
  }),
  before: z.null(),
  subject: ({ accountId }) => ({ entity: 'bankAccount', id: accountId }),
  differences: async () => [{ field: 'state', before: 'frozen', after: 'active' }],
  execute: async ({ tx, services, record, announce }, { document, ...request }) => {
    const { accountId } = document
    const account = await lockAccount(tx, uuidOf('bankAccount', accountId))
    if (account.state !== 'frozen')
      throw new ApiError('stateRefused', { details: { state: account.state } })
    const version = await changeState(tx, account, {
      state: 'active',
      reason: request.reason ?? '',
      byId: request.makerId,
      at: new Date(services.now()),
      thawApprovalId: request.id,
    })
    await clearAlarm(tx, frozenAlarm, accountId)
    await record({
      entity: 'bankAccount',
      entityId: accountId,
      action: 'bankAccountResumed',
      reason: request.comment ?? request.reason,
      before: { state: account.state },
      after: { state: 'active' },
    })
    await announce('bankAccount', accountId, version)
  },
})
