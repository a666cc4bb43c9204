import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { Exported, exportChoice } from '../exports.ts'
import { none } from '../kit/error-details.ts'
import { cursorList, cursorPage, numberedList, numberedPage, totals } from '../kit/paging.ts'
import { dailyExportColumns, userExportColumns } from '../values/export-columns.ts'
import { gameTypes, reportMembers, reportParts, reportSorts } from '../values/play-values.ts'
import { DateOn, Search, SignedMinor, idOf } from '../values/values.ts'
import { gameBoard } from './game-board.ts'
import { playDay } from './play-day.ts'
import { reportAsOf } from './report-as-of.ts'
import {
  NamedGame,
  NamedProvider,
  costSums,
  gameFilter,
  givenSums,
  moneySums,
  periodFilter,
  playSums,
  someSums,
  whoseFilter,
} from './report-shapes.ts'

const read = { agentReport: ['isRead'] } as const
const readErrors = { dateRange: none, dayNotClosed: none, reportTooLarge: none }
const period = { from: DateOn, to: DateOn }

const PartRow = z.strictObject({
  /** The day, or the id or code of what the row is about. */
  id: z.string(),
  /** The days that it is about: one of a row of days, else the whole period. */
  ...period,
  /** Whether the books of the day are closed; null of what is no day, and for whom it is not to know. */
  isClosed: z.boolean().nullable(),
  type: z.enum(gameTypes).nullable(),
  provider: NamedProvider.nullable(),
  game: NamedGame.nullable(),
  /** How many played; null where so many did that they are not counted. */
  members: z.int().nullable(),
  ...playSums,
  /** What came back of each stake, in hundredths of a percent. */
  rtpBps: z.int().nullable(),
  /** What the provider of a game declares that comes back; null where it declares nothing, and of no game. */
  declaredRtpBps: z.int().nullable(),
  ...moneySums,
  ...givenSums,
  ...costSums,
  /** What all members might spend at the end of the day. */
  balanceMinor: SignedMinor.nullable(),
})

const dailyFilter = {
  ...periodFilter,
  ...gameFilter,
  ...whoseFilter,
  by: z.enum(reportParts).default('day'),
}
const sums = { members: z.int().nullable(), ...playSums, ...moneySums, ...givenSums, ...costSums }

const Seller = z.strictObject({ id: idOf('employee'), name: z.string() })
const MemberRow = z.strictObject({
  id: idOf('member'),
  member: z.strictObject({ id: idOf('member'), username: z.string() }),
  level: z.int(),
  seller: Seller.nullable(),
  ...playSums,
  ...moneySums,
  ...costSums,
  /** What they may spend now; null of a report as of a day, which it is not a part of. */
  balanceMinor: SignedMinor.nullable(),
})
const userFilter = {
  ...periodFilter,
  ...gameFilter,
  ...whoseFilter,
  search: Search.optional(),
  /** Those who played, or all members, in their own order. */
  who: z.enum(reportMembers).default('played'),
}

export const reports = defineCalls({
  daily: {
    method: 'GET',
    path: '/api/v2/report/total-daily/list',
    requires: read,
    summary: 'Win and loss by day, the newest first; by game, provider or type, what lost most first.',
    input: z.strictObject({ ...dailyFilter, ...numberedPage }),
    output: numberedList(PartRow),
    errors: readErrors,
  },
  dailyTotals: {
    method: 'GET',
    path: '/api/v2/report/total-daily/totals',
    requires: read,
    summary: 'Sums over the whole period, beside those of the same number of days before.',
    input: z.strictObject(dailyFilter),
    output: totals({
      ...period,
      ...sums,
      before: z.strictObject({ ...period, ...sums }),
      /** Days in their order, or months where the period is long. */
      span: z.enum(['day', 'month']),
      points: z.array(
        z.strictObject({ startsOn: DateOn, stakeMinor: SignedMinor, companyMinor: SignedMinor }),
      ),
    }),
    errors: readErrors,
  },
  users: {
    method: 'GET',
    path: '/api/v2/report/total-user/list',
    requires: read,
    summary: 'Win and loss of each member who played in a period.',
    input: z.strictObject({
      ...userFilter,
      sort: z.enum(reportSorts).default('member'),
      isAscending: z.boolean().default(false),
      ...cursorPage,
    }),
    output: cursorList(MemberRow).extend({
      ...period,
      /** Whether they can be sorted by sums: of one day or month, or of games that few played then. */
      canSort: z.boolean(),
    }),
    errors: { ...readErrors, sortPeriod: none },
  },
  userTotals: {
    method: 'GET',
    path: '/api/v2/report/total-user/totals',
    requires: read,
    summary: 'Members who played in a period, and their sums; null of some who are too many to sum.',
    input: z.strictObject(userFilter),
    output: totals({ ...period, ...someSums, ...costSums }),
    errors: { dateRange: none, dayNotClosed: none },
  },
  memberGames: {
    method: 'GET',
    path: '/api/v2/report/total-user/games',
    requires: read,
    summary: 'What a member played in a period, game by game: the 200 with the highest stakes.',
    input: z.strictObject({ memberId: idOf('member'), ...periodFilter, ...gameFilter }),
    output: z.strictObject({
      ...period,
      username: z.string().nullable(),
      games: z.array(
        z.strictObject({
          game: NamedGame,
          provider: NamedProvider,
          type: z.enum(gameTypes),
          ...playSums,
          rtpBps: z.int().nullable(),
        }),
      ),
      isCut: z.boolean(),
    }),
    errors: { dateRange: none, dayNotClosed: none },
  },
  choices: {
    method: 'GET',
    path: '/api/v2/report/choices',
    requires: read,
    summary:
      'Providers, the games of those that are chosen, and sellers, to filter by: 1,000 of each at most.',
    input: z.strictObject({
      providerId: gameFilter.providerId,
      gameId: gameFilter.gameId,
    }),
    output: z.strictObject({
      providers: z.array(NamedProvider),
      games: z.array(NamedGame),
      /** Whoever has members; nobody for whom that is not to know. */
      sellers: z.array(Seller),
    }),
  },
  exportDaily: {
    method: 'POST',
    path: '/api/v1/report/total-daily/export',
    requires: read,
    rate: 'export',
    stepUp: 'recent',
    input: z.strictObject({ ...dailyFilter, ...exportChoice(dailyExportColumns) }),
    summary: 'The rows by day as a file; needs exportData, is logged.',
    output: Exported,
    errors: { ...readErrors, forbidden: none, stepUpRequired: none },
  },
  exportUsers: {
    method: 'POST',
    path: '/api/v1/report/total-user/export',
    requires: read,
    rate: 'export',
    stepUp: 'recent',
    input: z.strictObject({ ...userFilter, ...exportChoice(userExportColumns) }),
    summary: 'The members who played as a file; needs exportData, is logged.',
    output: Exported,
    errors: { ...readErrors, forbidden: none, stepUpRequired: none },
  },
  ...gameBoard,
  ...playDay,
  ...reportAsOf,
})
