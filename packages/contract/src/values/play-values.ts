/** Closed lists of values of games and bets: no schema here, so that a browser may read them. */

/** How a game provider speaks; one file each. */
export const playAdapters = ['betAndResult'] as const

export const gameTypes = [
  'slot',
  'fishing',
  'casino',
  'sport',
  'esport',
  'horse',
  'lotto',
  'card',
  'other',
] as const

/** How a bet stands: `won` and `lost` are the member's, by what came back against what was staked. */
export const betStates = ['running', 'won', 'lost', 'draw', 'void'] as const

/** What a provider tells of a bet. */
export const playWordKinds = ['bet', 'settle', 'void'] as const

/** What became of a word: `done`, or why not. A repeat is answered as the first was. */
export const playOutcomes = [
  'done',
  'insufficientFunds',
  'memberBlocked',
  'providerClosed',
  'gameUnknown',
  'gameClosed',
  'amountLimit',
  'roundOver',
  'voided',
] as const
