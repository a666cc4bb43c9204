import { z } from 'zod'
import { defineCalls } from './kit/define.ts'
import { AskedAlready, StateNow, none, reason } from './kit/error-details.ts'
import { DayClose, DayItem, LateItem, Sheet } from './reconcile/day-shapes.ts'
import { shiftCalls } from './reconcile/shifts.ts'
import { AskAnswer, MayAskAnswer } from './values/ask-answer.ts'
import { dayStatuses, differenceReasons, packParts, reconcileStates } from './values/reconcile-values.ts'
import { DateOn, Instant, SignedMinor, idOf, line, text } from './values/values.ts'

const read = { reconcile: ['isRead'] } as const
const update = { reconcile: ['isRead', 'isUpdate'] } as const

/** The state in which it is not possible, or that the ledger has not closed the day yet. */
const NotNow = z.union([StateNow, reason('ledgerOpen', 'tooManyLines')])

const Day = z.strictObject({
  id: idOf('reconcileDay').nullable(),
  businessOn: DateOn,
  /** Null while the ledger has not closed it. */
  state: z.enum(reconcileStates).nullable(),
  status: z.enum(dayStatuses),
  differenceCount: z.int().nullable(),
  /** Of these, what nobody has explained. */
  openCount: z.int().nullable(),
  /** Added up without their signs, so that no two cancel each other. */
  differenceMinor: SignedMinor.nullable(),
  lateCount: z.int(),
  closedAt: Instant.nullable(),
  closedBy: z.string().nullable(),
})

/** The reconciliation of business days, and how each is closed. */
const dayCalls = defineCalls({
  days: {
    method: 'GET',
    path: '/api/v1/reconcile/days',
    requires: read,
    isOfStaff: true,
    summary: 'The business days between two dates, newest first, at most 62, and the oldest that is open.',
    input: z.strictObject({ from: DateOn, to: DateOn }),
    output: z.strictObject({ records: z.array(Day), oldestOpenOn: DateOn.nullable() }),
    errors: { dateRange: none },
  },
  day: {
    method: 'GET',
    path: '/api/v1/reconcile/day',
    requires: read,
    isOfStaff: true,
    summary: 'One business day: four sheets, what differs and why, what came late, how it was closed.',
    input: z.strictObject({ on: DateOn }),
    output: z.strictObject({
      ...Day.shape,
      /** What differs, added up with its signs: what banks have more than we. */
      netMinor: SignedMinor,
      /** What was closed is shown as it was then; else as it is now. */
      isFrozen: z.boolean(),
      sheets: z.array(Sheet),
      items: z.array(DayItem),
      late: z.array(LateItem),
      closes: z.array(DayClose),
      ledgerClosedAt: Instant.nullable(),
      ledgerDigest: z.string().nullable(),
      transferCount: z.int().nullable(),
      /** Of what is shown: to close means to close this. */
      factsHash: z.string().nullable(),
      /** A request to close or reopen it that waits for a second person. */
      waiting: z
        .strictObject({
          approvalId: idOf('approval'),
          kind: z.enum(['dayClose', 'dayReopen']),
          by: z.string(),
        })
        .nullable(),
      oldestOpenOn: DateOn.nullable(),
    }),
    errors: { stateRefused: reason('tooManyLines') },
  },
  explain: {
    method: 'POST',
    path: '/api/v1/reconcile/explain',
    requires: update,
    isOfStaff: true,
    idempotent: true,
    summary: 'Says why something differs; who says it again replaces it.',
    input: z.strictObject({
      on: DateOn,
      key: line(200, 1),
      amountMinor: SignedMinor,
      reasonCode: z.enum(differenceReasons),
      note: text(500, 3),
    }),
    output: z.strictObject({}),
    errors: { stateRefused: NotNow, stale: none },
  },
  close: {
    method: 'POST',
    path: '/api/v1/reconcile/close',
    requires: update,
    isOfStaff: true,
    idempotent: true,
    stepUp: 'recent',
    money: 'maker',
    summary: 'Closes a day: at once where nothing differs, else when a second person agrees.',
    input: z.strictObject({ on: DateOn, factsHash: line(64, 64), comment: line(200).optional() }),
    output: MayAskAnswer,
    errors: {
      stateRefused: z.union([StateNow, reason('notExplained', 'ledgerOpen', 'tooManyLines')]),
      stale: none,
      conflict: AskedAlready,
      stepUpRequired: none,
    },
  },
  reopen: {
    method: 'POST',
    path: '/api/v1/reconcile/reopen',
    requires: update,
    isOfStaff: true,
    idempotent: true,
    stepUp: 'recent',
    money: 'maker',
    summary: 'Asks a second person to reopen a closed day; the ledger stays closed.',
    input: z.strictObject({ on: DateOn, reason: line(200, 3) }),
    output: AskAnswer,
    errors: { stateRefused: NotNow, conflict: AskedAlready, stepUpRequired: none },
  },
  pack: {
    method: 'POST',
    path: '/api/v1/reconcile/pack',
    requires: read,
    isOfStaff: true,
    rate: 'export',
    stepUp: 'recent',
    file: 'application/octet-stream',
    summary: 'A file of the evidence pack of a closed day; every download is logged.',
    input: z.strictObject({ on: DateOn, round: z.int().min(1).max(999), part: z.enum(packParts) }),
    output: z.strictObject({}),
    errors: { stepUpRequired: none, notFound: none, forbidden: none },
  },
  packKey: {
    method: 'GET',
    path: '/api/v1/reconcile/pack-key',
    requires: read,
    isOfStaff: true,
    summary: 'The public key that packs are signed for, in PEM, and its fingerprint.',
    input: z.strictObject({}),
    output: z.strictObject({ publicKey: z.string(), fingerprint: z.string() }),
  },
})

export const reconcile = { ...dayCalls, ...shiftCalls }
