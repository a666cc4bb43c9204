import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { LineNow, LinkWaiting, none } from '../kit/error-details.ts'
import { AskAnswer } from '../values/ask-answer.ts'
import { Remark } from '../values/values.ts'
import { lineInput, matchingUpdate } from './shapes.ts'

/** A line that was taken for the proof of a payout, and is another movement. */
export const preTransactionUnpay = defineCalls({
  askUnpay: {
    method: 'POST',
    path: '/api/v1/pre-transaction/unpay/{id}',
    requires: matchingUpdate,
    isOfStaff: true,
    subject: 'statementLine',
    idempotent: true,
    money: 'maker',
    stepUp: 'recent',
    input: z.strictObject({ ...lineInput, reason: Remark }),
    summary: 'Asks that an outgoing line is not the payout it was taken for: both are open again.',
    output: AskAnswer,
    errors: {
      stale: LineNow,
      lineNotOpen: LineNow,
      alreadyMatched: LineNow,
      stateRefused: none,
      conflict: LinkWaiting,
      stepUpRequired: none,
    },
  },
})
