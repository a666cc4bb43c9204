import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { AskedAlready, StateNow, Version, none, reason } from '../kit/error-details.ts'
import { AskAnswer, MayAskAnswer } from '../values/ask-answer.ts'
import { banks } from '../values/banks.ts'
import { accountRoles } from '../values/value-lists.ts'
import { AmountMinor, KeepMinor, idOf, line } from '../values/values.ts'

const read = { paymentAuto: ['isRead'] } as const
const update = { paymentAuto: ['isUpdate'] } as const
const create = { paymentAuto: ['isCreate'] } as const
const minorMax = 9_007_199_254_740_991
/** What stays changeable of an account. */
const settings = {
  /** What staff call it. */
  label: line(60, 1),
  /** The least is used first. */
  priority: z.int().min(1).max(999),
  /** Of what is paid out: by which rail, how much at once and in a day; null without a limit. */
  rail: line(60, 1).nullable(),
  transferLimitMinor: AmountMinor.nullable(),
  dayLimitMinor: AmountMinor.nullable(),
  /** Payments are told apart by a few satang. */
  usesUniqueSatang: z.boolean(),
}
const newAccount = {
  bank: z
    .string()
    .refine((code) => banks.some((bank) => bank.code === code && bank.state === 'active'), 'invalidValue'),
  accountNo: z.string().regex(/^[0-9]{6,15}$/, 'invalidFormat'),
  /** As the bank has it: what members see when they pay in. */
  accountName: line(100, 1),
  label: settings.label,
  role: z.enum(accountRoles),
  priority: settings.priority.default(100),
  rail: settings.rail.default(null),
  transferLimitMinor: settings.transferLimitMinor.default(null),
  dayLimitMinor: settings.dayLimitMinor.default(null),
  /** What the bank says is on it now: the first message must follow it (decisions 30). */
  openingMinor: z.int().min(0).max(minorMax),
  /** Its bank's messages tell what is left. */
  hasBalances: z.boolean().default(true),
  usesUniqueSatang: settings.usesUniqueSatang.default(false),
  reason: line(200, 3),
}
const one = { id: idOf('bankAccount'), version: z.int(), reason: line(200, 3) }
const levels = {
  /** Below the one and above the other somebody is told. */
  lowBalanceMinor: AmountMinor.nullable(),
  highBalanceMinor: AmountMinor.nullable(),
  /** Where a transfer of what lies above is proposed to, and what it leaves: both, or neither. */
  sweepToId: idOf('bankAccount').nullable(),
  sweepKeepMinor: KeepMinor.nullable(),
}

/** How an own account begins, is set, and ends. */
export const accountChanges = defineCalls({
  setup: {
    method: 'GET',
    path: '/api/v1/payment-auto/setup',
    requires: read,
    isOfStaff: true,
    summary: 'What own accounts may be paid out by: the names of the rails in use.',
    input: z.strictObject({}),
    output: z.strictObject({ rails: z.array(z.string()) }),
  },
  create: {
    method: 'POST',
    path: '/api/v1/payment-auto/create',
    requires: create,
    isOfStaff: true,
    idempotent: true,
    stepUp: 'recent',
    summary: 'Asks a second person for a new own account; agreed to, it stands paused until it is resumed.',
    input: z.strictObject(newAccount),
    output: z.strictObject({ ...AskAnswer.shape, id: idOf('bankAccount') }),
    errors: { bankAccountInUse: none, invalidValue: none, stepUpRequired: none },
  },
  update: {
    method: 'POST',
    path: '/api/v1/payment-auto/update/{id}',
    requires: update,
    isOfStaff: true,
    subject: 'bankAccount',
    idempotent: true,
    stepUp: 'recent',
    summary: 'Changes its name, order, limits and levels; what lets more leave it takes a second person.',
    input: z.strictObject({ ...one, ...settings, ...levels }),
    output: MayAskAnswer,
    errors: {
      stale: Version,
      stateRefused: StateNow,
      conflict: AskedAlready,
      invalidValue: none,
      stepUpRequired: none,
    },
  },
  close: {
    method: 'POST',
    path: '/api/v1/payment-auto/{id}/close',
    requires: update,
    isOfStaff: true,
    subject: 'bankAccount',
    idempotent: true,
    stepUp: 'recent',
    summary: 'Asks a second person to close it for ever; nothing may be left on it or on its way.',
    input: z.strictObject(one),
    output: AskAnswer,
    errors: {
      stale: Version,
      stateRefused: StateNow,
      conflict: AskedAlready,
      accountNotEmpty: reason('balance', 'bankBalance', 'lines', 'transfers', 'payouts'),
      stepUpRequired: none,
    },
  },
})
