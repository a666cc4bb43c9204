import { z } from 'zod'
import { AskAnswer } from '../values/ask-answer.ts'
import { defineCalls } from '../kit/define.ts'
import { none, reason } from '../kit/error-details.ts'
import { memberRef } from './shapes.ts'
import { Instant, Remark, SignedMinor, idOf } from '../values/values.ts'

/** `dep_…` of a deposit typed by people or of a gateway's order, `adj_…` of goodwill or a correction. */
const TypedId = z.string().max(40)
const requires = { memberManagement: ['isCreate'] } as const

/**
 * Taking back what people typed, or what an order credited that its gateway gave back: always by two. A
 * credit of a line goes back by its line.
 */
export const preTransactionTakeBack = defineCalls({
  previewReversal: {
    method: 'GET',
    path: '/api/v2/pre-transaction/reversal',
    requires,
    input: z.strictObject({ id: TypedId }),
    summary:
      'What taking a credit without a line back would do: balances, ledger lines, what the member would owe.',
    output: z.strictObject({
      id: z.string(),
      reference: z.string(),
      kind: z.enum(['realDeposit', 'gatewayOrder', 'goodwill', 'correction']),
      amountMinor: SignedMinor,
      creditedAt: Instant,
      member: memberRef,
      beforeMinor: SignedMinor,
      afterMinor: SignedMinor,
      /** What the wallet lacks as things stand: the member would owe it. */
      shortfallMinor: SignedMinor,
      legs: z.array(z.strictObject({ from: z.string(), to: z.string(), amountMinor: SignedMinor })),
      /** The names of the roles whose people may agree. */
      checkers: z.array(z.string()),
      /** Nobody else could agree: it is done at once, and the log says so. */
      isAlone: z.boolean(),
      /** The request that waits. */
      asked: z.strictObject({ id: idOf('approval'), maker: z.string(), isOwn: z.boolean() }).nullable(),
    }),
    errors: {
      notFound: none,
      stateRefused: reason('alreadyReversed', 'lineArrived', 'notRefunded'),
    },
  },
  askReversal: {
    method: 'POST',
    path: '/api/v1/pre-transaction/reverse',
    requires,
    idempotent: true,
    money: 'maker',
    stepUp: 'recent',
    input: z.strictObject({ id: TypedId, reason: Remark }),
    summary:
      'Asks that a typed credit, or that of a refunded order, be taken back whole; a second person decides ' +
      'it, and what the wallet lacks by then the member owes.',
    output: AskAnswer,
    errors: {
      notFound: none,
      stateRefused: reason('alreadyReversed', 'lineArrived', 'notRefunded'),
      conflict: reason('approvalPending', 'walletMoved'),
      stepUpRequired: none,
    },
  },
})
