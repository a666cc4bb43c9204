import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { StateNow, none, reason } from '../kit/error-details.ts'
import { Exported, exportChoice } from '../exports.ts'
import { cursorList, cursorPage } from '../kit/paging.ts'
import { fileFaults } from '../payments/statement-files.ts'
import {
  reportDifferenceKinds,
  reportDifferenceStates,
  reportMappingFaults,
  reportRowFaults,
  reportSources,
  reportStates,
} from './distributor-values.ts'
import { reportDifferenceColumns } from '../values/export-columns.ts'
import { DateOn, Instant, SignedMinor, idOf, line } from '../values/values.ts'
import { named } from './catalogue-games.ts'

const id = idOf('providerReport')
const read = {
  requires: 'token',
  scope: 'what providers reported to the brand: of everyone of the house, of no seller and no agent',
  isOfStaff: true,
} as const
const write = { requires: { reconcile: ['isUpdate'] }, isOfStaff: true, idempotent: true } as const
const Reason = line(200, 3)
const unreadable = reason(...fileFaults)

const Column = z.int().min(0).max(59).nullable()
/** The row of the headings, 0 where there are none, and what each column is by its place; null: none is. */
const Mapping = z.strictObject({
  headerRow: z.int().min(0).max(100_000),
  columns: z.strictObject({
    round: Column,
    transaction: Column,
    player: Column,
    stake: Column,
    payout: Column,
    time: Column,
  }),
})

const Sum = z.strictObject({ count: z.int(), stakeMinor: SignedMinor, payoutMinor: SignedMinor })
const Report = z.strictObject({
  id,
  provider: z.strictObject({ id: idOf('gameProvider'), name: named }),
  /** Somebody brought a file, or the server reads the provider's own log. */
  source: z.enum(reportSources),
  state: z.enum(reportStates),
  name: z.string().nullable(),
  fromOn: DateOn.nullable(),
  toOn: DateOn.nullable(),
  lineCount: z.int().nullable(),
  /** Rounds that are alike on both sides. */
  agreedCount: z.int().nullable(),
  theirs: Sum.nullable(),
  ours: Sum.nullable(),
  /** What they count as won by the house beyond what we do. */
  differenceMinor: SignedMinor.nullable(),
  differenceCount: z.int(),
  openCount: z.int(),
  /** Null: the system read the log by itself. */
  uploadedBy: z.string().nullable(),
  uploadedAt: Instant,
  comparedBy: z.string().nullable(),
  comparedAt: Instant.nullable(),
  /** While it is compared: how many lines were read, of how many where that is known. */
  progress: z.strictObject({ done: z.int(), total: z.int().nullable(), isWaiting: z.boolean() }).nullable(),
  /** Of a log: what its provider says that it holds for members, and what we say, at that moment. */
  held: z.strictObject({ toldMinor: SignedMinor, oursMinor: SignedMinor }).nullable(),
})

const Side = z.strictObject({ stakeMinor: SignedMinor, payoutMinor: SignedMinor })
const Difference = z.strictObject({
  id: idOf('reportDifference'),
  reportId: id,
  kind: z.enum(reportDifferenceKinds),
  roundRef: z.string(),
  betId: idOf('bet').nullable(),
  player: z.string(),
  at: Instant.nullable(),
  /** The day on which it counts: that of our bet, else that of its time in the report. */
  businessOn: DateOn.nullable(),
  ours: Side.nullable(),
  theirs: Side.nullable(),
  /** What they count as won by the house beyond what we do. */
  differenceMinor: SignedMinor,
  state: z.enum(reportDifferenceStates),
  reason: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
})

const differenceFilter = {
  id,
  kind: z.enum(reportDifferenceKinds).optional(),
  state: z.enum(reportDifferenceStates).optional(),
  /** Of a business day. */
  on: DateOn.optional(),
}

