import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { none } from '../kit/error-details.ts'
import { betArchiveReasons, betArchiveStates } from '../values/play-values.ts'
import { DateOn, Instant, SignedMinor } from '../values/values.ts'

const read = { betReport: ['isRead'] } as const

const Sum = SignedMinor.nullable()

/** A month of bets that is over its time, by its first day; its sums are null until its file is written. */
const BetMonth = z.strictObject({
  month: DateOn,
  state: z.enum(betArchiveStates),
  /** What keeps a month that waits; null: it goes as soon as its tables are free. */
  reason: z.enum(betArchiveReasons).nullable(),
  /** Bets of it that run. */
  openBets: z.int(),
  bets: z.int().nullable(),
  outcomes: z.int().nullable(),
  stakeMinor: Sum,
  payoutMinor: Sum,
  validMinor: Sum,
  countedMinor: Sum,
  /** Of its file. */
  bytes: z.int().nullable(),
  sha256: z.string().nullable(),
  archivedAt: Instant.nullable(),
  attachedAt: Instant.nullable(),
})

/** Months of bets that left the lists, each whole in its file. */
export const betArchive = defineCalls({
  archive: {
    method: 'GET',
    path: '/api/v2/bet-report/archive',
    requires: read,
    isOfStaff: true,
    summary: 'Months of bets that left or are to leave, the newest first, with what their files hold.',
    input: z.strictObject({}),
    output: z.strictObject({ records: z.array(BetMonth) }),
  },
  archivedMonths: {
    method: 'GET',
    path: '/api/v2/bet-report/archived-months',
    requires: read,
    summary: 'Months whose bets a list of these days does not find, for they left; the oldest first.',
    input: z.strictObject({ from: DateOn.optional(), to: DateOn.optional() }),
    output: z.strictObject({ months: z.array(DateOn) }),
  },
  archiveFile: {
    method: 'POST',
    path: '/api/v2/bet-report/archive-file',
    requires: read,
    isOfStaff: true,
    rate: 'export',
    stepUp: 'recent',
    file: 'application/gzip',
    summary: 'The file of a month that left, one bet a line; needs exportData, every download is logged.',
    input: z.strictObject({ month: DateOn }),
    output: z.strictObject({}),
    errors: { forbidden: none, stepUpRequired: none, notFound: none },
  },
})
