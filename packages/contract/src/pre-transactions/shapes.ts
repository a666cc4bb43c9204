import { z } from 'zod'
import { accountRoles, accountStates, lineStates, queueTabs } from '../values/value-lists.ts'
import { slipStates } from '../values/slips/values.ts'
import { AmountMinor, DateOn, Instant, Search, SignedMinor, idOf } from '../values/values.ts'

export const memberRef = z.strictObject({
  id: idOf('member'),
  username: z.string(),
  name: z.string(),
  state: z.string(),
})
export const nothing = z.strictObject({})
export const version = z.strictObject({ version: z.int() })

/** One of our own accounts, as the strip above the queue shows it. Balances only for who may see them. */
export const AccountCard = z.strictObject({
  id: idOf('bankAccount'),
  bank: z.string(),
  label: z.string(),
  accountNoMasked: z.string(),
  role: z.enum(accountRoles),
  state: z.enum(accountStates),
  balanceMinor: SignedMinor.nullable(),
  bankBalanceMinor: SignedMinor.nullable(),
  lastMessageAt: Instant.nullable(),
  isBroken: z.boolean(),
  inTodayMinor: SignedMinor,
  outTodayMinor: SignedMinor,
})

/** How a credit that stands is taken back: by its bank line, or, typed by people, by itself (null). */
export const TakeBackWay = z.strictObject({ lineId: idOf('statementLine').nullable() })

export const QueueRow = z.strictObject({
  kind: z.enum(['deposit', 'withdrawal']),
  id: z.string(),
  reference: z.string(),
  at: Instant,
  member: memberRef,
  state: z.string(),
  amountMinor: SignedMinor,
  accountId: idOf('bankAccount').nullable(),
  bankTime: Instant.nullable(),
  memberBank: z.string().nullable(),
  memberAccountMasked: z.string().nullable(),
  creditBeforeMinor: SignedMinor.nullable(),
  creditAfterMinor: SignedMinor.nullable(),
  source: z.enum(['auto', 'employee', 'member']),
  handler: z.string().nullable(),
  claimedBy: z.string().nullable(),
  claimedUntil: Instant.nullable(),
  slaEndsAt: Instant.nullable(),
  checksFailed: z.array(z.string()),
  band: z.string().nullable(),
  remarkMember: z.string().nullable(),
  remarkStaff: z.string().nullable(),
  reasonCode: z.string().nullable(),
  /** Null: nothing that could be taken back. */
  takeBack: TakeBackWay.nullable(),
  /**
   * Among the requests alone, of a deposit: what the bank says of the newest slip that was shown for it.
   * Null: none was.
   */
  slip: z
    .strictObject({ state: z.enum(slipStates), isAmountOther: z.boolean() })
    .nullable()
    .optional(),
  version: z.int(),
})

export const queueFilter = {
  tab: z.enum(queueTabs).default('all'),
  search: Search.optional(),
  accountId: idOf('bankAccount').optional(),
  memberId: idOf('member').optional(),
  state: z.array(z.string().max(20)).max(20).optional(),
  on: DateOn.optional(),
  from: DateOn.optional(),
  to: DateOn.optional(),
  amountMinor: AmountMinor.optional(),
  amountMinMinor: z.int().min(0).optional(),
  amountMaxMinor: z.int().min(0).optional(),
}

export const Signal = z.strictObject({
  code: z.string(),
  points: z.int(),
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
})
export const Suggestion = z.strictObject({
  member: memberRef.extend({ bank: z.string().nullable(), accountNoMasked: z.string().nullable() }),
  score: z.int(),
  signals: z.array(Signal),
  deposit: z
    .strictObject({ id: idOf('deposit'), reference: z.string(), amountMinor: SignedMinor, at: Instant })
    .nullable(),
})

/**
 * Why a link needs a second person (decisions 42). `ownRequest`: only a request the linker noted fits.
 * `lateEvidence`: only what came after the line, which whoever saw it could have made.
 */
