import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { decisionSettings, keptMax } from '../../bank-lines/decide-line.ts'
import {
  decide,
  type Decision,
  type DecisionLine,
  type ScoredCandidate,
} from '../../bank-lines/scoring/decide.ts'
import type { Outcome, Verdict } from './tally.ts'

/** What is stored of how a line was decided. */
interface Evidence {
  /** `manual`: somebody linked it; then its reasons are of that moment. */
  readonly decision: 'auto' | 'suggest' | 'unmatched' | 'manual'
  readonly reasons: readonly string[]
  readonly isCut: boolean
  readonly candidates: readonly ScoredCandidate[]
}

/** A line of money in as it is stored, with the reasoning that was kept. */
export interface DecidedLine {
  readonly line: DecisionLine
  readonly evidence: Evidence | null
  /** Somebody sent it back: since then it is suggested at most. */
  readonly isDoubted: boolean
  /** Whether people credited such an amount at its account before; then it may be that money. */
  readonly mayHaveBeenCredited: boolean
}

/** The keys that have a say in whether a line credits somebody. */
export const lineKeys = [
  'canDeposit',
  'isAutoCreditOn',
  'autoCreditLimitMinor',
  'matchAutoScore',
  'matchSuggestScore',
  'matchMargin',
  'creditsByName',
] as const

/** A guess at what was not kept. The answer counts only where every guess that fits gives the same. */
interface World {
  readonly mayBeCredited: boolean
  readonly areNamesComplete: boolean
}

const both = [false, true] as const
const early: readonly string[] = ['noCandidate', 'scoreTooLow']

/** Everything that may have been so, by what is stored. */
function worldsOf({ evidence, mayHaveBeenCredited }: DecidedLine, byName: boolean): World[] {
  if (evidence === null) return []
  const reasons = evidence.reasons
  const isWhole = evidence.decision !== 'manual' && !reasons.some((each) => early.includes(each))
  const credited = isWhole ? [reasons.includes('creditedBefore')] : mayHaveBeenCredited ? both : [false]
  return credited.flatMap((mayBeCredited) =>
    (byName ? both : [true]).map((areNamesComplete) => ({ mayBeCredited, areNamesComplete })),
  )
}

const outcomeOf = ({ decision }: Pick<Decision, 'decision'>): Outcome =>
  decision === 'auto' || decision === 'suggest' ? decision : 'unmatched'

/** Whether the rules give what is stored: then the facts are whole. */
function isAsStored({ decision, reasons }: Decision, evidence: Evidence): boolean {
  const isKind = evidence.decision === 'manual' ? decision !== 'auto' : decision === evidence.decision
  return isKind && reasons.toSorted().join() === evidence.reasons.toSorted().join()
}

/**
 * How a line would have been decided by other settings, by the very rules that decided it, from what was
 * kept. First they must give what they gave; then every guess at what was not kept must agree. Pure.
 */
export function judgeLine(stored: DecidedLine, was: BrandSettings, would: BrandSettings): Verdict {
  const { line, evidence, isDoubted } = stored
  if (evidence === null) return { unknown: 'notKept' }
  if (evidence.candidates.length >= keptMax) return { unknown: 'tooMany' }
  const isManual = evidence.decision === 'manual'
  const wasOff = evidence.reasons.includes('autoOff') && was.isAutoCreditOn && was.canDeposit
  const mayCredit = !isDoubted && (isManual || !wasOff)
  const odd = { ...line, isTimeOdd: evidence.reasons.includes('bankTimeOdd') }
  const by = (settings: BrandSettings, world: World, may: boolean): Decision =>
    decide(
      odd,
      evidence.candidates,
      decisionSettings(settings, { ...world, mayCredit: may, isComplete: !evidence.isCut }),
    )
  // A link by hand is decided anew as one that may not credit by itself.
  const fits = worldsOf(stored, was.creditsByName || would.creditsByName).flatMap((world) => {
    const once = by(was, isManual ? { ...world, mayBeCredited: false } : world, mayCredit && !isManual)
    return isAsStored(once, evidence) ? [{ world, once }] : []
  })
  const [first] = fits
  if (first === undefined) return { unknown: 'notReproduced' }
  const others = fits.map(({ world }) => by(would, world, mayCredit))
  const [other] = others
  if (other === undefined || others.some(({ decision }) => decision !== other.decision))
    return { unknown: 'factUnknown' }
  const why = other.decision === 'auto' ? first.once.reasons : other.reasons
  return { from: outcomeOf(first.once), to: outcomeOf(other), why }
}
