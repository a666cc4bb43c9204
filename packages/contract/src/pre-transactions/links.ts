import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { none } from '../kit/error-details.ts'
import { LinkReason, matchingRead, memberRef } from './shapes.ts'
import { cursorList, cursorPage } from '../kit/paging.ts'
import { DateOn, Instant, SignedMinor, idOf } from '../values/values.ts'

/** Counts and sums of the links that one person made on one day; `amountMinor` of those that stand. */
const LinkDay = z.strictObject({
  employeeId: idOf('employee'),
  name: z.string(),
  on: DateOn,
  count: z.int(),
  amountMinor: SignedMinor,
  lowScore: z.int(),
  contradicted: z.int(),
  old: z.int(),
  undone: z.int(),
  /** How many a second person agreed to. */
  checked: z.int(),
})

const days = { from: DateOn.optional(), to: DateOn.optional() }

/** What people linked by hand, and taking it back. */
export const preTransactionLinks = defineCalls({
  previewTakeBack: {
    method: 'GET',
    path: '/api/v2/pre-transaction/take-back/{id}',
    requires: matchingRead,
    subject: 'statementLine',
    input: z.strictObject({ id: idOf('statementLine') }),
    summary:
      'What taking a line’s credit back would do to the wallet: balances, ledger lines, what is lacking.',
    output: z.strictObject({
      member: memberRef,
      beforeMinor: SignedMinor,
      afterMinor: SignedMinor,
      /** What the wallet lacks: only an unlink can take it back, and the member then owes this. */
      shortfallMinor: SignedMinor,
      legs: z.array(z.strictObject({ from: z.string(), to: z.string(), amountMinor: SignedMinor })),
      /** The names of the roles whose people may agree to an unlink. */
      checkers: z.array(z.string()),
      /** Nobody else could agree: an unlink is done at once, and the log says so. */
      isAlone: z.boolean(),
    }),
    errors: { notFound: none, stateRefused: none },
  },
  linkReport: {
    method: 'GET',
    path: '/api/v2/pre-transaction/link-report',
    requires: matchingRead,
    isOfStaff: true,
    input: z.strictObject(days),
    summary: 'Links by hand per person and day: number, amount, and how many of them deserve a look.',
    output: z.strictObject({ records: z.array(LinkDay) }),
    errors: { dateRange: none },
  },
  handLinks: {
    method: 'GET',
    path: '/api/v2/pre-transaction/hand-links',
    requires: matchingRead,
    isOfStaff: true,
    input: z.strictObject({ ...days, employeeId: idOf('employee').optional(), ...cursorPage }),
    summary: 'The links by hand behind the report, newest first, each with its line.',
    output: cursorList(
      z.strictObject({
        id: idOf('deposit'),
        lineId: idOf('statementLine'),
        reference: z.string(),
        employee: z.string(),
        member: memberRef,
        amountMinor: SignedMinor,
        score: z.int(),
        reasons: z.array(LinkReason),
        isChecked: z.boolean(),
        linkedAt: Instant,
        undoneAt: Instant.nullable(),
      }),
    ),
    errors: { dateRange: none },
  },
})
