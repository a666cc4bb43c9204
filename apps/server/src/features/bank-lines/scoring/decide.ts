import type { LineFlag } from '@khlang/bank-messages/parse-message.ts'
import {
  contradictions,
  matchWeights,
  type MatchLine,
  type Score,
  type Signal,
  type SignalCode,
} from './scoring.ts'

/** A line with what is known of its account's feed and of its place in the balance chain. */
export type DecisionLine = MatchLine & {
  balanceAfterMinor: number | null
  /** Whether this account's messages normally carry a balance. */
  feedHasBalances: boolean
  chain: 'linked' | 'hole' | 'contradiction' | 'unchecked'
  flags: readonly LineFlag[]
  /** The bank's time is to come, or too long ago to be of this message. */
  isTimeOdd?: boolean
  /** The same was said a moment before, and nothing tells two movements from one said twice. */
  isPossibleDouble?: boolean
  /** Read by a format that people taught, and that they have not confirmed often enough yet. */
  isLearning?: boolean
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
  /** A member who asked may be credited on a whole name that nobody else bears, without digits. */
  creditsByName: boolean
  /** Everybody whose account the mask fits is among the candidates. */
  isComplete: boolean
  /** Everybody who bears the printed name is among the candidates. */
  areNamesComplete: boolean
}

/** domain §5.1 and decisions.md 29; the limit is 50,000 THB. A new brand calibrates before switching on. */
export const defaultDecisionSettings: DecisionSettings = {
  isAutoOn: true,
  mayBeCredited: false,
  autoScoreMin: 65,
  suggestScoreMin: 40,
  marginMin: 20,
  autoLimitMinor: 5_000_000,
  creditsByName: false,
  isComplete: true,
  areNamesComplete: true,
}

type DecisionReason =
  | 'auto'
  | 'outgoing'
  | 'chainContradiction'
  | 'chainHole'
  | 'noCandidate'
  | 'scoreTooLow'
  | 'scoreBelowAuto'
  | 'marginTooSmall'
  | 'payerContradicts'
  | 'payerUnclear'
  | 'payerUnproven'
  | 'tooManyAlike'
  | 'unknownBank'
  | 'bankTimeOdd'
  | 'possibleDouble'
  | 'candidateClaimed'
  | 'amountOverLimit'
  | 'memberNotActive'
  | 'hintWithoutBalance'
  | 'noUniqueProof'
  | 'chainUnchecked'
  | 'lowConfidenceShape'
  | 'cardMovement'
  | 'creditedBefore'
  | 'formatLearning'
  | 'readLate'
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
  const odd: DecisionReason[] = line.isTimeOdd === true ? ['bankTimeOdd'] : []
  if (best === null) return answer('unmatched', [...odd, 'noCandidate'])
  if (best.score < settings.suggestScoreMin && !isNamesake(best))
    return answer('unmatched', [...odd, 'scoreTooLow'])
  const sure = Math.min(margin, evidenceMargin(best, ranked))
  const against = new Set<DecisionReason>([
    ...odd,
    ...(contradictions(best).length > 0 ? (['payerContradicts'] as const) : []),
    ...reasonsOfScore(best, sure, settings),
    ...reasonsOfPayer(line, best, ranked, settings),
    ...reasonsOfLine(line, best, settings),
  ])
  return against.size === 0 ? answer('auto', ['auto']) : answer('suggest', [...against])
}

/**
 * Not evidence of who paid this time: what the member or somebody for them says, what was before, and the
 * member's state. A suspended member may be the payer like any other.
 */
const noEvidence: readonly SignalCode[] = [
  'requestAmountEqual',
  'notedAmountEqual',
  'requestTime',
  'usualAmount',
  'learntAlias',
  'memberNotActive',
]
const evidenceOf = (candidate: ScoredCandidate): number =>
  candidate.signals.reduce((sum, { code, points }) => (noEvidence.includes(code) ? sum : sum + points), 0)

/** What can at most speak for another: a name that is unclear, or of other letters, may well be theirs. */
const mostOf = (candidate: ScoredCandidate): number => {
  const name = candidate.signals.find(
    ({ code, detail }) =>
      code === 'payerNameUnclear' || (code === 'payerNameWrong' && detail['by'] === 'sound'),
  )
  return evidenceOf(candidate) + (name ? matchWeights.soundLike.points - name.points : 0)
}

/**
 * How far the best stands before everybody else by what the bank printed of the payer alone: of two whose
 * numbers or names are alike, the one who only asks for the amount must not be given the other's money.
 */
function evidenceMargin(best: ScoredCandidate, all: readonly ScoredCandidate[]): number {
  const others = all.filter((one) => one.memberId !== best.memberId).map(mostOf)
  return evidenceOf(best) - Math.max(...others)
}

/** Whether a unique proof names somebody whom the bank's own words fit no better than another. */
function isOutdone(best: ScoredCandidate, all: readonly ScoredCandidate[]): boolean {
  const printed = (one: ScoredCandidate) =>
    evidenceOf({ ...one, signals: one.signals.filter(({ code }) => !UNIQUE_PROOF.includes(code)) })
  return all.some(
    (one) => one.memberId !== best.memberId && printed(one) > 0 && printed(one) >= printed(best),
  )
}

