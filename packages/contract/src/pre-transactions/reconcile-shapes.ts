import { z } from 'zod'
import { accountRoles, compareClasses, compareDecisions, lineStates } from '../values/value-lists.ts'
import { DateOn, Instant, Search, SignedMinor, idOf } from '../values/values.ts'

/** The id of a row: of its statement line, else of the deposit, payout or own transfer that lacks one. */
export const RowId = z.string().max(40)
const Class = z.enum(compareClasses)
/** Changes when the line, the record or what they are to each other does. */
export const Facts = z.string().max(40)

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

export const CompareRow = z.strictObject({
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
export const day = { accountId: idOf('bankAccount').optional(), on: DateOn.optional() }
export const filter = { class: z.array(Class).max(20).optional(), search: Search.optional() }
export const Account = z.strictObject({
  id: idOf('bankAccount'),
  bank: z.string(),
  label: z.string(),
  role: z.enum(accountRoles),
})

export const DayTotals = z.strictObject({
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

export const RowDetail = z.strictObject({
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

export const SheetRow = z.strictObject({
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
