import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import {
  approvalLevelOf,
  blocking,
  checkCodes,
  runChecks,
  type CheckCode,
  type Facts,
  type WithdrawalCheck,
} from '../../withdrawals/checks.ts'
import type { PlayFacts } from '../../withdrawals/play-checks.ts'
import type { Outcome, Verdict } from './tally.ts'

/** What was kept of the member beside the checks. */
interface JudgedOf {
  readonly isAutoWithdraw: boolean
  readonly minMinor: number | null
  readonly maxMinor: number | null
  readonly dayMaxMinor: number | null
  readonly dayCountMax: number | null
}

/** A withdrawal as it is stored, with the checks of its request. */
export interface DecidedWithdrawal {
  readonly amountMinor: number
  readonly band: Outcome | null
  readonly isPhoneRequest: boolean
  readonly accountName: string
  readonly name: string
  readonly checks: readonly WithdrawalCheck[]
  /** Null: from before it was kept. */
  readonly judgedOf: JudgedOf | null
}

/** The keys that have a say in whether a withdrawal leaves by itself, and can be judged from what is kept. */
export const withdrawalKeys = [
  'canWithdraw',
  'isAutoApproveOn',
  'withdrawalMinMinor',
  'withdrawalMaxMinor',
  'withdrawalDayMinor',
  'withdrawalDayCount',
  'autoApproveLimitMinor',
  'twoPersonLimitMinor',
  'bigAmountMinor',
  'bigAmountAverageX100',
  'accountChangeHoldHours',
  'nameSimilarityBps',
  'velocityCount',
  'multiAccountCount',
  'normalDepositTurnoverX100',
  'profitRatioX100',
  'lowPlayX100',
] as const

const limits = {
  minMinor: 'withdrawalMinMinor',
  maxMinor: 'withdrawalMaxMinor',
  dayMaxMinor: 'withdrawalDayMinor',
  dayCountMax: 'withdrawalDayCount',
} as const
type LimitName = keyof typeof limits
const limitNames = Object.keys(limits) as LimitName[]

type Details = Readonly<Record<CheckCode, WithdrawalCheck['detail']>>
const numberOf = (detail: WithdrawalCheck['detail'], name: string): number => Number(detail[name] ?? 0)
const textOf = (detail: WithdrawalCheck['detail'], name: string): string => String(detail[name] ?? '')

/** Null: of a check nothing was kept, or the facts could not be read then. */
function detailsOf(checks: readonly WithdrawalCheck[]): Details | null {
  const byCode = new Map(checks.map((check) => [check.code, check.detail]))
  const isWhole = checkCodes.every((code) => {
    const reason = byCode.get(code)?.['reason']
    return byCode.has(code) && reason !== 'factsUnavailable' && reason !== 'evaluationFailed'
  })
  return isWhole ? (Object.fromEntries(byCode) as Details) : null
}

/** Null: there was no game provider then. */
const playOf = ({ openBets, turnover, lowPlay, profitRatio, providerCheck }: Details): PlayFacts | null =>
  lowPlay['validMinor'] === undefined
    ? null
    : {
        openCount: numberOf(openBets, 'openCount'),
        openMinor: numberOf(openBets, 'openMinor'),
        openBetId: null,
        depositedMinor: numberOf(lowPlay, 'depositedMinor'),
        validMinor: numberOf(lowPlay, 'validMinor'),
        countedMinor: numberOf(turnover, 'countedMinor'),
        depositedTodayMinor: numberOf(profitRatio, 'depositedMinor'),
        wonTodayMinor: numberOf(profitRatio, 'wonMinor'),
        playedDays: numberOf(providerCheck, 'playedDays'),
        comparedDays: numberOf(providerCheck, 'comparedDays'),
        openRounds: numberOf(providerCheck, 'openRounds'),
      }

const riskOf = (of: Details): NonNullable<Facts['risk']> => ({
  paidCount: numberOf(of.firstWithdraw, 'paidCount'),
  averageMinor: of.bigAmount['averageMinor'] === null ? null : numberOf(of.bigAmount, 'averageMinor'),
  depositsSinceLast: numberOf(of.noDeposit, 'depositsSinceLast'),
  sharedMembers: numberOf(of.multiAccount, 'sharedMembers'),
  sharedBy: textOf(of.multiAccount, 'sharedBy'),
  recentCount: numberOf(of.velocity, 'recentCount'),
  blacklistedBy: null,
  uncheckedCreditMinor: numberOf(of.manualCredit, 'uncheckedCreditMinor'),
  byHand:
    of.handLink['amountMinor'] === undefined
      ? null
      : {
          count: numberOf(of.handLink, 'count'),
          amountMinor: numberOf(of.handLink, 'amountMinor'),
          kind: of.handLink['reason'] === 'typed' ? 'typed' : 'linked',
          reference: textOf(of.handLink, 'reference'),
          lineId: null,
        },
  play: playOf(of),
})

