import { z } from 'zod'
import { gameTypes } from '../values/play-values.ts'
import { DateOn, SignedMinor, idOf } from '../values/values.ts'

const named = z.strictObject({ th: z.string(), en: z.string() })

/** A provider or a game, as people call it. */
export const NamedProvider = z.strictObject({ id: idOf('gameProvider'), name: named })
export const NamedGame = z.strictObject({ id: idOf('game'), name: named })

/** What bets that were settled, amended or voided in a period came to. */
export const playSums = {
  bets: z.int(),
  /** The turnover: what was staked. */
  stakeMinor: SignedMinor,
  /** What of it counts as played, and of that towards turnover rules. */
  validMinor: SignedMinor,
  countedMinor: SignedMinor,
  payoutMinor: SignedMinor,
  /** Payout less stake, from the members’ side, and the same from the company’s. */
  winLossMinor: SignedMinor,
  companyMinor: SignedMinor,
  /** The company’s win of each valid bet in hundredths of a percent; null where nothing was valid. */
  marginBps: z.int().nullable(),
}

/** The same, null where they are of so many rows that they are not summed. */
export const someSums = {
  bets: playSums.bets.nullable(),
  stakeMinor: playSums.stakeMinor.nullable(),
  validMinor: playSums.validMinor.nullable(),
  countedMinor: playSums.countedMinor.nullable(),
  payoutMinor: playSums.payoutMinor.nullable(),
  winLossMinor: playSums.winLossMinor.nullable(),
  companyMinor: playSums.companyMinor.nullable(),
  marginBps: playSums.marginBps,
}

/** What moved in wallets beside bets; null where it belongs to no game, or is the brand’s alone to know. */
export const moneySums = {
  depositCount: z.int().nullable(),
  depositMinor: SignedMinor.nullable(),
  withdrawalCount: z.int().nullable(),
  withdrawalMinor: SignedMinor.nullable(),
  netMinor: SignedMinor.nullable(),
}

/** Credit that people gave or took by hand, and what came of promotions, from the members’ side. */
export const givenSums = {
  creditMinor: SignedMinor.nullable(),
  bonusMinor: SignedMinor.nullable(),
}

/** What of the company's win goes to others; null where it belongs to no game, or is the brand's to know. */
export const costSums = {
  /** What providers are owed by contract. */
  feeMinor: SignedMinor.nullable(),
  /** The company's win less fees and bonuses. */
  ngrMinor: SignedMinor.nullable(),
}

/** Business days, both included; without them the newest 30. */
export const periodFilter = {
  from: DateOn.optional(),
  to: DateOn.optional(),
  /** A closed business day: nothing that was posted after it counts. */
  asOf: DateOn.optional(),
}

/** Whose play: of the members of some sellers, and of those who are of a level now. */
export const whoseFilter = {
  sellerId: z.array(idOf('employee')).max(20).optional(),
  level: z.int().min(0).max(99).optional(),
}

export const gameFilter = {
  type: z.array(z.enum(gameTypes)).max(10).optional(),
  providerId: z.array(idOf('gameProvider')).max(20).optional(),
  gameId: z.array(idOf('game')).max(20).optional(),
}
