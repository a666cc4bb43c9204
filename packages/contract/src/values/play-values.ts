/** Closed lists of values of games and bets: no schema here, so that a browser may read them. */

/** How a game provider speaks; one file each. */
export const playAdapters = ['betAndResult', 'transferInOut', 'transferWallet'] as const

/** Of which the provider keeps the wallets: members take money there and bring it back. */
export const transferAdapters = [
  'transferWallet',
] as const satisfies readonly (typeof playAdapters)[number][]

/** Money into a game, and out of it; and how far it is. */
export const transferDirections = ['in', 'out'] as const
export const gameTransferStates = ['started', 'sent', 'unknown', 'done', 'failed'] as const

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

/**
 * What is told of a bet: by its provider a stake, a result, a stake that goes back, or a round in one word;
 * by our people that it never was; by the feed of a provider that keeps the wallets itself, what it was.
 */
export const playWordKinds = ['bet', 'settle', 'void', 'round', 'cancel', 'feed'] as const

/** What a word changed of a bet that is settled, and why so much of it counts towards turnover. */
export const betOutcomeKinds = ['settled', 'amended', 'voided'] as const
export const countReasons = ['counted', 'partly', 'notCounted', 'draw', 'free', 'void'] as const

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
