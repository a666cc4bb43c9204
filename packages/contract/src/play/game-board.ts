import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { boardParts, boardPeriods, gameTypes, playPlaceStates } from '../values/play-values.ts'
import { DateOn, SignedMinor } from '../values/values.ts'
import { NamedGame, NamedProvider, playSums } from './report-shapes.ts'

/** How it goes with each provider, or each type of game. */
export const gameBoard = defineCalls({
  board: {
    method: 'GET',
    path: '/api/v2/website/game-board',
    requires: { providerDashboard: ['isRead'] },
    isOfStaff: true,
    summary: 'Each provider or type of game: what was played in a period, what runs now, what lost most.',
    input: z.strictObject({
      by: z.enum(boardParts),
      period: z.enum(boardPeriods).default('today'),
    }),
    output: z.strictObject({
      from: DateOn,
      to: DateOn,
      records: z.array(
        z.strictObject({
          id: z.string(),
          type: z.enum(gameTypes).nullable(),
          provider: NamedProvider.nullable(),
          /** How a provider stands; null of a type. */
          state: z.enum(playPlaceStates).nullable(),
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
})
