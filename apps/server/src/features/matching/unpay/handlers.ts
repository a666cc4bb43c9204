import type { preTransactionUnpay } from '@khlang/contract/pre-transactions/unpay.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Handlers } from '../../../platform/call/context.ts'
import { lockLineFor } from '../../bank-lines/line-locks.ts'
import { assertNothingWaits } from '../asked-lines.ts'
import { lineUnpay } from './approval-kinds.ts'
import { payoutOf } from './unpay-line.ts'

/** Outgoing lines that are not the payout they were taken for. */
export const unpayHandlers: Handlers<typeof preTransactionUnpay> = {
  askUnpay: async ({ tx, input, ask }) => {
    const { line } = await lockLineFor(tx, input, ['settled'])
    await assertNothingWaits(tx, line.id)
    const payout = await payoutOf(tx, line.id)
    // A refund or an own transfer is ended elsewhere.
    if (payout === undefined) throw new ApiError('stateRefused')
    const document = {
      lineId: encodeId('statementLine', line.id),
      lineVersion: line.version,
      state: line.state,
      amountMinor: line.amount_minor,
      withdrawalId: encodeId('withdrawal', payout.id),
      payout: payout.reference,
    }
    const detail = { amountMinor: line.amount_minor, payout: payout.reference }
    return ask(lineUnpay, document, { reason: input.reason, version: line.version, audit: { detail } })
  },
}
