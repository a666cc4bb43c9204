import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { compareNames } from '../../platform/people/names.ts'
import {
  lowPlay,
  openBets,
  profitRatio,
  providerCheck,
  turnover,
  type PlayFacts,
  type PlayRule,
} from './play-checks.ts'

export const checkCodes = [
  'systemOpen',
  'memberState',
  'amountLimits',
  'balance',
  'turnover',
  'wdCap',
  'openBets',
  'accountMatch',
  'nameMatch',
  'firstWithdraw',
  'bigAmount',
  'profitRatio',
  'noDeposit',
  'lowPlay',
  'multiAccount',
  'bonusAbuse',
  'velocity',
  'blacklist',
  'manualCredit',
  'handLink',
  'providerCheck',
] as const
export type CheckCode = (typeof checkCodes)[number]
type CheckResult = 'pass' | 'warn' | 'review' | 'block' | 'notApplicable'
type Detail = Record<string, string | number | boolean | null>
export interface WithdrawalCheck {
  readonly code: CheckCode
  readonly result: CheckResult
  /** The numbers the result rests on; `reason` names the rule that fired. */
  readonly detail: Detail
}

/** What the member and their wallet are at this moment. Without these nothing is decided at all. */
export interface MemberFacts {
  readonly amountMinor: number
  readonly state: string
  readonly canWithdraw: boolean
  readonly isAutoWithdraw: boolean
  readonly name: string
  readonly hasOpenWithdrawal: boolean
  readonly account: {
    readonly bank: string
    readonly accountNo: string
    readonly accountName: string
  } | null
  /** Hours since the account to be paid to came into use by a change; null when it never changed. */
  readonly accountAgeHours: number | null
  /** Cash of the wallet, and the same by the newest entry of its statement (null: no entry yet). */
  readonly cashMinor: number
  readonly statementMinor: number | null
  readonly minMinor: number
  readonly maxMinor: number
  readonly dayMaxMinor: number
  readonly dayCountMax: number
  /** Asked for on this business date and neither refused nor taken back. */
  readonly dayMinor: number
  readonly dayCount: number
}

/** What is known around the member. Where it cannot be read, every rule that needs it holds for review. */
export interface RiskFacts {
  readonly paidCount: number
  /** Mean of what was paid in the last 30 days; null when nothing was. */
  readonly averageMinor: number | null
  readonly depositsSinceLast: number
  /** Other members with the same device, address of registration or name. */
  readonly sharedMembers: number
  readonly sharedBy: string
  /** Withdrawals asked for within the velocity window, this one included. */
  readonly recentCount: number
  readonly blacklistedBy: string | null
  /** Sum of credit typed by one person alone in the last hours. */
  readonly uncheckedCreditMinor: number
  /** Money by hand of the last hours, linked or typed; null: none. */
  readonly byHand: MoneyByHand | null
  /** Null: the house has no game provider. */
  readonly play: PlayFacts | null
}

/** Sum and number of what people gave a member, and the newest of it. */
export interface MoneyByHand {
  readonly count: number
  readonly amountMinor: number
  readonly kind: 'linked' | 'typed'
  readonly reference: string
  /** The line that was linked, as the outside knows it. */
  readonly lineId: string | null
}

export type Facts = MemberFacts & { readonly risk: RiskFacts | null }
export type ApprovalLevel = 'auto' | 'onePerson' | 'twoPeople'

type Verdict = readonly [CheckResult, Detail]
type Rule = (facts: Facts, settings: BrandSettings) => Verdict
const absent =
  (source: string): Rule =>
  () => ['notApplicable', { reason: `${source}NotBuilt` }]

/** A rule over risk facts; without them it holds (W2). */
const risky =
  (rule: (risk: RiskFacts, facts: Facts, settings: BrandSettings) => Verdict): Rule =>
  (facts, settings) =>
    facts.risk === null ? ['review', { reason: 'factsUnavailable' }] : rule(facts.risk, facts, settings)

/** A rule over what was played; without a provider there is nothing to judge. */
const played = (rule: PlayRule): Rule =>
  risky(({ play }, _, settings) =>
    play === null ? ['notApplicable', { reason: 'noProvider' }] : rule(play, settings),
  )

function amountLimits(facts: Facts): Verdict {
  const { amountMinor, minMinor, maxMinor, dayMinor, dayMaxMinor, dayCount, dayCountMax } = facts
  const detail = { amountMinor, minMinor, maxMinor, dayMinor, dayMaxMinor, dayCount, dayCountMax }
  const reason =
    amountMinor < minMinor
      ? 'belowMinimum'
      : amountMinor > maxMinor
        ? 'aboveMaximum'
        : dayMinor + amountMinor > dayMaxMinor
          ? 'dayAmount'
          : dayCount + 1 > dayCountMax
            ? 'dayCount'
            : null
  return reason === null ? ['pass', detail] : ['block', { reason, ...detail }]
}

function memberState({ state, canWithdraw, hasOpenWithdrawal }: Facts): Verdict {
  const detail = { state, canWithdraw, hasOpenWithdrawal }
  if (state !== 'active' || !canWithdraw) return ['block', { reason: 'memberNotActive', ...detail }]
  return hasOpenWithdrawal ? ['block', { reason: 'openWithdrawal', ...detail }] : ['pass', detail]
}

function balance({ amountMinor, cashMinor, statementMinor }: Facts): Verdict {
  const detail = { amountMinor, cashMinor }
  if (cashMinor < amountMinor) return ['block', { reason: 'insufficientFunds', ...detail }]
  if (statementMinor !== null && statementMinor !== cashMinor) {
    return ['review', { reason: 'ledgerDisagrees', statementMinor, ...detail }]
  }
  return ['pass', detail]
}

