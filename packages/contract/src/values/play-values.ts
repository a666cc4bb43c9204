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
 * What is told of a bet: by its provider a stake, a result, what a pool pays beside it, by how much a payout
 * is corrected, a stake that goes back, a round in one word, or a prize that is of no round; by our people
 * that it never was; by the feed of a provider that keeps the wallets itself, what it was.
 */
export const playWordKinds = [
  'bet',
  'settle',
  'jackpot',
  'adjust',
  'void',
  'round',
  'prize',
  'cancel',
  'feed',
] as const

/**
 * What a provider may tell of a bet beside money: on what the member played and from where, that they bought
 * a feature or played a free round, that the round is over, what of the stake went into a pool, the campaign,
 * and what was chosen at which odds for which commission.
 */
export const saidNames = [
  'device',
  'address',
  'featureBuy',
  'freeRound',
  'roundEnd',
  'poolShare',
  'campaign',
  'selection',
  'odds',
  'commission',
] as const

/** Of them those that are told as `yes` alone. */
export const saidFlags: readonly (typeof saidNames)[number][] = ['featureBuy', 'freeRound', 'roundEnd']

/** Where a month of bets is that is over its time, and what keeps one that waits. */
export const betArchiveStates = ['waiting', 'archived', 'attached'] as const
export const betArchiveReasons = ['running', 'figuresBehind', 'figuresDiffer', 'noRoom'] as const

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

/** The alarms of play, and those of what game providers tell of bets: they are with who acts on bets. */
export const playAlarmCodes = [
  'play.rtpDrift',
  'play.unusualWin',
  'provider.mismatch',
  'provider.owed',
] as const

/** What people must settle with a provider: why a transaction was not taken, or what is not known of it. */
export const owedReasons = [
  'otherMeaning',
  'spent',
  'roundVoid',
  'paidStake',
  'beyondPaid',
  'archived',
  'notTaken',
  'unclear',
  'logList',
  'transferOpen',
  'transferDiffers',
] as const

/** How a provider or one of its games stands. */
export const playPlaceStates = ['active', 'maintenance', 'closed'] as const

/** What rows of the report by day can be about, and what members are sorted by. */
export const reportParts = ['day', 'game', 'provider', 'type'] as const
/** Of which members the report by member is. */
export const reportMembers = ['played', 'all'] as const

export const reportSorts = ['member', 'winLoss', 'stake'] as const

/** What a board has a card for, and its periods: so many days until today. */
export const boardParts = ['provider', 'type'] as const
export const boardPeriods = ['today', 'yesterday', 'days7', 'days30'] as const

/** Whether a provider, or a game, takes bets. */
export const catalogueStates = ['active', 'maintenance', 'closed'] as const

/** How members’ money reaches a provider: it asks our wallet for each bet, or it keeps one of its own. */
export const walletModes = ['seamless', 'transfer'] as const

export const volatilities = ['low', 'medium', 'high'] as const

/** What is done of a file of games, and why a line of it is not taken. */
export const importParts = ['added', 'changed'] as const
export const gameLineFaults = [
  'codeUnclear',
  'codeTwice',
  'nameMissing',
  'nameUnclear',
  'typeUnclear',
  'rtpUnclear',
  'volatilityUnclear',
] as const

/** What a game is shown with. */
export const gameTags = ['hot', 'new', 'recommended'] as const

/** What differs between what a provider tells of its games and what stands here. */
export const listingParts = ['added', 'changed', 'gone'] as const

/** What became of one game of many; `stale`: somebody else changed it since it was read. */
export const bulkOutcomes = ['done', 'stale', 'notFound'] as const

/** Who calls whom: a provider us, or we it. */
export const callWays = ['in', 'out'] as const

/**
 * What a call came to: done; a word refused by a rule; or a fault, which somebody must look into. `noAnswer`:
 * the one called gave none, or none in time.
 */
export const callFaults = [
  'noAnswer',
  'badSignature',
  'malformed',
  'otherMeaning',
  'memberUnknown',
  'gameUnknown',
] as const
export const callOutcomes = [
  'done',
  'insufficientFunds',
  'memberBlocked',
  'providerClosed',
  'gameClosed',
  'amountLimit',
  'roundOver',
  'voided',
  'betUnknown',
  'tokenUnknown',
  ...callFaults,
] as const
/**
 * What asking a provider about a round came to: it has it as we do; words of its own never came here; it has
 * it otherwise; it knows no such round; no answer came, none that can be read, or nothing could be sent.
 */
export const roundAnswers = [
  'same',
  'missing',
  'differs',
  'notFound',
  'noAnswer',
  'unreadable',
  'notSent',
] as const

/** What bets of a day are summed by. */
export const betGroups = ['member', 'game', 'provider', 'hour'] as const
