import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { none } from '../kit/error-details.ts'
import {
  boardParts,
  boardPeriods,
  callOutcomes,
  callWays,
  gameTypes,
  playPlaceStates,
} from '../values/play-values.ts'
import { DateOn, Instant, SignedMinor, idOf } from '../values/values.ts'
import { NamedGame, NamedProvider, playSums } from './report-shapes.ts'

const read = { providerDashboard: ['isRead'] } as const
const period = z.enum(boardPeriods).default('today')

/** How calls went between a provider and us. */
const health = {
  calls: z.int(),
  /** Refused by a rule, such as a wallet without money. */
  refused: z.int(),
  /** What somebody must look into: no answer, or a call that could not be taken at all. */
  faults: z.int(),
  /** Within so many milliseconds 95 of a hundred calls were answered, at most. */
  p95Ms: z.int().nullable(),
}

/** How it goes with each provider, or each type of game. */
export const gameBoard = defineCalls({
  board: {
    method: 'GET',
    path: '/api/v2/website/game-board',
    requires: read,
    isOfStaff: true,
    summary: 'Each provider or type of game: what was played in a period, what runs now, what lost most.',
    input: z.strictObject({ by: z.enum(boardParts), period }),
    output: z.strictObject({
      from: DateOn,
      to: DateOn,
      records: z.array(
        z.strictObject({
          id: z.string(),
          type: z.enum(gameTypes).nullable(),
          provider: NamedProvider.nullable(),
          hasLogo: z.boolean(),
          /** How a provider stands; null of a type. */
          state: z.enum(playPlaceStates).nullable(),
          /** As somebody pressed it, and whether a second person is asked about it; null of a type. */
          pressed: z
            .strictObject({ state: z.enum(playPlaceStates), version: z.int(), isAsked: z.boolean() })
            .nullable(),
          /** Who called whom, each way that was used; none of a type, which calls tell of none. */
          health: z.array(z.strictObject({ way: z.enum(callWays), ...health })),
          games: z.int(),
          members: z.int().nullable(),
          ...playSums,
          /** Of all that was staked in the period, in hundredths of a percent. */
          shareBps: z.int().nullable(),
          /** Bets that are not settled yet, whenever they were placed. */
          openCount: z.int(),
          openMinor: SignedMinor,
          /** The game that the company lost most on. */
          worst: z.strictObject({ game: NamedGame, companyMinor: SignedMinor }).nullable(),
        }),
      ),
    }),
  },
  providerCalls: {
    method: 'GET',
    path: '/api/v2/website/game-board/calls',
    requires: read,
    isOfStaff: true,
    summary: 'How calls between a provider and us went in a period: by hour or day, and what they came to.',
    input: z.strictObject({ providerId: idOf('gameProvider'), period }),
    output: z.strictObject({
      from: DateOn,
      to: DateOn,
      provider: NamedProvider,
      ways: z.array(z.strictObject({ way: z.enum(callWays), ...health })),
      /** What calls came to, the most frequent first. */
      outcomes: z.array(
        z.strictObject({
          way: z.enum(callWays),
          outcome: z.enum(callOutcomes),
          isFault: z.boolean(),
          calls: z.int(),
        }),
      ),
      /** Of one day by the hour, else by business day; the newest first, those without calls left out. */
      points: z.array(
        z.strictObject({ on: DateOn, hourAt: Instant.nullable(), way: z.enum(callWays), ...health }),
      ),
    }),
    errors: { notFound: none },
  },
})
