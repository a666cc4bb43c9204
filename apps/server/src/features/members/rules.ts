import { banks } from '@khlang/contract/values/banks.ts'
import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { ApiError } from '../../platform/api-error.ts'
import { valueOn } from '../../platform/business-day.ts'

/**
 * Which states a person with the right may move a member to from here; blacklisting and closing have their
 * own acts.
 */
const transitions: Readonly<Record<string, readonly string[]>> = {
  pending: ['active', 'suspended', 'locked'],
  active: ['suspended', 'locked'],
  suspended: ['active', 'locked'],
  locked: ['active'],
}

/** @throws stateRefused with the allowed targets */
export function assertTransition(from: string, to: string): void {
  const allowed = transitions[from] ?? []
  if (!allowed.includes(to))
    throw new ApiError('stateRefused', { details: { state: from, allowed: [...allowed] } })
}

const adultYears = 20

/** @throws invalidDate for a birthday in the future, outOfRange below twenty years (domain 4.3) */
export function assertAdult(birthOn: string | undefined, now: number): void {
  if (birthOn === undefined) return
  const today = valueOn(now)
  if (birthOn > today) throw new ApiError('invalidDate', { field: 'birthOn' })
  const latest = `${Number(today.slice(0, 4)) - adultYears}${today.slice(4)}`
  if (birthOn > latest) throw new ApiError('outOfRange', { field: 'birthOn' })
}

/** @throws invalidValue for a bank nobody can be paid at; merged ones stay readable in old rows */
export function assertBank(code: string): void {
  const bank = banks.find((each) => each.code === code)
  if (!bank || bank.state === 'centralBank' || bank.state === 'proxy' || bank.state === 'leftMarket') {
    throw new ApiError('invalidValue', { field: 'bank' })
  }
}

/** Withdrawals are held until then because the account changed, RFC 3339; null when they are not. */
export function holdUntil(changedAt: string | null, settings: BrandSettings, now: number): string | null {
  if (changedAt === null) return null
  const ends = Date.parse(changedAt) + settings.accountChangeHoldHours * 3_600_000
  return ends > now ? new Date(ends).toISOString() : null
}

/** The account may be changed again from then, RFC 3339; null when it may be changed now. */
export function nextChangeFrom(
  changedAt: string | null,
  settings: BrandSettings,
  now: number,
): string | null {
  if (changedAt === null) return null
  const from = Date.parse(changedAt) + settings.accountChangeEveryDays * 86_400_000
  return from > now ? new Date(from).toISOString() : null
}

/** @throws changeTooSoon with the moment from which the next change is possible */
export function assertMayChangeAgain(changedAt: string | null, settings: BrandSettings, now: number): void {
  const from = nextChangeFrom(changedAt, settings, now)
  if (from !== null) throw new ApiError('changeTooSoon', { details: { from } })
}

export interface BlockFacts {
  readonly state: string
  readonly canWithdraw: boolean
  readonly hasOpenWithdrawal: boolean
  readonly hasAccount: boolean
  readonly holdUntil: string | null
  readonly cashMinor: number
  readonly minMinor: number | null
}

/** Why money cannot leave now, by the codes of the withdrawal checks that cost nothing to know. */
export function withdrawBlocks(facts: BlockFacts, settings: BrandSettings): string[] {
  const isHeld = !facts.hasAccount || facts.holdUntil !== null
  return [
    ...(settings.canWithdraw ? [] : ['systemOpen']),
    ...(facts.state !== 'active' || !facts.canWithdraw || facts.hasOpenWithdrawal ? ['memberState'] : []),
    ...(isHeld ? ['accountMatch'] : []),
    ...(facts.cashMinor < (facts.minMinor ?? settings.withdrawalMinMinor) ? ['balance'] : []),
  ]
}

interface Limits {
  readonly withdrawalMinMinor: number | null
  readonly withdrawalMaxMinor: number | null
}
/** @throws amountRange when the smallest withdrawal is above the largest */
export function assertLimits({ withdrawalMinMinor, withdrawalMaxMinor }: Limits): void {
  if (
    withdrawalMinMinor !== null &&
    withdrawalMaxMinor !== null &&
    withdrawalMinMinor > withdrawalMaxMinor
  ) {
    throw new ApiError('amountRange', { field: 'withdrawalMinMinor' })
  }
}