/** The facts as the checks of the request kept them; the limits and the flag of the member stand beside. */
function factsOf(stored: DecidedWithdrawal, of: Details, own: JudgedOf, brand: BrandSettings): Facts {
  const age = of.accountMatch['ageHours']
  const amounts = of.amountLimits
  return {
    amountMinor: stored.amountMinor,
    state: 'active',
    canWithdraw: true,
    isAutoWithdraw: own.isAutoWithdraw,
    name: stored.name,
    hasOpenWithdrawal: false,
    account: { bank: textOf(of.accountMatch, 'bank'), accountNo: '', accountName: stored.accountName },
    accountAgeHours: typeof age === 'number' ? age : null,
    cashMinor: numberOf(of.balance, 'cashMinor'),
    statementMinor: typeof of.balance['statementMinor'] === 'number' ? of.balance['statementMinor'] : null,
    minMinor: own.minMinor ?? brand.withdrawalMinMinor,
    maxMinor: own.maxMinor ?? brand.withdrawalMaxMinor,
    dayMaxMinor: own.dayMaxMinor ?? brand.withdrawalDayMinor,
    dayCountMax: own.dayCountMax ?? brand.withdrawalDayCount,
    dayMinor: numberOf(amounts, 'dayMinor'),
    dayCount: numberOf(amounts, 'dayCount'),
    risk: riskOf(of),
  }
}

/** What of the member may have counted: as it was kept, else everything that fits the checks. */
function worldsOf({ judgedOf }: DecidedWithdrawal, of: Details, was: BrandSettings): JudgedOf[] {
  if (judgedOf !== null) return [judgedOf]
  const kept = (name: LimitName) => numberOf(of.amountLimits, name)
  const limitsThen = Object.fromEntries(limitNames.map((name) => [name, kept(name)]))
  const isBrands = limitNames.every((name) => kept(name) === was[limits[name]])
  const noLimits = { minMinor: null, maxMinor: null, dayMaxMinor: null, dayCountMax: null }
  const sets = isBrands ? [limitsThen, noLimits] : [limitsThen]
  return [false, true].flatMap((isAutoWithdraw) =>
    sets.map((set) => ({ ...noLimits, ...set, isAutoWithdraw })),
  )
}

interface Judgement {
  readonly outcome: Outcome
  readonly checks: readonly WithdrawalCheck[]
}

function judge(stored: DecidedWithdrawal, facts: Facts, settings: BrandSettings): Judgement {
  const checks = runChecks(facts, settings)
  if (blocking(checks).length > 0) return { outcome: 'blocked', checks }
  const { amountMinor, isPhoneRequest } = stored
  const request = { amountMinor, isPhoneRequest, isAutoWithdraw: facts.isAutoWithdraw }
  return { outcome: approvalLevelOf(checks, request, settings), checks }
}

const resultsOf = (checks: readonly WithdrawalCheck[]): string =>
  checks
    .filter(({ code }) => checkCodes.includes(code))
    .map(({ code, result }) => `${code} ${result}`)
    .toSorted()
    .join()

/** What makes it another: the checks that say something else, else the limits by the amount. */
function whyOf({ amountMinor }: DecidedWithdrawal, once: Judgement, other: Judgement, to: BrandSettings) {
  const results = new Map(once.checks.map(({ code, result }) => [code, result]))
  const codes = other.checks.flatMap(({ code, result }) => (results.get(code) === result ? [] : [code]))
  if (codes.length > 0) return codes
  if (other.outcome === 'twoPeople' || once.outcome === 'twoPeople') return ['twoPersonLimit']
  if (!to.isAutoApproveOn) return ['autoApproveOff']
  return amountMinor > to.autoApproveLimitMinor || other.outcome === 'auto' ? ['autoApproveLimit'] : []
}

/**
 * How a withdrawal would have been judged by other settings, by the very rules that judged it. First they
 * must give the checks and the number of people that are stored; then everything that may have been so must
 * agree. Pure.
 */
export function judgeWithdrawal(
  stored: DecidedWithdrawal,
  was: BrandSettings,
  would: BrandSettings,
): Verdict {
  const of = detailsOf(stored.checks)
  if (of === null || stored.band === null) return { unknown: 'notKept' }
  const fits = worldsOf(stored, of, was).flatMap((own) => {
    const once = judge(stored, factsOf(stored, of, own, was), was)
    const isAsStored = once.outcome === stored.band && resultsOf(once.checks) === resultsOf(stored.checks)
    return isAsStored ? [{ once, other: judge(stored, factsOf(stored, of, own, would), would) }] : []
  })
  const [first] = fits
  if (first === undefined) return { unknown: 'notReproduced' }
  const { once, other } = first
  if (fits.some((each) => each.other.outcome !== other.outcome)) return { unknown: 'factUnknown' }
  return { from: once.outcome, to: other.outcome, why: whyOf(stored, once, other, would) }
}
