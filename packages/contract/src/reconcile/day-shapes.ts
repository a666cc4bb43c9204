import { z } from 'zod'
import {
  differenceKinds,
  differenceReasons,
  reconcileSheets,
  sheetStatuses,
} from '../values/reconcile-values.ts'
import { DateOn, Instant, SignedMinor, idOf } from '../values/values.ts'

/** One line of a statement an accountant reads: what came on top of the opening, signed. */
const Step = z.strictObject({
  /** `opening`, `in`, `out`, `transferIn`, `transferOut`, `fee`; of the ledger a kind of transfer. */
  code: z.string(),
  count: z.int().nullable(),
  amountMinor: SignedMinor,
})

const SheetAccount = z.strictObject({
  id: idOf('bankAccount'),
  bank: z.string(),
  label: z.string(),
  accountNoMasked: z.string(),
})

/** What the ledger holds of a bank account, beside what the bank says. */
const Ledger = z.strictObject({
  closingMinor: SignedMinor.nullable(),
  /** What the bank says less what the ledger says. */
  differenceMinor: SignedMinor.nullable(),
  /** Of that: it was there the day before; it is booked on another business date. */
  carriedMinor: SignedMinor.nullable(),
  otherDayMinor: SignedMinor,
})

/** Ours against theirs. Balances are null for who may not see them. */
const SheetRow = z.strictObject({
  key: z.string(),
  /** What the row is about, where that has a name of its own. */
  name: z.string().nullable().optional(),
  account: SheetAccount.nullable(),
  /** Of what was played: with whom, and the report that it is compared with. */
  providerId: idOf('gameProvider').optional(),
  reportId: idOf('providerReport').nullable().optional(),
  /** Where none was compared: a report that is kept and may be of the day, as things are now. */
  kept: z
    .strictObject({
      id: idOf('providerReport'),
      /** It is being compared. */
      isComparing: z.boolean(),
      /** Its lines tell their days, and this is one of them. */
      isOfDay: z.boolean(),
    })
    .optional(),
  openingMinor: SignedMinor.nullable(),
  steps: z.array(Step),
  oursMinor: SignedMinor.nullable(),
  theirsMinor: SignedMinor.nullable(),
  differenceMinor: SignedMinor.nullable(),
  ledger: Ledger.nullable(),
  /** When the bank told of its closing balance; null where it is the opening balance of the set-up. */
  toldAt: Instant.nullable(),
  /** Money of the day whose owner nobody has found: booked, and open. */
  unidentified: z.strictObject({ count: z.int(), amountMinor: SignedMinor }).nullable(),
  status: z.enum(sheetStatuses),
})

export const Sheet = z.strictObject({
  sheet: z.enum(reconcileSheets),
  status: z.enum(sheetStatuses),
  rows: z.array(SheetRow),
})

const Explanation = z.strictObject({
  reasonCode: z.enum(differenceReasons),
  note: z.string(),
  by: z.string(),
  at: Instant,
})

/** Something that differs. Signed: what the other side has more than we. */
export const DayItem = z.strictObject({
  key: z.string(),
  sheet: z.enum(reconcileSheets),
  kind: z.enum(differenceKinds),
  amountMinor: SignedMinor,
  /** Of how many lines it consists. */
  count: z.int(),
  /** On which comparison it bears: the bank's balance, what the ledger holds, or on neither. */
  bears: z.enum(['bank', 'ledger', 'none']),
  accountId: idOf('bankAccount').nullable(),
  label: z.string(),
  /** Of a gap: the balance left and the balance found. Null for who may not see balances. */
  fromMinor: SignedMinor.nullable(),
  toMinor: SignedMinor.nullable(),
  at: Instant.nullable(),
  lineId: idOf('statementLine').nullable(),
  reference: z.string().nullable(),
  /** The report of a provider whose rounds differ. */
  reportId: idOf('providerReport').nullable().optional(),
  explanation: Explanation.nullable(),
})

/** A line of the day that came, or was booked, after the day was closed. */
export const LateItem = z.strictObject({
  lineId: idOf('statementLine'),
  accountId: idOf('bankAccount'),
  label: z.string(),
  amountMinor: SignedMinor,
  bankTime: Instant.nullable(),
  receivedAt: Instant,
  /** The business date that it was posted to; null while it is not. */
  postedOn: DateOn.nullable(),
})

/** One time that a day was closed. */
export const DayClose = z.strictObject({
  round: z.int(),
  closedAt: Instant,
  closedBy: z.string(),
  /** The second person; null where nothing differed. */
  agreedBy: z.string().nullable(),
  /** Nobody else could have agreed. */
  isAlone: z.boolean(),
  differenceCount: z.int(),
  factsHash: z.string(),
  reopenedAt: Instant.nullable(),
  reopenedBy: z.string().nullable(),
  reopenReason: z.string().nullable(),
  isPacked: z.boolean(),
})
