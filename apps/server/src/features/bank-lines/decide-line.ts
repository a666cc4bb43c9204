import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { taughtLinesMin } from '@khlang/contract/values/taught-values.ts'
import type { Reader } from '../../platform/db/db.ts'
import { findCandidates } from './scoring/candidates.ts'
import { decide, type Decision, type DecisionSettings } from './scoring/decide.ts'
import { confirmedOfFormat, type LineOutcome } from './intake/intake-queries.ts'
import { scoreCandidate } from './scoring/scoring.ts'
import { isSoundTime, matchLineOf, type StoredLine } from './stored-line.ts'

/**
 * Of the weights in `matching.ts`; stored with each decision. Whoever changes them raises it, and a migration
 * adds them to match_weights under the new number: old decisions are explained by the weights of their day.
 */
const matchWeightsVersion = 2
/** How many candidates of a decision are kept with all their reasons. */
export const keptMax = 50

export interface LineDecision {
  readonly outcome: LineOutcome
  /** Set where the line credits a member by itself. */
  readonly credit: { readonly memberId: string; readonly requestId: string | null } | null
}

/** Everything that is asked of an account besides its lines. */
export interface DecisionContext {
  readonly settings: BrandSettings
  readonly hasBalances: boolean
  /** Other lines of the account that may claim the same member. */
  readonly others: readonly StoredLine[]
  /** Whether a deposit that people credited before its line came may be this one. */
  readonly mayBeCredited: boolean
  /** By it a bank's time is judged; the receipt of the line where it is not said. */
  readonly nowMs?: number
  /** False where a person sent the line back: then it may be suggested, never credited by itself. */
  readonly mayCredit: boolean
}

/**
 * Another line of the same amount that points at the member, or a provisional line that a person linked to
 * them.
 */
const isClaimed = (memberId: string, line: StoredLine, others: readonly StoredLine[]): boolean =>
  others.some(
    (other) =>
      other.id !== line.id &&
      other.best_member_id === memberId &&
      other.amount_minor === line.amount_minor &&
      (other.state === 'suggested' || (other.chain === 'hint' && other.state === 'manualMatched')),
  )

// What waits or is quarantined never comes here; a line a person released has no place in the chain.
export const chainOf = ({ chain }: Pick<StoredLine, 'chain'>) =>
  chain === 'linked' ? 'linked' : 'unchecked'

/** What the rules take of the brand's settings, with what is known of the line and its candidates. */
export const decisionSettings = (
  settings: BrandSettings,
  known: Pick<DecisionContext, 'mayCredit' | 'mayBeCredited'> &
    Pick<DecisionSettings, 'isComplete' | 'areNamesComplete'>,
): DecisionSettings => ({
  isAutoOn: settings.isAutoCreditOn && settings.canDeposit && known.mayCredit,
  mayBeCredited: known.mayBeCredited,
  autoScoreMin: settings.matchAutoScore,
  suggestScoreMin: settings.matchSuggestScore,
  marginMin: settings.matchMargin,
  autoLimitMinor: settings.autoCreditLimitMinor,
  creditsByName: settings.creditsByName,
  isComplete: known.isComplete,
  areNamesComplete: known.areNamesComplete,
})

/** How far a line's taught format is from crediting by itself; null where it may, or where there is none. */
export async function learningOf(
  db: Reader,
  { taught_format_id: id }: Pick<StoredLine, 'taught_format_id'>,
): Promise<{ readonly confirmed: number; readonly needed: number } | null> {
  if (id === null) return null
  const confirmed = await confirmedOfFormat(db, id)
  return confirmed >= taughtLinesMin ? null : { confirmed, needed: taughtLinesMin }
}

/** Scores every candidate of an incoming line and decides; the whole reasoning is part of the outcome. */
export async function decideLine(
  db: Reader,
  line: StoredLine,
  context: DecisionContext,
): Promise<LineDecision> {
  const { settings } = context
  const nowMs = context.nowMs ?? Date.parse(line.received_at)
  const found = await findCandidates(db, line)
  const learning = await learningOf(db, line)
  const matchLine = matchLineOf(line)
  const scored = found.candidates.map((candidate) => ({
    ...scoreCandidate(matchLine, candidate),
    isClaimed: isClaimed(candidate.memberId, line, context.others),
  }))
  const decision = decide(
    {
      ...matchLine,
      balanceAfterMinor: line.balance_after_minor,
      feedHasBalances: context.hasBalances,
      chain: chainOf(line),
      flags: line.flags,
      isTimeOdd: line.bank_time !== null && !isSoundTime(line.bank_time, nowMs),
      isPossibleDouble: line.possible_double_of !== null,
      isLearning: learning !== null,
    },
    scored,
    decisionSettings(settings, { ...context, ...found }),
  )
  const ranked = scored.toSorted((a, b) => b.score - a.score || (a.memberId < b.memberId ? -1 : 1))
  const isAuto = decision.decision === 'auto' && decision.best !== null
  return {
    outcome: {
      state: stateOf(decision),
      chain: line.chain,
      reason: decision.reasons[0] ?? null,
      score: decision.best?.score ?? null,
      bestMemberId: decision.best?.memberId ?? null,
      suggestionCount: Math.max(
        decision.decision === 'suggest' ? 1 : 0,
        ranked.filter((one) => one.score >= settings.matchSuggestScore).length,
      ),
      evidence: {
        weightsVersion: matchWeightsVersion,
        decision: decision.decision,
        reasons: decision.reasons,
        margin: decision.margin,
        isCut: !found.isComplete,
        ...(learning === null ? {} : { learning }),
        candidates: ranked.slice(0, keptMax),
      },
    },
    credit:
      isAuto && decision.best
        ? { memberId: decision.best.memberId, requestId: decision.best.requestId }
        : null,
  }
}

const stateOf = (decision: Decision): string => {
  if (decision.decision === 'auto') return 'autoMatched'
  if (decision.decision === 'suggest') return 'suggested'
  return decision.decision === 'held' ? 'waiting' : 'unmatched'
}

/** What a line is told that is not decided by score: it waits, is held back, or is somebody else's. */
export const plainOutcome = (line: StoredLine, state: string, reason: string | null): LineOutcome => ({
  state,
  chain: line.chain,
  reason,
  score: null,
  bestMemberId: null,
  suggestionCount: 0,
  evidence: null,
})
