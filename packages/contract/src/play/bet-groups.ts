import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { none } from '../kit/error-details.ts'
import { betGroups, gameTypes } from '../values/play-values.ts'
import { DateOn, SignedMinor, idOf } from '../values/values.ts'
import { NamedGame, NamedProvider } from './report-shapes.ts'

const read = { betReport: ['isRead'] } as const

const sums = {
  bets: z.int(),
  stakeMinor: SignedMinor,
  validMinor: SignedMinor,
  payoutMinor: SignedMinor,
  /** From the member's side. */
  winLossMinor: SignedMinor,
}

const Group = z.strictObject({
  /** What it is of: the id of a member, game or provider, or the beginning of an hour. */
  id: z.string(),
  member: z.strictObject({ id: idOf('member'), username: z.string() }).nullable(),
  game: NamedGame.nullable(),
  provider: NamedProvider.nullable(),
  ...sums,
})

/** Bets in sums, each of which leads to its bets; and what they are narrowed by. */
export const betGroupCalls = defineCalls({
  choices: {
    method: 'GET',
    path: '/api/v2/bet-report/choices',
    requires: read,
    summary:
      'Providers, the games of one that is chosen (at most 1,000) and the game and member that are chosen, ' +
      'by name.',
    input: z.strictObject({
      providerId: idOf('gameProvider').optional(),
      gameId: idOf('game').optional(),
      memberId: idOf('member').optional(),
    }),
    output: z.strictObject({
      providers: z.array(NamedProvider),
      games: z.array(NamedGame),
      /** Null of one out of sight, and where none is chosen. */
      member: z.strictObject({ id: idOf('member'), username: z.string() }).nullable(),
    }),
  },
  groups: {
    method: 'GET',
    path: '/api/v2/bet-report/groups',
    requires: read,
    summary: 'What became of bets on one business day, by member, game, provider or hour.',
    input: z.strictObject({
      by: z.enum(betGroups),
      /** Today, where none is named. */
      on: DateOn.optional(),
      memberId: idOf('member').optional(),
      gameId: idOf('game').optional(),
      providerId: idOf('gameProvider').optional(),
      type: z.array(z.enum(gameTypes)).max(10).optional(),
    }),
    output: z.strictObject({
      on: DateOn,
      /** Hours in their order; of all else the 200 with the highest stakes. */
      groups: z.array(Group),
      isCut: z.boolean(),
    }),
  },
  ofMember: {
    method: 'GET',
    path: '/api/v2/bet-report/member/{id}',
    requires: read,
    subject: 'member',
    summary: 'What a member has staked in open bets, and what they played in 30 days, game by game.',
    input: z.strictObject({ id: idOf('member') }),
    output: z.strictObject({
      /** The newest 30 business days. */
      from: DateOn,
      to: DateOn,
      ...sums,
      /** Counted to 1,000. */
      openBets: z.int(),
      openStakeMinor: SignedMinor,
      games: z.array(Group),
      isCut: z.boolean(),
    }),
    errors: { notFound: none },
  },
})
