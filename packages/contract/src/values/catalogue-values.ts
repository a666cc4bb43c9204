/** Closed lists of values of the catalogue of games: no schema here, so that a browser may read them. */

/** Whether a provider, or a game, takes bets. */
export const catalogueStates = ['active', 'maintenance', 'closed'] as const

/** How members’ money reaches a provider: it asks our wallet for each bet, or it keeps one of its own. */
export const walletModes = ['seamless', 'transfer'] as const

export const volatilities = ['low', 'medium', 'high'] as const

/** What a game is shown with. */
export const gameTags = ['hot', 'new', 'recommended'] as const

/** What differs between what a provider tells of its games and what stands here. */
export const listingParts = ['added', 'changed', 'gone'] as const

/** What became of one game of many; `stale`: somebody else changed it since it was read. */
export const bulkOutcomes = ['done', 'stale', 'notFound'] as const
