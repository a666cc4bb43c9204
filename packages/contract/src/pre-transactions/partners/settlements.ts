import { z } from 'zod'
import { defineCalls } from '../../kit/define.ts'
import { LineNow, LinkBlocked, LinkWaiting, none, reason } from '../../kit/error-details.ts'
import { AskAnswer } from '../../values/ask-answer.ts'
import { DateOn, Remark, SignedMinor, idOf } from '../../values/values.ts'
import { lineInput, matchingRead, matchingUpdate } from '../shapes.ts'
import { asksToTakeOff } from '../take-off-call.ts'

/** What orders of one day of settlement still bring, and what of that this line would pay. */
const DueDay = z.strictObject({
  settlesOn: DateOn,
  /** The business days on which these orders were paid. */
  paidFrom: DateOn,
  paidTo: DateOn,
  count: z.int(),
  openMinor: SignedMinor,
  coveredMinor: SignedMinor,
})

/** What a gateway owes, beside a line that may be its money. Amounts are for who may see balances. */
const SettlementOption = z.strictObject({
  gateway: z.strictObject({ id: idOf('gateway'), name: z.string() }),
  /** The bank’s words name it. */
  isNamed: z.boolean(),
  /** The line is exactly what fell due on a day, or from the oldest day on. */
  isExact: z.boolean(),
  /** The line is more than the gateway owes: it cannot be its settlement, or not alone. */
  isAboveOwed: z.boolean(),
  figures: z
    .strictObject({
      owedMinor: SignedMinor,
      /** Of that, what was to be here by the bank’s day of the line. */
      dueMinor: SignedMinor,
      dueOn: DateOn,
      /** The line less what was due. */
      differenceMinor: SignedMinor,
      /** What members paid for what was due, and the fee that was agreed for it. */
      collectedMinor: SignedMinor,
      feeMinor: SignedMinor,
      /** The fee it would have kept if the line were all that was due; null where it pays ahead. */
      keptMinor: SignedMinor.nullable(),
      days: z.array(DueDay),
      /** Owed since before the days that are shown, or by no order. */
      olderMinor: SignedMinor,
    })
    .nullable(),
})

/** Money that a payment gateway collected for us and paid into an account of ours. */
export const preTransactionSettlements = defineCalls({
  settlementOptions: {
    method: 'GET',
    path: '/api/v2/pre-transaction/settlement-options/{id}',
    requires: matchingRead,
    isOfStaff: true,
    subject: 'statementLine',
    input: z.strictObject({ id: idOf('statementLine') }),
    summary:
      'The gateways that collect for us: what each owes by the day of this line, how the line compares, ' +
      'and whether the fee is what was agreed.',
    output: z.strictObject({ records: z.array(SettlementOption) }),
  },
  askSettlement: {
    method: 'POST',
    path: '/api/v1/pre-transaction/settle/{id}',
    requires: matchingUpdate,
    isOfStaff: true,
    subject: 'statementLine',
    idempotent: true,
    money: 'maker',
    stepUp: 'recent',
    input: z.strictObject({
      ...lineInput,
      gatewayId: idOf('gateway'),
      reason: Remark,
      /** Said of a line that may be another movement said twice, or the money of an earlier credit. */
      isConfirmed: z.boolean().default(false),
    }),
    summary:
      'Asks that an incoming line is what a gateway owed: a second person decides. The whole line, and ' +
      'never more than it owes.',
    output: AskAnswer,
    errors: {
      stale: LineNow,
      lineNotOpen: z.union([LineNow, reason('outgoing')]),
      alreadyMatched: LineNow,
      blocked: LinkBlocked,
      conflict: LinkWaiting,
      notFound: none,
      settlementRefused: z.union([
        reason('unproven'),
        /** By how much; null for who may not see balances. */
        z.strictObject({ reason: z.literal('aboveOwed'), overMinor: SignedMinor.nullable() }),
      ]),
      stepUpRequired: none,
    },
  },
  askUnsettle: asksToTakeOff(
    '/api/v1/pre-transaction/unsettle/{id}',
    'Asks that a settlement is taken back: the gateway owes it again, and the line is open.',
  ),
})
