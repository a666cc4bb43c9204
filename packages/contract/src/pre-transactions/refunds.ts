import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { LineNow, LinkBlocked, LinkWaiting, none, reason } from '../kit/error-details.ts'
import { bankAccountInput } from '../members/shapes.ts'
import { AskAnswer } from '../values/ask-answer.ts'
import { Remark, idOf } from '../values/values.ts'
import { LineRow, lineInput, matchingRead, matchingUpdate, version } from './shapes.ts'

/** Money that nobody could be found for, sent back to who paid it. */
export const preTransactionRefunds = defineCalls({
  askRefund: {
    method: 'POST',
    path: '/api/v1/pre-transaction/refund/{id}',
    requires: matchingUpdate,
    isOfStaff: true,
    subject: 'statementLine',
    idempotent: true,
    money: 'maker',
    stepUp: 'recent',
    input: z.strictObject({
      ...lineInput,
      ...bankAccountInput,
      reason: Remark,
      /** Said of a line that may be another movement said twice, or the money of an earlier credit. */
      isConfirmed: z.boolean().default(false),
    }),
    summary:
      'Asks that the whole of an unidentified line goes back to its payer; a second person decides. The ' +
      'account must fit what the bank printed of the payer.',
    output: AskAnswer,
    errors: {
      stale: LineNow,
      fourEyes: none,
      lineNotOpen: z.union([LineNow, reason('outgoing')]),
      alreadyMatched: LineNow,
      blocked: LinkBlocked,
      conflict: LinkWaiting,
      refundRefused: reason(
        'payerContradicts',
        'ownAccount',
        'unproven',
        'frozen',
        'paysNothing',
        'transferLimit',
        'dayLimit',
        'balance',
        'tooMuch',
      ),
      stepUpRequired: none,
    },
  },
  refundLines: {
    method: 'GET',
    path: '/api/v2/pre-transaction/refund-lines/{id}',
    requires: matchingRead,
    isOfStaff: true,
    subject: 'statementLine',
    input: z.strictObject({ id: idOf('statementLine') }),
    summary: 'Outgoing lines that nobody has explained and that may be the refund of this line.',
    output: z.strictObject({ records: z.array(LineRow) }),
  },
  closeRefund: {
    method: 'POST',
    path: '/api/v1/pre-transaction/close-refund/{id}',
    requires: matchingUpdate,
    isOfStaff: true,
    subject: 'statementLine',
    idempotent: true,
    money: 'checker',
    input: z.strictObject({ ...lineInput, outId: idOf('statementLine') }),
    summary: 'Says which outgoing line paid a refund that was agreed to, where the machine did not tell.',
    output: version,
    errors: {
      stale: LineNow,
      lineNotOpen: LineNow,
      alreadyMatched: LineNow,
      refundRefused: reason('notFitting'),
    },
  },
  cancelRefund: {
    method: 'POST',
    path: '/api/v1/pre-transaction/cancel-refund/{id}',
    requires: matchingUpdate,
    isOfStaff: true,
    subject: 'statementLine',
    idempotent: true,
    money: 'checker',
    input: z.strictObject({ ...lineInput, reason: Remark }),
    summary: 'Ends a refund that was agreed to and not paid: the line is unidentified money again.',
    output: version,
    errors: {
      stale: LineNow,
      lineNotOpen: LineNow,
      alreadyMatched: LineNow,
      refundRefused: reason('refundSeen'),
    },
  },
})
