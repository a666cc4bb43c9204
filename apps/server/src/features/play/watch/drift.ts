/** What a game came to over some days, of bets with a stake; the squares as near as a double holds them. */
export interface Spread {
  readonly bets: number
  readonly stakeMinor: number
  readonly payoutMinor: number
  /** Sums over the bets: stake times stake, stake times payout, payout times payout. */
  readonly stakeSquares: number
  readonly stakePayouts: number
  readonly payoutSquares: number
}

export interface Drift {
  /** What came back of the stakes, in hundredths of a percent. */
  readonly rtpBps: number
  /** The standard error of that, in the same. */
  readonly errorBps: number
  /** How many standard errors it is off what is declared, with its sign, in hundredths. */
  readonly offX100: number
}

const wholeBps = 10_000

/**
 * How far the return of a game is off the declared one. The return is a ratio of two sums, so its standard
 * error is the textbook's for a ratio (Cochran, Sampling Techniques, 6.4): the root of the summed squares of
 * payout less declared share of the stake, over the summed stakes. Stakes of any sizes may mix, and one huge
 * win never looks like a drift, for it widens the error as much as it moves the return. Pure.
 * @returns null of a game without stakes, or whose bets all paid exactly what is declared
 */
export function driftOf(
  { stakeMinor, payoutMinor, stakeSquares, stakePayouts, payoutSquares }: Spread,
  declaredBps: number,
): Drift | null {
  const declared = declaredBps / wholeBps
  const squares = payoutSquares - 2 * declared * stakePayouts + declared * declared * stakeSquares
  if (stakeMinor <= 0 || squares <= 0) return null
  const error = Math.sqrt(squares)
  return {
    rtpBps: Math.round((payoutMinor / stakeMinor) * wholeBps),
    errorBps: Math.max(1, Math.round((error / stakeMinor) * wholeBps)),
    offX100: Math.round(((payoutMinor - declared * stakeMinor) / error) * 100),
  }
}