const has = (score: Score, ...codes: readonly SignalCode[]): boolean =>
  score.signals.some((signal) => codes.includes(signal.code))
const find = (score: Score, code: SignalCode): Signal | undefined =>
  score.signals.find((signal) => signal.code === code)
const isNamed = (score: Score): boolean =>
  Number(find(score, 'payerName')?.detail['similarity'] ?? 0) >= 0.9

/** Bears the printed name and has an account at the printed bank: worth a look, whatever the score. */
const isNamesake = (score: Score): boolean =>
  isNamed(score) && has(score, 'payerBankEqual') && contradictions(score).length === 0

/**
 * Whether what the bank printed is enough to know the payer by, beside the score. Digits that fit need the
 * bank or, from six digits on, the name or the member's own word beside them; without digits nothing but a
 * unique proof credits, or, where the brand says so, a whole name of one member alone who asked.
 */
function reasonsOfPayer(
  line: DecisionLine,
  best: ScoredCandidate,
  all: readonly ScoredCandidate[],
  settings: DecisionSettings,
): DecisionReason[] {
  const reasons: DecisionReason[] = []
  if (has(best, 'payerNameUnclear')) reasons.push('payerUnclear')
  if (has(best, ...UNIQUE_PROOF) && isOutdone(best, all)) reasons.push('marginTooSmall')
  const digits = Number(find(best, 'payerMaskFits')?.detail['visibleDigits'] ?? 0)
  if (digits > 0) {
    const isBacked =
      has(best, 'payerBankEqual', ...UNIQUE_PROOF) ||
      (digits >= 6 && (isNamed(best) || has(best, 'requestAmountEqual')))
    if (!isBacked) reasons.push('payerUnclear')
  } else if (!has(best, ...UNIQUE_PROOF)) {
    const isSole = !all.some((one) => one.memberId !== best.memberId && has(one, 'payerName'))
    const isEnough =
      settings.creditsByName &&
      settings.areNamesComplete &&
      isSole &&
      isNamed(best) &&
      line.payerMask === null &&
      has(best, 'payerBankEqual') &&
      has(best, 'requestAmountEqual')
    if (!isEnough) reasons.push('payerUnproven')
  }
  return reasons
}

/** The points of what somebody of the house noted: it may point at a member, it never decides. */
const hearsayOf = (score: Score): number =>
  has(score, 'notedAmountEqual')
    ? score.signals
        .filter(({ code }) => code === 'notedAmountEqual' || code === 'requestTime')
        .reduce((sum, { points }) => sum + points, 0)
    : 0

/** A payer who is known again by four or five digits alone may be anybody whose number ends so. */
const habitOf = (score: Score): number => {
  const digits = Number(find(score, 'payerMaskFits')?.detail['visibleDigits'] ?? 0)
  const isKnownByMore = digits >= matchWeights.maskStrong.visibleDigits || has(score, 'payerName')
  return isKnownByMore ? 0 : (find(score, 'learntAlias')?.points ?? 0)
}

function reasonsOfScore(
  best: ScoredCandidate,
  margin: number,
  settings: DecisionSettings,
): DecisionReason[] {
  const reasons: DecisionReason[] = []
  if (best.score - hearsayOf(best) - habitOf(best) < settings.autoScoreMin) reasons.push('scoreBelowAuto')
  if (margin < settings.marginMin) reasons.push('marginTooSmall')
  if (best.isClaimed) reasons.push('candidateClaimed')
  if (has(best, 'memberNotActive')) reasons.push('memberNotActive')
  if (!settings.isComplete) reasons.push('tooManyAlike')
  return reasons
}

function reasonsOfLine(
  line: DecisionLine,
  best: ScoredCandidate,
  settings: DecisionSettings,
): DecisionReason[] {
  const reasons: DecisionReason[] = []
  const hasUniqueProof = has(best, ...UNIQUE_PROOF)
  if (line.isPossibleDouble === true) reasons.push('possibleDouble')
  if (line.flags.includes('unknownBankTag')) reasons.push('unknownBank')
  if (line.amountMinor > settings.autoLimitMinor) reasons.push('amountOverLimit')
  if (line.flags.includes('lowConfidence')) reasons.push('lowConfidenceShape')
  if (line.isLearning === true) reasons.push('formatLearning')
  if (line.flags.includes('readLate')) reasons.push('readLate')
  if (line.flags.includes('card')) reasons.push('cardMovement')
  if (line.feedHasBalances) {
    if (line.balanceAfterMinor === null) reasons.push('hintWithoutBalance')
    else if (line.chain === 'unchecked') reasons.push('chainUnchecked')
  } else if (!hasUniqueProof) reasons.push('noUniqueProof')
  if (settings.mayBeCredited) reasons.push('creditedBefore')
  if (!settings.isAutoOn) reasons.push('autoOff')
  return reasons
}
