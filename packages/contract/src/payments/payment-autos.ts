import { z } from 'zod'
import { Exported, exportChoice } from '../exports.ts'
import { defineCalls } from '../kit/define.ts'
import { StateNow, Version, AskedAlready, none } from '../kit/error-details.ts'
import { cursorList, cursorPage, totals } from '../kit/paging.ts'
import { MayAskAnswer } from '../values/ask-answer.ts'
import { statementExportColumns } from '../values/export-columns.ts'
import {
  accountAsks,
  accountRoles,
  accountStates,
  accountWays,
  lineChains,
  lineSources,
  lineStates,
} from '../values/value-lists.ts'
import { AmountMinor, DateOn, Instant, SignedMinor, idOf, line } from '../values/values.ts'
import { accountChanges } from './account-changes.ts'

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
  /** Added, and never resumed since: the steps to its first use are not done. */
  isSettingUp: z.boolean(),
  /** Whether members are shown it to pay in, and whether money is told to leave it: each by its switch. */
  takesIn: z.boolean(),
  paysOut: z.boolean(),
  /** Why and by whom it stands so; null where nobody has changed it. */
  change: z.strictObject({ reason: z.string(), by: z.string(), at: Instant }).nullable(),
  /** What a second person was asked of it and has not answered. */
  asked: z.array(z.enum(accountAsks)),
  priority: z.int(),
  /** Payments are told apart by a few satang. */
  usesUniqueSatang: z.boolean(),
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
  /** Below the one and above the other somebody is told. */
  lowBalanceMinor: SignedMinor.nullable(),
  highBalanceMinor: SignedMinor.nullable(),
  /** Where what lies above goes, and what is left. */
  sweep: z
    .strictObject({ toId: idOf('bankAccount'), label: z.string(), keepMinor: SignedMinor })
    .nullable(),
  reporters: z.array(Reporter),
  version: z.int(),
})

/** A name that wrote to a phone which reports this account, and speaks for none of its accounts. */
const Stranger = z.strictObject({
  deviceId: idOf('device'),
  device: z.string(),
  sender: z.string(),
  count: z.int(),
  lastAt: Instant,
})

/** A movement that was never reported: the balance after it is not the one before it. */
const Gap = z.strictObject({
  fromMinor: SignedMinor.nullable(),
  toMinor: SignedMinor.nullable(),
  /** How much must have moved, signed; null for who may not see balances. */
  movedMinor: SignedMinor.nullable(),
  fromAt: Instant.nullable(),
  toAt: Instant,
})

const StatementLine = z.strictObject({
  id: idOf('statementLine'),
  direction: z.enum(['in', 'out']),
  /** Signed as it moved the balance. */
  amountMinor: SignedMinor,
  balanceAfterMinor: SignedMinor.nullable(),
  /** Null where the bank printed none. */
  bankTime: Instant.nullable(),
  receivedAt: Instant,
  valueOn: DateOn,
  payerBank: z.string().nullable(),
  payerMask: z.string().nullable(),
  payerName: z.string().nullable(),
  channel: z.string().nullable(),
  ref: z.string().nullable(),
  source: z.enum(lineSources),
  /** How it follows the line before it: `contradiction` and `afterHole` want a look. */
  chain: z.enum(lineChains),
  state: z.enum(lineStates),
  /** The deposit or withdrawal that it proves. */
  reference: z.string().nullable(),
  member: z.strictObject({ id: idOf('member'), username: z.string() }).nullable(),
  handler: z.string().nullable(),
  /** Money moved before it that nobody told of: since when, and how much, for who may see balances. */
  gap: z.strictObject({ fromAt: Instant.nullable(), movedMinor: SignedMinor.nullable() }).nullable(),
})

const lineFilter = {
  id: idOf('bankAccount'),
  direction: z.enum(['in', 'out']).optional(),
  state: z.array(z.enum(lineStates)).max(20).optional(),
  amountMinor: AmountMinor.optional(),
  from: DateOn.optional(),
  to: DateOn.optional(),
}