function accountMatch(facts: Facts, settings: BrandSettings): Verdict {
  if (facts.account === null) return ['block', { reason: 'noAccount' }]
  const ageHours = facts.accountAgeHours
  const detail = { bank: facts.account.bank, ageHours, holdHours: settings.accountChangeHoldHours }
  return ageHours !== null && ageHours < settings.accountChangeHoldHours
    ? ['review', { reason: 'accountChanged', ...detail }]
    : ['pass', detail]
}

// No name enquiry exists yet: the name on the registered account stands in for the bank's answer.
function nameMatch({ account, name }: Facts, settings: BrandSettings): Verdict {
  if (account === null) return ['notApplicable', { reason: 'noAccount' }]
  const compared = compareNames(account.accountName, name)
  if (compared === null) return ['review', { reason: 'namesNotComparable' }]
  const similarityBps = Math.round(compared.similarity * 10_000)
  const sound = compared.isBySound ? { reason: 'comparedBySound' } : {}
  const detail = { ...sound, similarityBps, neededBps: settings.nameSimilarityBps }
  return [similarityBps < settings.nameSimilarityBps ? 'review' : 'pass', detail]
}

function bigAmount({ averageMinor }: RiskFacts, { amountMinor }: Facts, settings: BrandSettings): Verdict {
  const detail = { amountMinor, limitMinor: settings.bigAmountMinor, averageMinor }
  if (amountMinor >= settings.bigAmountMinor) return ['review', { reason: 'overLimit', ...detail }]
  const isFarAbove =
    averageMinor !== null && amountMinor * 100 > averageMinor * settings.bigAmountAverageX100
  return isFarAbove ? ['review', { reason: 'overAverage', ...detail }] : ['pass', detail]
}

/** Money that a person gave a member leaves by no automatic decision while it is young (decisions 42). */
function handLink({ byHand }: RiskFacts, _: Facts, { handLinkHours: hours }: BrandSettings): Verdict {
  if (byHand === null) return ['pass', { hours }]
  const { kind, ...found } = byHand
  return ['review', { reason: kind, hours, ...found }]
}

const rules: Readonly<Record<CheckCode, Rule>> = {
  systemOpen: (_, settings) => [
    settings.canWithdraw ? 'pass' : 'block',
    settings.canWithdraw ? {} : { reason: 'switchedOff' },
  ],
  memberState,
  amountLimits,
  balance,
  turnover: played(turnover),
  wdCap: absent('promotions'),
  openBets: played(openBets),
  accountMatch,
  nameMatch,
  firstWithdraw: risky(({ paidCount }) => [paidCount === 0 ? 'review' : 'pass', { paidCount }]),
  bigAmount: risky(bigAmount),
  profitRatio: played(profitRatio),
  noDeposit: risky(({ depositsSinceLast }) => [
    depositsSinceLast === 0 ? 'review' : 'pass',
    { depositsSinceLast },
  ]),
  lowPlay: played(lowPlay),
  multiAccount: risky(({ sharedMembers, sharedBy }, _, { multiAccountCount }) => [
    sharedMembers >= multiAccountCount ? 'review' : 'pass',
    { sharedMembers, sharedBy, limit: multiAccountCount },
  ]),
  bonusAbuse: absent('promotions'),
  velocity: risky(({ recentCount }, _, { velocityCount, velocityMinutes }) => [
    recentCount >= velocityCount ? 'review' : 'pass',
    { recentCount, limit: velocityCount, minutes: velocityMinutes },
  ]),
  blacklist: risky(({ blacklistedBy }, { state }) => {
    const by = state === 'blacklisted' ? 'member' : blacklistedBy
    return [by === null ? 'pass' : 'block', { by }]
  }),
  manualCredit: risky(({ uncheckedCreditMinor }, _, { manualCreditHours }) => [
    uncheckedCreditMinor > 0 ? 'review' : 'pass',
    { uncheckedCreditMinor, hours: manualCreditHours },
  ]),
  handLink: risky(handLink),
  providerCheck: played(providerCheck),
}

/**
 * All checks in the order of domain 4.5.3, and that of money by hand. Pure. A rule that cannot be evaluated
 * holds for review; it never passes (safety W2).
 */
export function runChecks(facts: Facts, settings: BrandSettings): WithdrawalCheck[] {
  return checkCodes.map((code) => {
    try {
      const [result, detail] = rules[code](facts, settings)
      return { code, result, detail }
    } catch {
      return { code, result: 'review', detail: { reason: 'evaluationFailed' } }
    }
  })
}

export const blocking = (checks: readonly WithdrawalCheck[]): WithdrawalCheck[] =>
  checks.filter((check) => check.result === 'block')

/** Checks a person has to look at, by code. */
export const notGreen = (checks: readonly WithdrawalCheck[]): string[] =>
  checks.filter(({ result }) => result !== 'pass' && result !== 'notApplicable').map(({ code }) => code)

/**
 * How many people decide: nobody up to the automatic limit when every check is green and nothing is
 * switched off; two from the two-person limit; else one. What an employee typed in for a member is never
 * automatic.
 */
export function approvalLevelOf(
  checks: readonly WithdrawalCheck[],
  request: { amountMinor: number; isAutoWithdraw: boolean; isPhoneRequest: boolean },
  settings: BrandSettings,
): ApprovalLevel {
  if (request.amountMinor >= settings.twoPersonLimitMinor) return 'twoPeople'
  const isAutomatic =
    settings.isAutoApproveOn &&
    request.isAutoWithdraw &&
    !request.isPhoneRequest &&
    request.amountMinor <= settings.autoApproveLimitMinor &&
    notGreen(checks).length === 0
  return isAutomatic ? 'auto' : 'onePerson'
}
