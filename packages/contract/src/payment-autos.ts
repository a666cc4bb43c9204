import { z } from 'zod'
import { defineCalls } from './kit/define.ts'
import { StateNow, Version, AskedAlready, none } from './kit/error-details.ts'
import { MayAskAnswer } from './values/ask-answer.ts'
import { accountRoles, accountStates } from './values/value-lists.ts'
import { Instant, SignedMinor, idOf, line } from './values/values.ts'

const read = { paymentAuto: ['isRead'] } as const
const update = { paymentAuto: ['isUpdate'] } as const
const one = { id: idOf('bankAccount'), version: z.int(), reason: line(200, 3) }
const changed = z.strictObject({ version: z.int() })

/** What moved through an account on the business date, as its statement says. */
const Moved = z.strictObject({ count: z.int(), amountMinor: SignedMinor })

/** A phone that reports an account. */
const Reporter = z.strictObject({
  name: z.string(),
  state: z.enum(['online', 'paused', 'revoked']),
  lastSeenAt: Instant.nullable(),
  /** 10,000 is full. */
  batteryBps: z.int().nullable(),
})

/** One of our own accounts as its card shows it. Balances only for who may see them. */
const PaymentAuto = z.strictObject({
  id: idOf('bankAccount'),
  bank: z.string(),
  label: z.string(),
  accountName: z.string(),
  accountNoMasked: z.string(),
  role: z.enum(accountRoles),
  state: z.enum(accountStates),
  /** Why and by whom it stands so; null where nobody has changed it. */
  change: z.strictObject({ reason: z.string(), by: z.string(), at: Instant }).nullable(),
  /** The request that it may be used again, while a second person has not answered. */
  isThawAsked: z.boolean(),
  balanceMinor: SignedMinor.nullable(),
  bankBalanceMinor: SignedMinor.nullable(),
  lastLineAt: Instant.nullable(),
  lastMessageAt: Instant.nullable(),
  /** Its chain of balances has a break that nothing has closed. */
  isBroken: z.boolean(),
  gapCount: z.int(),
  inToday: Moved,
  outToday: Moved,
  /** Of payouts that this account makes: ordered today, and how much a day and a transfer may be. */
  paidTodayMinor: SignedMinor,
  dayLimitMinor: SignedMinor.nullable(),
  transferLimitMinor: SignedMinor.nullable(),
  rail: z.strictObject({ name: z.string(), state: z.enum(['active', 'paused']) }).nullable(),
  reporters: z.array(Reporter),
  version: z.int(),
})

/** Our own bank accounts: what lies on them, what may go through them, and who stops them. */
export const paymentAutos = defineCalls({
  list: {
    method: 'GET',
    path: '/api/v1/payment-auto/list',
    requires: read,
    isOfStaff: true,
    summary: 'All own accounts with both balances, limits, phones and rail.',
    input: z.strictObject({}),
    output: z.strictObject({ records: z.array(PaymentAuto) }),
  },
  pause: {
    method: 'POST',
    path: '/api/v1/payment-auto/{id}/pause',
    requires: update,
    isOfStaff: true,
    subject: 'bankAccount',
    idempotent: true,
    summary: 'Members are shown it no more, and nothing is paid from it, until it is resumed.',
    input: z.strictObject(one),
    output: changed,
    errors: { stale: Version, stateRefused: StateNow },
  },
  freeze: {
    method: 'POST',
    path: '/api/v1/payment-auto/{id}/freeze',
    requires: update,
    isOfStaff: true,
    subject: 'bankAccount',
    idempotent: true,
    summary: 'Takes it out of use at once; two people bring it back.',
    input: z.strictObject(one),
    output: changed,
    errors: { stale: Version, stateRefused: StateNow },
  },
  resume: {
    method: 'POST',
    path: '/api/v1/payment-auto/{id}/resume',
    requires: update,
    isOfStaff: true,
    subject: 'bankAccount',
    idempotent: true,
    stepUp: 'recent',
    summary: 'Uses it again: at once after a pause, when a second person agrees after a freeze.',
    input: z.strictObject(one),
    output: MayAskAnswer,
    errors: { stale: Version, stateRefused: StateNow, conflict: AskedAlready, stepUpRequired: none },
  },
})
