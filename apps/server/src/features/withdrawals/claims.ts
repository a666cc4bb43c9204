import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Tx } from '../../platform/db/db.ts'
import { changeWithdrawal, lockWithdrawal, renewClaim, type LockedWithdrawal } from './queries.ts'

/** @throws alreadyHandled with who decided, when, and what the state is now */
export function assertState(row: LockedWithdrawal, allowed: readonly string[]): void {
  if (allowed.includes(row.state)) return
  const by = row.decision_kind === 'employee' ? row.deciderName : row.decision_kind
  throw new ApiError('alreadyHandled', { details: { by, at: row.decided_at, state: row.state } })
}

/** @throws stale with the version that is there now */
export function assertVersion(row: { version: number; state: string }, version: number): void {
  if (row.version === version) return
  throw new ApiError('stale', { details: { version: row.version, state: row.state } })
}

/** Whether somebody else holds the row at this moment. */
export const isClaimedByOther = (
  row: { claimed_by: string | null; claimed_until: string | null },
  actorId: string,
  nowMs: number,
): boolean =>
  row.claimed_by !== null &&
  row.claimed_by !== actorId &&
  row.claimed_until !== null &&
  Date.parse(row.claimed_until) > nowMs

/**
 * A claim keeps two cashiers from working on one row; the row lock and the version are what makes a
 * decision happen once. Therefore a row nobody holds may be decided without a claim.
 * @throws claimedByOther with who and until when
 */
export function assertClaim(row: LockedWithdrawal, actor: EmployeeActor, nowMs: number): void {
  const { claimerName: by, claimed_until: until } = row
  if (until === null || !isClaimedByOther(row, actor.id, nowMs)) return
  throw new ApiError('claimedByOther', { details: { by, until } })
}

/**
 * Whoever leads people may take a row out of another's hands: the admin, and roles that change employees.
 */
export const mayTakeOver = (actor: EmployeeActor): boolean =>
  actor.role.isAdmin || actor.permissions.employeeManagement.isUpdate

const claimable = ['review', 'failed', 'unknown']

/**
 * Claims a row, or renews one's own claim. After expiry it is anybody's; before that a manager may take
 * it over.
 * @throws notFound, alreadyHandled, claimedByOther
 */
export async function claimWithdrawal(
  tx: Tx,
  asked: {
    id: string
    isTakeover: boolean
    actor: EmployeeActor
    settings: BrandSettings
    nowMs: number
  },
): Promise<{ claimedUntil: string; version: number; isNew: boolean }> {
  const row = await lockWithdrawal(tx, asked.id)
  if (!row) throw new ApiError('notFound')
  assertState(row, claimable)
  if (!(asked.isTakeover && mayTakeOver(asked.actor))) assertClaim(row, asked.actor, asked.nowMs)
  const claimedUntil = new Date(asked.nowMs + asked.settings.claimSeconds * 1000).toISOString()
  if (row.claimed_by === asked.actor.id) {
    await renewClaim(tx, row.id, claimedUntil)
    return { claimedUntil, version: row.version, isNew: false }
  }
  const change = { claimed_by: asked.actor.id, claimed_until: claimedUntil }
  return { claimedUntil, version: await changeWithdrawal(tx, row.id, change), isNew: true }
}

/**
 * Gives a claim back; one that is not the actor's stays. @returns the new version, null when nothing was
 * held
 */
export async function releaseWithdrawal(tx: Tx, id: string, actor: EmployeeActor): Promise<number | null> {
  const row = await lockWithdrawal(tx, id)
  if (!row) throw new ApiError('notFound')
  if (row.claimed_by !== actor.id) return null
  return changeWithdrawal(tx, id, { claimed_by: null, claimed_until: null })
}
