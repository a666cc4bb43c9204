import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { gameTypes } from '../values/play-values.ts'
import { DateOn, SignedMinor, idOf } from '../values/values.ts'
import { NamedGame, NamedProvider, costSums, givenSums, playSums } from './report-shapes.ts'

const Part = z.strictObject({
  id: z.string(),
  type: z.enum(gameTypes).nullable(),
  provider: NamedProvider.nullable(),
  game: NamedGame.nullable(),
  ...playSums,
  /** Of all that was staked on the day, in hundredths of a percent. */
  shareBps: z.int().nullable(),
})

const TopMember = z.strictObject({
  id: idOf('member'),
  username: z.string(),
  bets: z.int(),
  stakeMinor: SignedMinor,
  payoutMinor: SignedMinor,
  /** From the member’s side. */
  winLossMinor: SignedMinor,
})

/** Null where it is not to know. */
const sums = { members: z.int().nullable(), ...playSums, ...givenSums, ...costSums }

/** How a business day goes in games: what stands on the first screen. */
export const playDay = defineCalls({
  day: {
    method: 'GET',
    path: '/api/v2/dashboard/games',
    requires: { dashboard: ['isRead'], agentReport: ['isRead'] },
    summary:
      'What was played on a business day and the day before, in which games, and who won or lost most.',
    input: z.strictObject({ on: DateOn.optional() }),
    output: z.strictObject({
      businessOn: DateOn,
      ...sums,
      before: z.strictObject(sums),
      /** What was staked most comes first; of games the first ten. */
      parts: z.strictObject({ provider: z.array(Part), type: z.array(Part), game: z.array(Part) }),
      /** Ten members each, as far as so many did. */
      top: z.strictObject({
        won: z.array(TopMember),
        lost: z.array(TopMember),
        staked: z.array(TopMember),
      }),
    }),
  },
})
