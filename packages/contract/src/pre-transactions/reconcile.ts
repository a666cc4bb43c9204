import { z } from 'zod'
import { defineCalls, type CallTable } from '../kit/define.ts'
import {
  CreditedAs,
  LineNow,
  LinkBlocked,
  LinkWaiting,
  StateAllowed,
  StateNow,
  WithdrawalNow,
  none,
  reason,
} from '../kit/error-details.ts'
import { cursorList, cursorPage } from '../kit/paging.ts'
import type { ResourceRequires } from '../kit/permissions.ts'
import { accountRoles, compareClasses, compareDecisions, lineStates } from '../values/value-lists.ts'
import { DateOn, Instant, Search, SignedMinor, idOf, text } from '../values/values.ts'

/** The id of a row: of its statement line, else of the deposit, payout or own transfer that lacks one. */
const RowId = z.string().max(40)
const Class = z.enum(compareClasses)
/** Changes when the line, the record or what they are to each other does. */
const Facts = z.string().max(40)

const CompareLine = z.strictObject({
  id: idOf('statementLine'),
  direction: z.enum(['in', 'out']),
  amountMinor: SignedMinor,
  at: Instant,
  /** Whether `at` is the bank's own time; else when its message came. */
  isBankTime: z.boolean(),
  valueOn: DateOn,
  balanceAfterMinor: SignedMinor.nullable(),
  chain: z.string(),
  state: z.enum(lineStates),
  payerBank: z.string().nullable(),
  payerMask: z.string().nullable(),
  payerName: z.string().nullable(),
  channel: z.string().nullable(),
  ref: z.string().nullable(),
  source: z.string(),
  handler: z.string().nullable(),
  version: z.int(),
})

const CompareRecord = z.strictObject({
  kind: z.enum(['deposit', 'withdrawal', 'payout', 'ownTransfer']),
  id: RowId,
  reference: z.string(),
  amountMinor: SignedMinor,
  at: Instant,
  businessOn: DateOn,
  state: z.string(),
  member: z.strictObject({ id: idOf('member'), username: z.string() }).nullable(),
  version: z.int(),
})

const CompareRow = z.strictObject({
  id: RowId,
  class: Class,
  /** Why, as a key of a text; null where the class says it all. */
  reason: z.string().nullable(),
  /** What it was before two people signed it as explained. */
  was: Class.nullable(),
  /** Whether somebody must still look at it. */
  isOpen: z.boolean(),
  line: CompareLine.nullable(),
  record: CompareRecord.nullable(),
  /** How much later the bank tells of it than we do, in seconds. */
  deltaSeconds: z.int().nullable(),
  deltaMinor: SignedMinor.nullable(),
  /** What it adds to the statement's sum of this day, and to ours. */
  theirsMinor: SignedMinor,
  oursMinor: SignedMinor,
  /** The payment that it repeats, or that the fee is of. */
  other: z.strictObject({ reference: z.string(), at: Instant }).nullable(),
  /** The newest note on it. */
  note: z.string().nullable(),
  /** A signature of its difference waits for a second person. */
  isAsked: z.boolean(),
  /** What may be decided on it as it stands; whether by this person is judged when they do. */
  decisions: z.array(z.enum(compareDecisions)),
  facts: Facts,
})

/** Absent: the first account of the side, and today. */
const day = { accountId: idOf('bankAccount').optional(), on: DateOn.optional() }
const filter = { class: z.array(Class).max(20).optional(), search: Search.optional() }
const Account = z.strictObject({
  id: idOf('bankAccount'),
  bank: z.string(),
  label: z.string(),
  role: z.enum(accountRoles),
})

const DayTotals = z.strictObject({
  accountId: idOf('bankAccount'),
  on: DateOn,
  count: z.int(),
  isEstimate: z.boolean(),
  /** What the statement says of the day, what our records say, and the first less the second. */
  theirsMinor: SignedMinor,
  oursMinor: SignedMinor,
  differenceMinor: SignedMinor,
  /** How much of the difference rows stand for that nobody must look at any more, and the rest of it. */
  explainedMinor: SignedMinor,
  openMinor: SignedMinor,
  openCount: z.int(),
  classes: z.array(
    z.strictObject({
      class: Class,
      count: z.int(),
      openCount: z.int(),
      theirsMinor: SignedMinor,
      oursMinor: SignedMinor,
    }),
  ),
})

const RowDetail = z.strictObject({
  accountId: idOf('bankAccount'),
  on: DateOn,
  row: CompareRow,
  messages: z.array(
    z.strictObject({
      id: idOf('message'),
      source: z.string(),
      sender: z.string(),
      text: z.string(),
      receivedAt: Instant,
    }),
  ),
  /** Open lines or records of the day that may be the other side. */
  candidates: z.array(
    z.strictObject({ id: RowId, amountMinor: SignedMinor, at: Instant, reference: z.string().nullable() }),
  ),
  /** Newest first: notes, signatures, and what was done to the line and the record. */
  history: z.array(
    z.strictObject({
      at: Instant,
      by: z.string().nullable(),
      action: z.string(),
      text: z.string().nullable(),
    }),
  ),
  asked: z.strictObject({ id: idOf('approval'), maker: z.string(), isOwn: z.boolean() }).nullable(),
})

const SheetRow = z.strictObject({
  /** Of the spreadsheet, from 1; the heading is the first. */
  number: z.int(),
  id: z.string(),
  decision: z.enum(compareDecisions).nullable(),
  remark: z.string().nullable(),
  /** Why nothing would be done with it; null where its decision can be made. */
  error: z
    .enum(['unknownId', 'otherDay', 'changed', 'notAllowed', 'noRemark', 'noRight', 'badDecision', 'twice'])
    .nullable(),
  row: CompareRow.nullable(),
})