export const linkReasons = [
  'lowScore',
  'contradicted',
  'quarantined',
  'reopened',
  'unlinked',
  'unproven',
  'old',
  'overLimit',
  'overDay',
  'ownRequest',
  'lateEvidence',
] as const
export const LinkReason = z.enum(linkReasons)
/** What of the printed payer fits no account or name of the member. */
export const Contradiction = z.enum(['payerMask', 'payerBank', 'payerName'])

export const LineRow = z.strictObject({
  id: idOf('statementLine'),
  accountId: idOf('bankAccount'),
  direction: z.enum(['in', 'out']),
  amountMinor: SignedMinor,
  bankTime: Instant.nullable(),
  receivedAt: Instant,
  balanceAfterMinor: SignedMinor.nullable(),
  payerBank: z.string().nullable(),
  payerMask: z.string().nullable(),
  payerName: z.string().nullable(),
  channel: z.string().nullable(),
  chain: z.string(),
  state: z.enum(lineStates),
  score: z.int().nullable(),
  reason: z.string().nullable(),
  suggestionCount: z.int(),
  deposit: z.strictObject({ id: idOf('deposit'), reference: z.string() }).nullable(),
  member: memberRef.nullable(),
  handler: z.string().nullable(),
  handledAt: Instant.nullable(),
  /** It may be the movement of a line before it, said twice: a link of it must be confirmed. */
  isPossibleDouble: z.boolean(),
  /** A link of it waits for a second person. */
  isLinkAsked: z.boolean(),
  version: z.int(),
})

export const lineFilter = {
  scope: z.enum(['open', 'all']).default('open'),
  accountId: idOf('bankAccount').optional(),
  state: z.array(z.enum(lineStates)).max(20).optional(),
  direction: z.enum(['in', 'out']).optional(),
  amountMinor: AmountMinor.optional(),
  hasPayer: z.boolean().optional(),
  from: DateOn.optional(),
  to: DateOn.optional(),
  search: Search.optional(),
}

export const Check = z.strictObject({
  code: z.string(),
  result: z.enum(['pass', 'warn', 'review', 'block', 'notApplicable']),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})

export const WithdrawalSheet = z.strictObject({
  row: QueueRow,
  toBank: z.string(),
  toAccountMasked: z.string(),
  toAccountName: z.string(),
  feeMinor: SignedMinor,
  checks: z.array(Check),
  cashMinor: SignedMinor,
  lockedMinor: SignedMinor,
  needs: z.enum(['nobody', 'onePerson', 'twoPeople']),
  firstApprover: z.string().nullable(),
  isOwnFirstApproval: z.boolean(),
  canApprove: z.boolean(),
  cannotApproveReason: z.string().nullable(),
  /** Where the amount is above the reader's limit: the names of the roles that may decide it. */
  deciders: z.array(z.string()),
  payouts: z.array(
    z.strictObject({
      attempt: z.int(),
      state: z.string(),
      railRef: z.string().nullable(),
      createdAt: Instant,
      settledAt: Instant.nullable(),
    }),
  ),
  recent: z.array(
    z.strictObject({
      kind: z.string(),
      at: Instant,
      amountMinor: SignedMinor,
      afterMinor: SignedMinor.nullable(),
    }),
  ),
  sources: z.array(
    z.strictObject({ id: idOf('bankAccount'), label: z.string(), bank: z.string(), isChosen: z.boolean() }),
  ),
  legs: z.array(z.strictObject({ from: z.string(), to: z.string(), amountMinor: SignedMinor })),
})

export const read = { pretransactionDepositWithdraw: ['isRead'] } as const
export const matchingRead = { pretransactionNotMatch: ['isRead'] } as const
export const matchingUpdate = { pretransactionNotMatch: ['isRead', 'isUpdate'] } as const
export const requestRead = { pretransactionRequest: ['isRead'] } as const
export const requestUpdate = { pretransactionRequest: ['isRead', 'isUpdate'] } as const
export const lineInput = { id: idOf('statementLine'), version: z.int() }
export const withdrawalInput = { id: idOf('withdrawal'), version: z.int() }
