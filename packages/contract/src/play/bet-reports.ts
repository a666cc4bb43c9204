import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { none } from '../kit/error-details.ts'
import { Exported, exportChoice } from '../exports.ts'
import { cursorList, cursorPage, totals } from '../kit/paging.ts'
import { betExportColumns } from '../values/export-columns.ts'
import {
  betOutcomeKinds,
  betStates,
  countReasons,
  gameTypes,
  playWordKinds,
  roundAnswers,
  saidNames,
} from '../values/play-values.ts'
import { betGroupCalls } from './bet-groups.ts'
import { BetSums, betActs, notVoidable } from './bet-acts.ts'
import { DateOn, Instant, Search, SignedMinor, idOf } from '../values/values.ts'
import { betArchive } from './bet-archive.ts'

const read = { betReport: ['isRead'] } as const

const named = z.strictObject({ th: z.string(), en: z.string() })

/** What a member bet in one round. */
const Bet = z.strictObject({
  id: idOf('bet'),
  /** What its provider calls the round by. */
  ref: z.string(),
  member: z.strictObject({ id: idOf('member'), username: z.string() }),
  provider: z.strictObject({ id: idOf('gameProvider'), name: named }),
  game: z.strictObject({ name: named, type: z.enum(gameTypes) }),
  state: z.enum(betStates),
  stakeMinor: SignedMinor,
  payoutMinor: SignedMinor,
  /** What came back less what was staked, from the member's side; null while it runs. */
  winLossMinor: SignedMinor.nullable(),
  /** What counts as played, and what of it counts towards turnover; 0 while it runs. */
  validMinor: SignedMinor,
  countedMinor: SignedMinor,
  placedAt: Instant,
  settledAt: Instant.nullable(),
  businessOn: DateOn,
  /** Of the word that settled it first. */
  settledOn: DateOn.nullable(),
  version: z.int(),
  /** What its provider told beside money: of each what was told last. */
  said: z.partialRecord(z.enum(saidNames), z.string()),
})

const Amount = z.int().min(0).optional()

const filter = {
  /** Business days of the first stake. */
  from: DateOn.optional(),
  to: DateOn.optional(),
  /** Business days on which something became of it; sums are those of these days, as reports have them. */
  settledFrom: DateOn.optional(),
  settledTo: DateOn.optional(),
  /** The same of one hour, from its beginning. */
  settledHour: Instant.optional(),
  state: z.array(z.enum(betStates)).max(10).optional(),
  providerId: idOf('gameProvider').optional(),
  gameId: idOf('game').optional(),
  type: z.array(z.enum(gameTypes)).max(10).optional(),
  memberId: idOf('member').optional(),
  /**
   * As they stand. They need one day: of the first stake, or of settlement with a member; or a round that is
   * searched.
   */
  stakeMinMinor: Amount,
  stakeMaxMinor: Amount,
  payoutMinMinor: Amount,
  payoutMaxMinor: Amount,
  /**
   * What its provider told beside money, as it stands: under a name, as a whole value in any case, or both.
   * It needs a day as amounts do, and a member or a game; or a round that is searched.
   */
  saidName: z.enum(saidNames).optional(),
  saidValue: Search.optional(),
  /** A round by its reference, or a bet by its id: whole. */
  search: Search.optional(),
}
const amountDay = { amountDay: none }

export const betReports = defineCalls({
  list: {
    method: 'GET',
    path: '/api/v2/bet-report/list',
    requires: read,
    summary: 'Bets, the newest first.',
    input: z.strictObject({ ...filter, ...cursorPage }),
    output: cursorList(Bet),
    errors: amountDay,
  },
  totals: {
    method: 'GET',
    path: '/api/v2/bet-report/totals',
    requires: read,
    summary: 'Stakes, payouts and win or loss over the whole filter.',
    input: z.strictObject(filter),
    output: totals({
      stakeMinor: SignedMinor,
      validMinor: SignedMinor,
      payoutMinor: SignedMinor,
      winLossMinor: SignedMinor,
    }),
    errors: amountDay,
  },
  exportList: {
    method: 'POST',
    path: '/api/v1/bet-report/export',
    requires: read,
    rate: 'export',
    stepUp: 'recent',
    input: z.strictObject({ ...filter, ...exportChoice(betExportColumns) }),
    summary: 'The filter’s bets as a file; needs exportData, is logged.',
    output: Exported,
    errors: { ...amountDay, forbidden: none, stepUpRequired: none },
  },
  get: {
    method: 'GET',
    path: '/api/v1/bet-report/{id}',
    requires: read,
    subject: 'bet',
    summary: 'One bet with everything that its provider told of it.',
    input: z.strictObject({ id: idOf('bet') }),
    output: Bet.extend({
      /** Its game, where that has a picture. */
      imageOf: idOf('game').nullable(),
      /** Where people look at the round at its provider, with {lang} where it wants that; null: nowhere. */
      replayUrl: z.string().nullable(),
      words: z.array(
        z.strictObject({
          transactionRef: z.string(),
          kind: z.enum(playWordKinds),
          amountMinor: SignedMinor,
          balanceMinor: SignedMinor,
          toldAt: Instant,
          /** The movement of it, as the list of credits names it; null where no money moved. */
          transferId: z.string().nullable(),
        }),
      ),
      /** What each word that settled, amended or voided it changed in reports, and why so much counts. */
      outcomes: z.array(
        z.strictObject({
          version: z.int(),
          kind: z.enum(betOutcomeKinds),
          businessOn: DateOn,
          stakeMinor: SignedMinor,
          payoutMinor: SignedMinor,
          validMinor: SignedMinor,
          countedMinor: SignedMinor,
          reason: z.enum(countReasons),
          contributionBp: z.int(),
          toldAt: Instant,
        }),
      ),
      /** What its provider said when it was asked last; null where nobody asked. Names are for the house. */
      lastSaid: z
        .strictObject({
          at: Instant,
          by: z.string().nullable(),
          answer: z.enum(roundAnswers),
          /** As its provider had it then; null where it said nothing of it. */
          theirs: BetSums.nullable(),
        })
        .nullable(),
      /** That it be void is asked for; null where nobody asked. Names are for the house. */
      asked: z
        .strictObject({ approvalId: idOf('approval'), by: z.string().nullable(), isOwn: z.boolean() })
        .nullable(),
      /** Two people said that it never was. `agreedBy` is null, too, where nobody else could. */
      voided: z
        .strictObject({
          askedBy: z.string().nullable(),
          agreedBy: z.string().nullable(),
          reason: z.string().nullable(),
          at: Instant,
        })
        .nullable(),
      /** Why it cannot be void by people; null where it can. */
      notVoidable: z.enum(notVoidable).nullable(),
    }),
    errors: { notFound: none },
  },
  ...betGroupCalls,
  ...betActs,
  ...betArchive,
})