/** The calls of one side; both screens are one kit. */
const side = <
  const P extends string,
  const Read extends ResourceRequires,
  const Update extends ResourceRequires,
>(
  path: P,
  read: Read,
  update: Update,
) => {
  const rowInput = { accountId: idOf('bankAccount'), on: DateOn, id: RowId }
  return {
    accounts: {
      method: 'GET',
      path: `/api/v2/pre-transaction/${path}/accounts`,
      requires: read,
      isOfStaff: true,
      summary: 'Our accounts that can be compared, those of this side first.',
      input: z.strictObject({}),
      output: z.strictObject({ records: z.array(Account) }),
    },
    list: {
      method: 'GET',
      path: `/api/v2/pre-transaction/${path}/list`,
      requires: read,
      isOfStaff: true,
      summary:
        'One account and day: statement lines beside our records, with the class of each; newest first.',
      input: z.strictObject({ ...day, ...filter, ...cursorPage }),
      output: cursorList(CompareRow),
      errors: { notFound: none },
    },
    totals: {
      method: 'GET',
      path: `/api/v2/pre-transaction/${path}/totals`,
      requires: read,
      isOfStaff: true,
      summary: 'Count and sums of each class, both sides and the difference, of one account and day.',
      input: z.strictObject({ ...day, ...filter }),
      output: DayTotals,
      errors: { notFound: none },
    },
    row: {
      method: 'GET',
      path: `/api/v2/pre-transaction/${path}/row`,
      requires: read,
      isOfStaff: true,
      summary: 'One row with its evidence: raw messages, what else it may be, and its history.',
      input: z.strictObject({ ...day, id: RowId }),
      output: RowDetail,
      errors: { notFound: none },
    },
    sheet: {
      method: 'POST',
      path: `/api/v1/pre-transaction/${path}/sheet`,
      requires: read,
      isOfStaff: true,
      rate: 'export',
      stepUp: 'recent',
      summary: 'The rows of a filter as a spreadsheet with a column for decisions, to be sent back.',
      input: z.strictObject({ ...day, ...filter }),
      output: z.strictObject({
        fileName: z.string(),
        mimeType: z.string(),
        base64: z.string(),
        rows: z.int(),
      }),
      errors: { notFound: none, forbidden: none, tooManyRequests: none, stepUpRequired: none },
    },
    preview: {
      method: 'POST',
      path: `/api/v1/pre-transaction/${path}/preview`,
      requires: update,
      isOfStaff: true,
      isRead: true,
      rate: 'write',
      summary: 'What each row of a spreadsheet that came back would do, and what is wrong with it.',
      input: z.strictObject({
        accountId: idOf('bankAccount'),
        on: DateOn,
        base64: z.base64().max(80_000),
      }),
      output: z.strictObject({ records: z.array(SheetRow) }),
      errors: { notFound: none, sheetUnreadable: none },
    },
    decide: {
      method: 'POST',
      path: `/api/v1/pre-transaction/${path}/decide`,
      requires: update,
      isOfStaff: true,
      idempotent: true,
      money: 'maker',
      stepUp: 'recent',
      summary:
        'Decides one row: a note, setting its line aside, tying line and record, or signing the difference ' +
        'as explained. Each by the act of its own screen; what takes two becomes a request.',
      input: z.strictObject({
        ...rowInput,
        facts: Facts,
        decision: z.enum(compareDecisions),
        remark: text(200, 3),
      }),
      output: z.strictObject({
        state: z.enum(['done', 'waiting']),
        approvalId: idOf('approval').nullable(),
      }),
      errors: {
        notFound: none,
        /** Of the row, or of its line. */
        stale: z.union([LineNow, WithdrawalNow]).optional(),
        stateRefused: z.union([StateNow, StateAllowed]).optional(),
        conflict: z.union([LinkWaiting, reason('approvalPending')]).optional(),
        lineNotOpen: z.union([LineNow, reason('outgoing')]).optional(),
        alreadyMatched: z.union([LineNow, CreditedAs]),
        memberNotActive: StateNow,
        memberNotFound: none,
        blocked: LinkBlocked,
        linkNoteNeeded: none,
        fourEyes: none,
        stepUpRequired: none,
      },
    },
  } as const satisfies CallTable
}

const deposit = side(
  'reconcile-deposit',
  { pretransactionReconcileDeposit: ['isRead'] },
  { pretransactionReconcileDeposit: ['isRead', 'isUpdate'] },
)
const withdraw = side(
  'reconcile-withdraw',
  { pretransactionReconcileWithdraw: ['isRead'] },
  { pretransactionReconcileWithdraw: ['isRead', 'isUpdate'] },
)

/** The two screens that compare a day's statement with our records: what came in, what went out. */
export const preTransactionReconcile = defineCalls({
  reconcileDepositAccounts: deposit.accounts,
  reconcileDepositList: deposit.list,
  reconcileDepositTotals: deposit.totals,
  reconcileDepositRow: deposit.row,
  reconcileDepositSheet: deposit.sheet,
  reconcileDepositPreview: deposit.preview,
  reconcileDepositDecide: deposit.decide,
  reconcileWithdrawAccounts: withdraw.accounts,
  reconcileWithdrawList: withdraw.list,
  reconcileWithdrawTotals: withdraw.totals,
  reconcileWithdrawRow: withdraw.row,
  reconcileWithdrawSheet: withdraw.sheet,
  reconcileWithdrawPreview: withdraw.preview,
  reconcileWithdrawDecide: withdraw.decide,
})
