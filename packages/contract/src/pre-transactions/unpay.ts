import { defineCalls } from '../kit/define.ts'
import { asksToTakeOff } from './take-off-call.ts'

/** A line that was taken for the proof of a payout, and is another movement. */
export const preTransactionUnpay = defineCalls({
  askUnpay: asksToTakeOff(
    '/api/v1/pre-transaction/unpay/{id}',
    'Asks that an outgoing line is not the payout it was taken for: both are open again.',
  ),
})
