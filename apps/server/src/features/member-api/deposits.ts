import { randomInt } from 'node:crypto'
import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { ApiError } from '../../platform/api-error.ts'
import { businessOn } from '../../platform/business-day.ts'
import type { Tx } from '../../platform/db/db.ts'
import { referenceOf } from '../../platform/db/reference.ts'
import {
  depositTarget,
  freeExpired,
  freeOwn,
  insertDeposit,
  memberFlags,
  reservedAmounts,
  toldAmounts,
  type DepositTarget,
} from './queries.ts'

/** Minutes an amount with satang of its own stays reserved. */
const reservationMinutes = 15
const satangMax = 99

export interface DepositAsked {
  readonly memberId: string
  readonly amountMinor: number
  readonly method: 'bank' | 'qr' | 'truewallet'
  readonly settings: BrandSettings
  readonly nowMs: number
}

export interface DepositTold {
  readonly id: string
  readonly reference: string
  readonly amountMinor: number
  readonly target: DepositTarget
  readonly expiresAt: string
}

/**
 * The satang to try, in random order so that members cannot guess each other's; free ones only. What another
 * was told shortly before comes last: who pays late would be taken for the one who has it now. Pure.
 */
export function satangToTry(
  taken: ReadonlySet<number>,
  amountMinor: number,
  told: ReadonlySet<number> = new Set(),
): number[] {
  const free = Array.from({ length: satangMax }, (_, index) => index + 1).filter(
    (satang) => !taken.has(amountMinor + satang),
  )
  for (let left = free.length - 1; left > 0; left -= 1) {
    const other = randomInt(left + 1)
    const [a = 0, b = 0] = [free[left], free[other]]
    free[left] = b
    free[other] = a
  }
  const isTold = (satang: number) => Number(told.has(amountMinor + satang))
  return free.toSorted((one, other) => isTold(one) - isTold(other))
}

/**
 * Tells a member where to transfer what. Where the account tells payers apart by satang, the amount is in
 * whole baht and grows by 1 to 99 satang that nobody else has on this account; the unique index decides
 * between two at once. Never whole baht, which everybody pays: who had reserved that would be given the
 * money of others. A member who asks again keeps the satang, so that nobody tries until they suit.
 * @throws memberNotFound, memberNotActive, brandSwitchOff (switched off, no account open, or all satang
 * taken)
 */
export async function takeDeposit(tx: Tx, asked: DepositAsked): Promise<DepositTold> {
  const { settings, nowMs } = asked
  if (!settings.canDeposit) throw new ApiError('brandSwitchOff', { details: { reason: 'switchedOff' } })
  const member = await memberFlags(tx, asked.memberId)
  if (!member) throw new ApiError('memberNotFound')
  if (member.state !== 'active' || !member.can_deposit) throw new ApiError('memberNotActive')
  const target = await depositTarget(tx, asked.method === 'truewallet' ? 'truewallet' : 'any')
  if (!target) throw new ApiError('brandSwitchOff', { details: { reason: 'noDepositAccount' } })
  const on = businessOn(settings, nowMs)
  const now = new Date(nowMs).toISOString()
  const minutes = target.uses_unique_satang ? reservationMinutes : settings.depositRequestMinutes
  const expiresAt = new Date(nowMs + minutes * 60_000).toISOString()
  const reference = await referenceOf(tx, 'deposit', on)
  const store = (amountMinor: number) =>
    insertDeposit(tx, {
      reference,
      memberId: asked.memberId,
      method: asked.method,
      amountMinor,
      isUniqueSatang: target.uses_unique_satang,
      accountId: target.id,
      expiresAt,
      slaEndsAt: new Date(nowMs + settings.depositSlaSeconds * 1000).toISOString(),
      now,
      businessOn: on,
    })
  const answer = (id: string, amountMinor: number) => ({ id, reference, amountMinor, target, expiresAt })
  if (!target.uses_unique_satang) {
    const stored = await store(asked.amountMinor)
    if (!stored) throw new ApiError('conflict')
    return answer(stored.id, asked.amountMinor)
  }
  await freeExpired(tx, target.id, now)
  const baht = asked.amountMinor - (asked.amountMinor % 100)
  const range = [baht + 1, baht + satangMax] as const
  const kept = await freeOwn(tx, target.id, asked.memberId, ...range)
  const taken = await reservedAmounts(tx, target.id, ...range)
  const told = await toldAmounts(tx, target.id, now, ...range)
  const others = satangToTry(taken, baht, told).map((satang) => baht + satang)
  for (const amountMinor of kept === null ? others : [kept]) {
    const stored = await store(amountMinor)
    if (stored) return answer(stored.id, amountMinor)
  }
  throw new ApiError('brandSwitchOff', { details: { reason: 'noSatangFree' } })
}
