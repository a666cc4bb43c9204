import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { LineNow, LinkBlocked, LinkWaiting, StateNow, none, reason } from '../kit/error-details.ts'
import { AskAnswer } from '../values/ask-answer.ts'
import { AmountMinor, Remark, idOf } from '../values/values.ts'
import { splitPartsMax } from './split-parts.ts'
import { lineInput, matchingUpdate } from './shapes.ts'

/** A line that is the money of several members. */
export const preTransactionSplits = defineCalls({
  askSplit: {
    method: 'POST',
    path: '/api/v1/pre-transaction/split/{id}',
    requires: matchingUpdate,
    isOfStaff: true,
    subject: 'statementLine',
    idempotent: true,
    money: 'maker',
    stepUp: 'recent',
    input: z.strictObject({
      ...lineInput,
      parts: z
        .array(z.strictObject({ memberId: idOf('member'), amountMinor: AmountMinor }))
        .min(1)
        .max(splitPartsMax),
      reason: Remark,
      /** Said of a member who is not active, of a possible double, of the money of an earlier credit. */
      isConfirmed: z.boolean().default(false),
    }),
    summary:
      'Asks that a line is given out to several members, each part a deposit of its own; of a line whose ' +
      'parts were taken back, that the rest is given out. A second person decides.',
    output: AskAnswer,
    errors: {
      stale: LineNow,
      lineNotOpen: z.union([LineNow, reason('outgoing')]),
      alreadyMatched: LineNow,
      memberNotActive: StateNow,
      memberNotFound: none,
      blocked: LinkBlocked,
      conflict: LinkWaiting,
      fourEyes: none,
      splitRefused: reason('sum', 'sameMember', 'tooFew', 'unproven'),
      stepUpRequired: none,
    },
  },
  askUnlinkPart: {
    method: 'POST',
    path: '/api/v1/pre-transaction/unlink-part/{id}',
    requires: matchingUpdate,
    isOfStaff: true,
    subject: 'statementLine',
    idempotent: true,
    money: 'maker',
    stepUp: 'recent',
    input: z.strictObject({ ...lineInput, depositId: idOf('deposit'), reason: Remark }),
    summary:
      'Asks that one part of a line is taken from its member, as any credited line; the other parts stay.',
    output: AskAnswer,
    errors: {
      stale: LineNow,
      stateRefused: none,
      conflict: reason('approvalPending', 'walletMoved'),
      stepUpRequired: none,
      lineNotOpen: LineNow,
      alreadyMatched: LineNow,
    },
  },
})
