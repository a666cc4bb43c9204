import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { LineNow, LinkBlocked, LinkWaiting, StateNow, Version, none, reason } from '../kit/error-details.ts'
import { BankCode } from '../members/shapes.ts'
import { AskAnswer, MayAskAnswer } from '../values/ask-answer.ts'
import { AmountMinor, Instant, Remark, SignedMinor, idOf, line } from '../values/values.ts'
import { bookingCategories } from './booking-words.ts'
import { lineInput, matchingRead, matchingUpdate, version } from './shapes.ts'
import { asksToTakeOff } from './take-off-call.ts'

const direction = z.enum(['in', 'out'])
const category = z.enum(bookingCategories)

const ruleFacts = {
  name: z.string(),
  direction,
  category,
  texts: z.array(z.string()),
  channel: z.string().nullable(),
  bank: z.string().nullable(),
  amountMinor: SignedMinor.nullable(),
  maxMinor: SignedMinor,
}

/** Lines that are the company's own: booked by hand, or by rules that two agreed to. */
export const preTransactionBookings = defineCalls({
  bookLine: {
    method: 'POST',
    path: '/api/v1/pre-transaction/book/{id}',
    requires: matchingUpdate,
    isOfStaff: true,
    subject: 'statementLine',
    idempotent: true,
    money: 'checker',
    stepUp: 'recent',
    input: z.strictObject({
      ...lineInput,
      category,
      reason: Remark,
      isConfirmed: z.boolean().default(false),
    }),
    summary:
      'Books an open line as income or cost of the company. Above the brand’s or one’s own limit, and of ' +
      'what the owner brings or takes, a second person decides.',
    output: MayAskAnswer,
    errors: {
      stale: LineNow,
      lineNotOpen: LineNow,
      alreadyMatched: LineNow,
      blocked: LinkBlocked,
      conflict: LinkWaiting,
      bookingRefused: reason('wrongWay', 'unproven', 'refundAwaited'),
      stepUpRequired: none,
    },
  },
  askUnbook: asksToTakeOff(
    '/api/v1/pre-transaction/unbook/{id}',
    'Asks that a booking is taken back: the line is then open again.',
  ),
  bookingRules: {
    method: 'GET',
    path: '/api/v2/pre-transaction/booking-rules',
    requires: matchingRead,
    isOfStaff: true,
    input: z.strictObject({}),
    summary: 'The rules by which lines of the company are booked by themselves, those in force first.',
    output: z.strictObject({
      records: z.array(
        z.strictObject({
          id: idOf('bookingRule'),
          ...ruleFacts,
          account: z.strictObject({ id: idOf('bankAccount'), label: z.string() }).nullable(),
          state: z.enum(['active', 'off']),
          maker: z.string(),
          checker: z.string().nullable(),
          approvedAt: Instant,
          offAt: Instant.nullable(),
          offBy: z.string().nullable(),
          offReason: z.string().nullable(),
          /** Of the last 30 days. */
          bookedCount: z.int(),
          bookedMinor: SignedMinor,
          lastAt: Instant.nullable(),
          version: z.int(),
        }),
      ),
    }),
  },
  askRule: {
    method: 'POST',
    path: '/api/v1/pre-transaction/booking-rule/create',
    requires: matchingUpdate,
    isOfStaff: true,
    idempotent: true,
    money: 'maker',
    stepUp: 'recent',
    input: z.strictObject({
      name: line(80, 3),
      direction,
      category,
      accountId: idOf('bankAccount').nullable(),
      bank: BankCode.nullable(),
      /** Each must stand in the bank's own words. */
      texts: z.array(line(60, 2)).max(5),
      channel: line(20, 1).nullable(),
      amountMinor: AmountMinor.nullable(),
      maxMinor: AmountMinor,
      reason: Remark,
    }),
    summary: 'Asks a second person for a rule that books lines which name nobody, from then on.',
    output: AskAnswer,
    errors: {
      invalidValue: none,
      ruleRefused: reason('wrongWay', 'ruleTooWide', 'ruleNameInUse', 'neverByRule', 'tooMuch', 'tooMany'),
      stepUpRequired: none,
    },
  },
  switchRuleOff: {
    method: 'POST',
    path: '/api/v1/pre-transaction/booking-rule/{id}/off',
    requires: matchingUpdate,
    isOfStaff: true,
    subject: 'bookingRule',
    idempotent: true,
    money: 'checker',
    input: z.strictObject({ id: idOf('bookingRule'), version: z.int(), reason: Remark }),
    summary: 'Switches a rule off at once; what it booked stays.',
    output: version,
    errors: { stale: Version, stateRefused: StateNow },
  },
})