/** What providers report of what was played with them, compared round by round with what we have. */
export const providerReports = defineCalls({
  reports: {
    method: 'GET',
    path: '/api/v2/distributor/report/list',
    ...read,
    summary: 'Reports of providers, newest first.',
    input: z.strictObject({ ...cursorPage, providerId: idOf('gameProvider').optional() }),
    output: cursorList(Report),
  },
  report: {
    method: 'GET',
    path: '/api/v1/distributor/report/{id}',
    ...read,
    subject: 'providerReport',
    summary: 'One report: sums of both sides, and how many rounds differ, by kind and state.',
    input: z.strictObject({ id }),
    output: z.strictObject({
      ...Report.shape,
      kinds: z.array(
        z.strictObject({
          kind: z.enum(reportDifferenceKinds),
          count: z.int(),
          openCount: z.int(),
          /** What they count as won by the house beyond what we do. */
          differenceMinor: SignedMinor,
        }),
      ),
    }),
  },
  reportProviders: {
    method: 'GET',
    path: '/api/v1/distributor/report/providers',
    ...read,
    summary: 'Providers by name, to choose whose report it is.',
    input: z.strictObject({}),
    output: z.strictObject({
      records: z.array(
        z.strictObject({
          id: idOf('gameProvider'),
          name: named,
          /** Its own log of bets can be read. */
          hasLog: z.boolean(),
        }),
      ),
    }),
  },
  uploadReport: {
    method: 'POST',
    path: '/api/v1/distributor/report/{id}/upload',
    ...write,
    subject: 'gameProvider',
    upload: 'statement',
    uploadMegabytes: 32,
    summary:
      'Keeps a report of a provider (at most 32 MB; CSV of 300,000 rows, XLSX of 100,000), sealed. The ' +
      'same file once more is the report that there is.',
    input: z.strictObject({ id: idOf('gameProvider') }),
    output: z.strictObject({ id, isKnown: z.boolean() }),
    errors: {
      statementUnreadable: unreadable,
      statementTooLarge: none,
      requiredField: none,
      tooManyRequests: none,
    },
  },
  previewReport: {
    method: 'POST',
    path: '/api/v1/distributor/report/{id}/preview',
    requires: { reconcile: ['isUpdate'] },
    isOfStaff: true,
    subject: 'providerReport',
    isRead: true,
    summary: 'What is in a report by these columns, or as its headings let guess.',
    input: z.strictObject({ id, mapping: Mapping.nullable() }),
    output: z.strictObject({
      mapping: Mapping,
      mappingFault: z.enum(reportMappingFaults).nullable(),
      width: z.int(),
      rowCount: z.int(),
      /** Rows from the headings on, as they stand. */
      sample: z.array(z.strictObject({ no: z.int(), cells: z.array(z.string()) })),
      /** Null while the columns are not told. */
      read: z
        .strictObject({
          ...Sum.shape,
          fromOn: DateOn.nullable(),
          toOn: DateOn.nullable(),
          errorCount: z.int(),
          errors: z.array(
            z.strictObject({ no: z.int(), fault: z.enum(reportRowFaults), cell: z.string() }),
          ),
        })
        .nullable(),
    }),
    errors: { statementUnreadable: unreadable, statementGone: none, stateRefused: StateNow },
  },
  compareReport: {
    method: 'POST',
    path: '/api/v1/distributor/report/{id}/compare',
    ...write,
    subject: 'providerReport',
    summary:
      'Has a report compared with the bets of its provider, round by round, once, in the background. Of ' +
      'the business days that it is about every settled bet must be in it.',
    input: z.strictObject({ id, mapping: Mapping, name: line(200, 1), fromOn: DateOn, toOn: DateOn }),
    output: z.strictObject({}),
    errors: {
      statementUnreadable: unreadable,
      statementGone: none,
      statementRefused: reason(...reportMappingFaults, 'rowErrors', 'noRows'),
      stateRefused: StateNow,
      dateRange: none,
    },
  },
  checkLog: {
    method: 'POST',
    path: '/api/v1/distributor/log/{id}/check',
    ...write,
    subject: 'gameProvider',
    summary:
      'Has the own log of a provider that keeps wallets read again in the background and compared with our ' +
      'bets of these days, and what it holds for members; shown as a report.',
    input: z.strictObject({ id: idOf('gameProvider'), fromOn: DateOn, toOn: DateOn }),
    output: z.strictObject({ id }),
    errors: {
      stateRefused: z.union([StateNow, reason('keepsNoWallet')]),
      dateRange: none,
      invalidValue: none,
    },
  },
  cancelComparison: {
    method: 'POST',
    path: '/api/v1/distributor/report/{id}/cancel',
    ...write,
    subject: 'providerReport',
    summary: 'Ends a comparison that is not done yet: a file may be compared again, a log is read anew.',
    input: z.strictObject({ id }),
    output: z.strictObject({}),
    errors: { stateRefused: StateNow },
  },
  reportDifferences: {
    method: 'GET',
    path: '/api/v2/distributor/report/{id}/differences',
    ...read,
    subject: 'providerReport',
    summary: 'Rounds of a report that differ.',
    input: z.strictObject({ ...differenceFilter, ...cursorPage }),
    output: cursorList(Difference),
  },
  exportDifferences: {
    method: 'POST',
    path: '/api/v1/distributor/report/{id}/differences/export',
    ...read,
    subject: 'providerReport',
    rate: 'export',
    stepUp: 'recent',
    summary: 'The same as a file, for who is asked about them; needs exportData, is logged.',
    input: z.strictObject({ ...differenceFilter, ...exportChoice(reportDifferenceColumns) }),
    output: Exported,
    errors: { forbidden: none, stepUpRequired: none },
  },
  decideDifferences: {
    method: 'POST',
    path: '/api/v1/distributor/report/{id}/decide',
    ...write,
    subject: 'providerReport',
    summary:
      'Disputes rounds that differ, or accepts them: these, or all of a kind that are open. No money moves.',
    input: z.strictObject({
      id,
      ids: z.array(idOf('reportDifference')).max(100),
      /** All open ones of this kind, where no ids are given. */
      kind: z.enum(reportDifferenceKinds).optional(),
      to: z.enum(['disputed', 'accepted']),
      reason: Reason,
    }),
    output: z.strictObject({ count: z.int() }),
    errors: { invalidValue: none, stateRefused: StateNow },
  },
})