/** Our own bank accounts: what lies on them, what may go through them, and who stops them. */
export const paymentAutos = defineCalls({
  ...accountChanges,
  list: {
    method: 'GET',
    path: '/api/v1/payment-auto/list',
    requires: read,
    isOfStaff: true,
    summary: 'All own accounts with both balances, limits, phones and rail.',
    input: z.strictObject({}),
    output: z.strictObject({ records: z.array(PaymentAuto) }),
  },
  get: {
    method: 'GET',
    path: '/api/v1/payment-auto/{id}',
    requires: read,
    isOfStaff: true,
    subject: 'bankAccount',
    summary: 'One own account and the gaps in its chain of balances, newest first, at most 50.',
    input: z.strictObject({ id: idOf('bankAccount') }),
    output: z.strictObject({
      ...PaymentAuto.shape,
      gaps: z.array(Gap),
      /** Names that wrote to its phones and that nobody agreed to: one of them may be its bank's. */
      strangers: z.array(Stranger),
    }),
  },
  lines: {
    method: 'GET',
    path: '/api/v2/payment-auto/{id}/lines',
    requires: read,
    isOfStaff: true,
    subject: 'bankAccount',
    summary: 'The statement of one own account, newest first.',
    input: z.strictObject({ ...lineFilter, ...cursorPage }),
    output: cursorList(StatementLine),
    errors: { dateRange: none },
  },
  lineTotals: {
    method: 'GET',
    path: '/api/v2/payment-auto/{id}/line-totals',
    requires: read,
    isOfStaff: true,
    subject: 'bankAccount',
    summary: 'How many lines of a filter, and what they moved together, signed; counted to 10,000.',
    input: z.strictObject(lineFilter),
    output: totals({ netMinor: SignedMinor, inMinor: SignedMinor, outMinor: SignedMinor }),
    errors: { dateRange: none },
  },
  exportLines: {
    method: 'POST',
    path: '/api/v1/payment-auto/{id}/export',
    requires: read,
    isOfStaff: true,
    subject: 'bankAccount',
    rate: 'export',
    stepUp: 'recent',
    summary:
      'The lines of a filter as a file, and where the chain has a hole; needs exportData, is logged.',
    input: z.strictObject({ ...lineFilter, ...exportChoice(statementExportColumns) }),
    output: Exported,
    errors: { dateRange: none, forbidden: none, stepUpRequired: none },
  },
  line: {
    method: 'GET',
    path: '/api/v1/payment-auto/line/{id}',
    requires: read,
    isOfStaff: true,
    subject: 'statementLine',
    summary: 'One line of a statement, and the messages and rows of files that it was read from.',
    input: z.strictObject({ id: idOf('statementLine') }),
    output: z.strictObject({
      ...StatementLine.shape,
      messages: z.array(
        z.strictObject({
          id: idOf('message'),
          source: z.enum(['sms', 'push']),
          sender: z.string(),
          text: z.string(),
          receivedAt: Instant,
        }),
      ),
      /** Of imported files; the newest first. Without their balances for who may not see those. */
      fileRows: z.array(
        z.strictObject({
          fileId: idOf('statementFile'),
          name: z.string(),
          no: z.int(),
          text: z.string(),
          importedAt: Instant,
        }),
      ),
    }),
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
  switchOff: {
    method: 'POST',
    path: '/api/v1/payment-auto/{id}/switch-off',
    requires: update,
    isOfStaff: true,
    subject: 'bankAccount',
    idempotent: true,
    summary: 'Switches one way off at once: members pay in here no more, or nothing new is paid from it.',
    input: z.strictObject({ ...one, way: z.enum(accountWays) }),
    output: changed,
    errors: { stale: Version, stateRefused: StateNow },
  },
  switchOn: {
    method: 'POST',
    path: '/api/v1/payment-auto/{id}/switch-on',
    requires: update,
    isOfStaff: true,
    subject: 'bankAccount',
    idempotent: true,
    stepUp: 'recent',
    summary: 'Switches one way on again: paying in at once, paying out when a second person agrees to it.',
    input: z.strictObject({ ...one, way: z.enum(accountWays) }),
    output: MayAskAnswer,
    errors: { stale: Version, stateRefused: StateNow, conflict: AskedAlready, stepUpRequired: none },
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
