import type { Became, Bet, Game, Known } from './known.ts'

const wholeBp = 10_000

interface Counting
  extends Pick<Bet, 'validMinor' | 'countedMinor'>, Pick<Became, 'reason' | 'contributionBp'> {}

const nothing = (reason: Became['reason'], contributionBp: number): Counting => ({
  validMinor: 0,
  countedMinor: 0,
  reason,
  contributionBp,
})

type CountingGame = Pick<Game, 'type' | 'contributionBp'>
/** Of a bet whose game is not known nothing counts. */
const unknownGame: CountingGame = { type: 'other', contributionBp: 0 }

/** What of a settled bet counts, and why. Domain §5.3. Pure. */
function countingOf({ state, stakeMinor }: Bet, { type, contributionBp }: CountingGame): Counting {
  if (state === 'running' || state === 'void') return nothing('void', contributionBp)
  if (stakeMinor === 0) return nothing('free', contributionBp)
  // A tie at a table risks nothing: the stake comes back.
  if (state === 'draw' && type === 'casino') return nothing('draw', contributionBp)
  const countedMinor = Math.floor((stakeMinor * contributionBp) / wholeBp)
  const reason =
    contributionBp === 0 ? 'notCounted' : contributionBp < wholeBp ? 'partly' : ('counted' as const)
  return { validMinor: stakeMinor, countedMinor, reason, contributionBp }
}

const isSettled = ({ state }: Pick<Bet, 'state'>): boolean => state !== 'running' && state !== 'void'

const sumsOf = (bet: Bet) =>
  isSettled(bet)
    ? { bets: 1, stake: bet.stakeMinor, payout: bet.payoutMinor }
    : { bets: 0, stake: 0, payout: 0 }

export const endOf = ({ stakeMinor, payoutMinor }: Pick<Bet, 'stakeMinor' | 'payoutMinor'>): Bet['state'] =>
  payoutMinor > stakeMinor ? 'won' : payoutMinor < stakeMinor ? 'lost' : 'draw'

/**
 * A bet with what of it counts, and what that changes of what was settled before; reports are sums of those
 * differences, each on the day of its word. Pure.
 * @param before null for a bet that is new
 */
export function settled(
  before: Bet | null,
  after: Omit<Bet, 'validMinor' | 'countedMinor' | 'settledAt' | 'settledOn'>,
  { at, businessOn, game }: Pick<Known, 'at' | 'businessOn' | 'game'>,
): { readonly bet: Bet; readonly became: Became | null } {
  const hasEnded = after.state !== 'running'
  const plain: Bet = {
    ...after,
    validMinor: 0,
    countedMinor: 0,
    settledAt: before?.settledAt ?? (hasEnded ? at : null),
    settledOn: before?.settledOn ?? (hasEnded ? businessOn : null),
  }
  const { reason, contributionBp, ...counts } = countingOf(plain, game ?? unknownGame)
  const bet = { ...plain, ...counts }
  const wasSettled = before !== null && isSettled(before)
  if (!wasSettled && !isSettled(bet)) return { bet, became: null }
  const [was, is] = [before === null ? { bets: 0, stake: 0, payout: 0 } : sumsOf(before), sumsOf(bet)]
  const became: Became = {
    kind: bet.state === 'void' ? 'voided' : wasSettled ? 'amended' : 'settled',
    businessOn,
    bets: is.bets - was.bets,
    stakeMinor: is.stake - was.stake,
    payoutMinor: is.payout - was.payout,
    validMinor: bet.validMinor - (before?.validMinor ?? 0),
    countedMinor: bet.countedMinor - (before?.countedMinor ?? 0),
    reason,
    contributionBp,
    at,
  }
  return { bet, became }
}
