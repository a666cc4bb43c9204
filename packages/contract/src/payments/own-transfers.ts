import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { StateNow, Version, none, reason } from '../kit/error-details.ts'
import { cursorList, cursorPage } from '../kit/paging.ts'
import { AskAnswer } from '../values/ask-answer.ts'
import {
  accountRoles,
  accountStates,
  transferPurposes,
  transferSigns,
  transferStates,
} from '../values/value-lists.ts'
import { AmountMinor, DateOn, Instant, KeepMinor, SignedMinor, idOf, line } from '../values/values.ts'
import { transferTemplates } from './transfer-templates.ts'

const read = { paymentAutoTransfer: ['isRead'] } as const
const id = idOf('ownTransfer')

/** One of our accounts, as a transfer names it. */
const End = z.strictObject({
  id: idOf('bankAccount'),
  bank: z.string(),
  label: z.string(),
  accountNoMasked: z.string(),
})

const TransferEnd = z.strictObject({
  ...End.shape,
  /** Messages of its bank are missing: what came after them waits, and so does what awaits it. */
  isBroken: z.boolean(),
})

const OwnTransfer = z.strictObject({
  id,
  reference: z.string(),
  from: TransferEnd,
  to: TransferEnd,
  amountMinor: SignedMinor,
  purpose: z.enum(transferPurposes),
  reason: z.string(),
  state: z.enum(transferStates),
  maker: z.string(),
  /** Who agreed; the maker, where nobody else could; null while nobody has. */
  checker: z.string().nullable(),
  approvalId: idOf('approval').nullable(),
  createdAt: Instant,
  approvedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** Who refused or cancelled it; null where it ended by itself. */
  endedBy: z.string().nullable(),
  /** Since it was agreed to: what the statements of the two banks show of it. */
  seenOut: z.boolean(),
  seenIn: z.boolean(),
  /** The template by whose schedule it was asked for; null where a person did. */
  template: z.string().nullable(),
  version: z.int(),
})

/** What lies in an account less what is agreed to leave; null for who may not see balances. */
const Standing = z.strictObject({ balanceMinor: SignedMinor.nullable() })

/** Money between our own accounts: one asks, another agrees, both statements prove it. */
export const ownTransfers = defineCalls({
  list: {
    method: 'GET',
    path: '/api/v2/payment-auto/transfer/list',
    requires: read,
    isOfStaff: true,
    summary: 'Transfers between own accounts, newest first.',
    input: z.strictObject({
      ...cursorPage,
      state: z.array(z.enum(transferStates)).max(10).optional(),
      accountId: idOf('bankAccount').optional(),
    }),
    output: cursorList(OwnTransfer),
  },
  get: {
    method: 'GET',
    path: '/api/v1/payment-auto/transfer/{id}',
    requires: read,
    isOfStaff: true,
    subject: 'ownTransfer',
    summary: 'One transfer.',
    input: z.strictObject({ id }),
    output: OwnTransfer,
  },
  pattern: {
    method: 'GET',
    path: '/api/v1/payment-auto/transfer/{id}/pattern',
    requires: read,
    isOfStaff: true,
    subject: 'ownTransfer',
    summary: 'What usually goes between the two accounts of a transfer, and what is unusual about it.',
    input: z.strictObject({ id }),
    output: z.strictObject({
      template: z.string().nullable(),
      from: Standing,
      to: Standing,
      /** The seven business days up to its own, oldest first: other transfers agreed to. */
      days: z.array(z.strictObject({ on: DateOn, count: z.int(), sumMinor: SignedMinor })),
      /** The middle one of their amounts, the greatest, the hour in which most came; null without any. */
      typicalMinor: SignedMinor.nullable(),
      largestMinor: SignedMinor.nullable(),
      typicalHour: z.int().nullable(),
      signs: z.array(z.enum(transferSigns)),
    }),
  },
  accounts: {
    method: 'GET',
    path: '/api/v1/payment-auto/transfer/accounts',
    requires: { paymentAutoTransfer: ['isCreate'] },
    isOfStaff: true,
    summary: 'Our accounts as a transfer sees them: what lies there, and what may still leave today.',
    input: z.strictObject({}),
    output: z.strictObject({
      records: z.array(
        z.strictObject({
          ...End.shape,
          role: z.enum(accountRoles),
          state: z.enum(accountStates),
          /** Not switched off for money that leaves. */
          paysOut: z.boolean(),
          /** Null for who may not see balances. */
          balanceMinor: SignedMinor.nullable(),
          transferLimitMinor: SignedMinor.nullable(),
          /** What its day limit leaves, agreed transfers and payouts counted; null without one. */
          leftTodayMinor: SignedMinor.nullable(),
          /** The transfer that is due by its levels; null for who may not see balances. */
          due: z.strictObject({ toId: idOf('bankAccount'), amountMinor: SignedMinor }).nullable(),
        }),
      ),
    }),
  },
  create: {
    method: 'POST',
    path: '/api/v1/payment-auto/transfer/create',
    requires: { paymentAutoTransfer: ['isCreate'] },
    isOfStaff: true,
    idempotent: true,
    stepUp: 'recent',
    money: 'maker',
    summary: 'Asks a second person for a transfer from one own account to another.',
    input: z.strictObject({
      fromId: idOf('bankAccount'),
      toId: idOf('bankAccount'),
      amountMinor: AmountMinor,
      /** All above so much was meant: the amount must be what that comes to at this moment. */
      keepMinor: KeepMinor.optional(),
      purpose: z.enum(transferPurposes),
      reason: line(200, 3),
    }),
    output: z.strictObject({ ...AskAnswer.shape, id }),
    errors: {
      invalidValue: none,
      transferRefused: reason(
        'sameAccount',
        'frozen',
        'paysNothing',
        'balance',
        'transferLimit',
        'dayLimit',
        'tooMuch',
        'balanceMoved',
        'unseen',
      ),
      stepUpRequired: none,
    },
  },
  cancel: {
    method: 'POST',
    path: '/api/v1/payment-auto/transfer/{id}/cancel',
    requires: { paymentAutoTransfer: ['isCreate'] },
    isOfStaff: true,
    subject: 'ownTransfer',
    idempotent: true,
    money: 'maker',
    summary: 'Ends a transfer that was agreed to and not made: nobody looks for it on statements any more.',
    input: z.strictObject({ id, version: z.int(), reason: line(200, 3) }),
    output: z.strictObject({ version: z.int() }),
    errors: { stale: Version, stateRefused: StateNow, transferSeen: none },
  },
  ...transferTemplates,
})
