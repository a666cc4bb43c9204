import { preTransactionUnpay } from '@khlang/contract/pre-transactions/unpay.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { z } from 'zod'
import { ApiError } from '../../../platform/api-error.ts'
import { defineApproval } from '../../../platform/approvals/approval-kinds.ts'
import { businessOn } from '../../../platform/business-day.ts'
import { outsideIdSchema, uuidOf } from '../../../platform/db/outside-ids.ts'
import { lockLineFor } from '../../bank-lines/line-locks.ts'
import { openedState } from '../open-again.ts'
import { payoutOf, unpay } from './unpay-line.ts'

/** An outgoing line is not the payout that it was taken for. */
export const lineUnpay = defineApproval({
  kind: 'lineUnpay',
  requires: preTransactionUnpay.askUnpay.requires,
  document: z.strictObject({
    lineId: outsideIdSchema('statementLine'),
    /** The line as it was asked for: whatever changes it voids the request. */
    lineVersion: z.int(),
    state: z.string(),
    amountMinor: z.int(),
    withdrawalId: outsideIdSchema('withdrawal'),
    /** The withdrawal's, for people who read of it. */
    payout: z.string(),
  }),
  before: z.null(),
  subject: ({ lineId }) => ({ entity: 'statementLine', id: lineId }),
  amountMinor: ({ amountMinor }) => amountMinor,
  differences: async (_db, { document: { state, amountMinor, payout } }) => [
    { field: 'lineState', before: state, after: 'unmatched' },
    { field: 'amountMinor', before: null, after: amountMinor },
    { field: 'payout', before: payout, after: null },
  ],
  execute: async (context, { document, ...request }) => {
    const { tx, settings, services, record } = context
    const asked = { id: uuidOf('statementLine', document.lineId), version: document.lineVersion }
    const { line } = await lockLineFor(tx, asked, ['settled'])
    const payout = await payoutOf(tx, line.id)
    if (payout?.id !== uuidOf('withdrawal', document.withdrawalId)) throw new ApiError('stateRefused')
    await record({
      entity: 'statementLine',
      entityId: document.lineId,
      action: 'payoutUnlinked',
      reason: request.reason,
      before: { state: line.state },
      after: { state: openedState(line) },
      detail: {
        amountMinor: line.amount_minor,
        payout: document.payout,
        approvalId: encodeId('approval', request.id),
        askedBy: request.askedBy,
      },
    })
    const on = businessOn(settings, services.now())
    await unpay(tx, line, payout, { approvalId: request.id, reason: request.reason, on })
  },
})
