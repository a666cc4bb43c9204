import type { LineFlag } from '../auto-api/parsers/parse-message.ts'
import type { MatchLine, Score, SignalCode } from './matching.ts'

/** A line with what is known of its account's feed and of its place in the balance chain. */
export type DecisionLine = MatchLine & {
  balanceAfterMinor: number | null
  /** Whether this account's messages normally carry a balance. */
  feedHasBalances: boolean
  chain: 'linked' | 'hole' | 'contradiction' | 'unchecked'
  flags: readonly LineFlag[]
}

/**
 * A score with what only the caller can know: whether another line already claims its request or member.
 */
export type ScoredCandidate = Score & { isClaimed: boolean }

export type DecisionSettings = {
  isAutoOn: boolean
  /** People have credited this amount before its line came: this may be that money. */
  mayBeCredited: boolean
  autoScoreMin: number
  suggestScoreMin: number
  marginMin: number
  autoLimitMinor: number
}

/** domain §5.1 and decisions.md 29; the limit is 50,000 THB. A new brand calibrates before switching on. */
export const defaultDecisionSettings: DecisionSettings = {
  isAutoOn: true,
  mayBeCredited: false,
  autoScoreMin: 65,
  suggestScoreMin: 40,
  marginMin: 20,
  autoLimitMinor: 5_000_000,
}

export type DecisionReason =
  | 'auto'
  | 'outgoing'
  | 'chainContradiction'
  | 'chainHole'
  | 'noCandidate'
  | 'scoreTooLow'
  | 'scoreBelowAuto'
  | 'marginTooSmall'
  | 'candidateClaimed'
  | 'amountOverLimit'
  | 'memberNotActive'
  | 'hintWithoutBalance'
  | 'noUniqueProof'
  | 'chainUnchecked'
  | 'lowConfidenceShape'
  | 'cardMovement'
  | 'creditedBefore'
  | 'autoOff'

export type Decision = {
  decision: 'auto' | 'suggest' | 'unmatched' | 'held'
  reasons: DecisionReason[]
  best: ScoredCandidate | null
  second: ScoredCandidate | null
  /** Best minus second score; the best score itself when there is no second. */
  margin: number
}

const UNIQUE_PROOF: readonly SignalCode[] = ['uniqueSatang', 'slipReference', 'gatewayReference']

/**
 * What happens to an incoming line. `auto` credits; `suggest` and `unmatched` go to a person; `held` waits
 * for the gap in the balance chain to be filled or for a person. Every reason against `auto` is listed.
 * Pure.
 */
export function decide(
  line: DecisionLine,
  candidates: readonly ScoredCandidate[],
  settings: DecisionSettings,
): Decision {
  const ranked = [...candidates].sort((a, b) => b.score - a.score || (a.memberId < b.memberId ? -1 : 1))
  const [best = null, second = null] = ranked
  const margin = best === null ? 0 : best.score - (second?.score ?? 0)
  const answer = (decision: Decision['decision'], reasons: DecisionReason[]): Decision => ({
    decision,
    reasons,
    best,
    second,
    margin,
  })
  if (line.direction === 'out') return answer('unmatched', ['outgoing'])
  if (line.chain === 'contradiction') return answer('held', ['chainContradiction'])
  if (line.chain === 'hole') return answer('held', ['chainHole'])
  if (best === null) return answer('unmatched', ['noCandidate'])
  if (best.score < settings.suggestScoreMin) return answer('unmatched', ['scoreTooLow'])
  const sure = Math.min(margin, evidenceMargin(best, ranked))
  const against = [...reasonsOfScore(best, sure, settings), ...reasonsOfLine(line, best, settings)]
  return against.length === 0 ? answer('auto', ['auto']) : answer('suggest', against)
}

/** What a member says of himself: it does not show whose account paid. */
const asked: readonly SignalCode[] = ['requestAmountEqual', 'requestTime', 'usualAmount']
const evidenceOf = (candidate: ScoredCandidate): number =>
  candidate.signals.reduce((sum, { code, points }) => (asked.includes(code) ? sum : sum + points), 0)

/**
 * How far the best stands before anybody else whose account the mask fits, without what he has asked for:
 * of two whose numbers end alike, the one who only asks for the amount must not be given the other's money.
 * Unlimited where no other account fits, or the proof is unique.
 */
function evidenceMargin(best: ScoredCandidate, all: readonly ScoredCandidate[]): number {
  if (best.signals.some((signal) => UNIQUE_PROOF.includes(signal.code))) return Number.POSITIVE_INFINITY
  const fits = (one: ScoredCandidate) => one.signals.some((signal) => signal.code === 'payerMaskFits')
  const others = all.filter((one) => one.memberId !== best.memberId && fits(one)).map(evidenceOf)
  return evidenceOf(best) - Math.max(...others)
}

function reasonsOfScore(
  best: ScoredCandidate,
  margin: number,
  settings: DecisionSettings,
): DecisionReason[] {
  const reasons: DecisionReason[] = []
  if (best.score < settings.autoScoreMin) reasons.push('scoreBelowAuto')
  if (margin < settings.marginMin) reasons.push('marginTooSmall')
  if (best.isClaimed) reasons.push('candidateClaimed')
  if (best.signals.some((signal) => signal.code === 'memberNotActive')) reasons.push('memberNotActive')
  return reasons
}

function reasonsOfLine(
  line: DecisionLine,
  best: ScoredCandidate,
  settings: DecisionSettings,
): DecisionReason[] {
  const reasons: DecisionReason[] = []
  const hasUniqueProof = best.signals.some((signal) => UNIQUE_PROOF.includes(signal.code))
  if (line.amountMinor > settings.autoLimitMinor) reasons.push('amountOverLimit')
  if (line.flags.includes('lowConfidence')) reasons.push('lowConfidenceShape')
  if (line.flags.includes('card')) reasons.push('cardMovement')
  if (line.feedHasBalances) {
    if (line.balanceAfterMinor === null) reasons.push('hintWithoutBalance')
    else if (line.chain === 'unchecked') reasons.push('chainUnchecked')
  } else if (!hasUniqueProof) reasons.push('noUniqueProof')
  if (settings.mayBeCredited) reasons.push('creditedBefore')
  if (!settings.isAutoOn) reasons.push('autoOff')
  return reasons
}
