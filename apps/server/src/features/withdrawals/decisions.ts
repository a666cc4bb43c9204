import { requestUpdate } from '@khlang/contract/pre-transactions/shapes.ts'
import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { withdrawRelease } from '@khlang/ledger/withdrawals.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import { endSoleOwner, isSoleOwner, rightOf } from '../../platform/approvals/checkers.ts'
import { businessOn } from '../../platform/business-day.ts'
import type { Tx } from '../../platform/db/db.ts'
import { postStrict } from '../../platform/posting/ledger-store.ts'
import { seesBrand } from '../../platform/people/visibility.ts'
import { assertClaim, assertState, assertVersion } from './claims.ts'
import {
  changeWithdrawal,
  lockWithdrawal,
  memberStop,
  outsideIds,
  ownPartIn,
  payoutSources,
  type LockedWithdrawal,
} from './queries.ts'

export interface Decision {
  readonly id: string
  readonly version: number
  readonly actor: EmployeeActor
  readonly settings: BrandSettings
  readonly nowMs: number
}
export interface Decided {
  readonly version: number
  readonly before: LockedWithdrawal
  readonly isSoleOwner: boolean
}

const kind = 'withdrawal'
const iso = (ms: number) => new Date(ms).toISOString()

export async function locked(tx: Tx, id: string): Promise<LockedWithdrawal> {
  const row = await lockWithdrawal(tx, id)
  if (!row) throw new ApiError('notFound')
  return row
}

export function assertWithinLimit(actor: EmployeeActor, amountMinor: number): void {
  const limitMinor = actor.role.abilities.approvalLimitMinor
  if (limitMinor !== null && amountMinor > limitMinor) {
    throw new ApiError('overApprovalLimit', { details: { limitMinor, amountMinor } })
  }
}

async function assertMemberMayBePaid(tx: Tx, row: LockedWithdrawal): Promise<void> {
  const stop = await memberStop(tx, row)
  if (stop !== null) throw new ApiError('blocked', { details: { checks: [{ code: stop, detail: {} }] } })
}

/** The account a person chose must be able to pay today, whenever the member asked. */
async function assertSource(
  tx: Tx,
  row: LockedWithdrawal,
  { accountId, actor, settings, nowMs }: Decision & { readonly accountId?: string | undefined },
): Promise<void> {
  if (accountId === undefined) return
  const amountMinor = row.amount_minor - row.fee_minor
  const on = businessOn(settings, nowMs)
  const asked = { amountMinor, businessOn: on, only: accountId }
  const sources = seesBrand(actor) ? await payoutSources(tx, asked) : []
  if (sources.length === 0) throw new ApiError('invalidValue', { field: 'accountId' })
}

/** A first approval counts while its giver still holds the right; else the next one is the first again. */
async function firstApproval(tx: Tx, row: LockedWithdrawal): Promise<string | null> {
  if (row.first_approved_by === null) return null
  const right = await rightOf(tx, row.first_approved_by, requestUpdate)
  const limit = right.approvalLimitMinor
  return right.holdsFlags && (limit === null || limit >= row.amount_minor) ? row.first_approved_by : null
}

/**
 * Approves a withdrawal under review. From the two-person limit the first approval is stored and a second
 * person completes it; nobody approves what they typed in themselves, nor pays out a member to whom they
 * alone gave money shortly before, nor is the first to pay out whom they registered. The sole owner of a
 * new brand may act alone, marked.
 * @throws notFound, alreadyHandled {by, at, state}, stale, claimedByOther, overApprovalLimit, fourEyes,
 * blocked
 */
export async function approveWithdrawal(
  tx: Tx,
  decision: Decision & { readonly accountId?: string | undefined; readonly remark?: string | undefined },
): Promise<Decided & { readonly state: 'approved' | 'awaitingSecond'; readonly isOfTwo: boolean }> {
  const { actor, nowMs } = decision
  const row = await locked(tx, decision.id)
  assertState(row, ['review'])
  assertVersion(row, decision.version)
  assertClaim(row, actor, nowMs)
  assertWithinLimit(actor, row.amount_minor)
  await assertMemberMayBePaid(tx, row)
  await assertSource(tx, row, decision)
  const first = await firstApproval(tx, row)
  const own = await ownPartIn(tx, row.id, actor.id)
  const isOwnRequest = own.asked || own.isMember || own.gaveMoney || own.registeredFirst
  const isFirstOfTwo = row.band === 'twoPeople' && first === null
  const isOwnFirst = first !== null && own.approvedFirst
  const isAlone =
    (isOwnRequest || isFirstOfTwo || isOwnFirst) &&
    (await isSoleOwner(tx, { kind, actor, requires: requestUpdate }))
  if ((isOwnRequest || isOwnFirst) && !isAlone) throw new ApiError('fourEyes')
  const shared = {
    claimed_by: null,
    claimed_until: null,
    ...(decision.accountId === undefined ? {} : { bank_account_id: decision.accountId }),
    ...(decision.remark === undefined ? {} : { remark_staff: decision.remark }),
  }
  if (isFirstOfTwo && !isAlone) {
    const change = { ...shared, first_approved_by: actor.id, first_approved_at: iso(nowMs) }
    const version = await changeWithdrawal(tx, row.id, change)
    return { version, before: row, isSoleOwner: false, state: 'awaitingSecond', isOfTwo: true }
  }
  if (first !== null) {
    await endSoleOwner(tx, kind)
  }
  const version = await changeWithdrawal(tx, row.id, {
    ...shared,
    state: 'approved',
    first_approved_by: first,
    decided_by: actor.id,
    decided_at: iso(nowMs),
    decision_kind: 'employee',
    is_sole_owner: isAlone,
  })
  return { version, before: row, isSoleOwner: isAlone, state: 'approved', isOfTwo: first !== null }
}

/** The hold is voided and the money back in the wallet. Posted last. */
async function release(
  tx: Tx,
  row: LockedWithdrawal,
  settings: BrandSettings,
  nowMs: number,
): Promise<void> {
  const amountMinor = row.amount_minor
  await postStrict(tx, [
    withdrawRelease({ ...outsideIds(row), amountMinor, businessOn: businessOn(settings, nowMs) }),
  ])
}

/**
 * Rejects a withdrawal under review or one whose payout failed; the money goes back to the wallet.
 * @throws notFound, alreadyHandled {by, at, state}, stale, claimedByOther
 */
export async function rejectWithdrawal(
  tx: Tx,
  decision: Decision & {
    readonly reasonCode: string
    readonly remarkMember?: string | undefined
    readonly remarkStaff: string
  },
): Promise<Decided> {
  const { actor, nowMs } = decision
  const row = await locked(tx, decision.id)
  assertState(row, ['review', 'failed'])
  assertVersion(row, decision.version)
  assertClaim(row, actor, nowMs)
  const version = await changeWithdrawal(tx, row.id, {
    state: 'rejected',
    claimed_by: null,
    claimed_until: null,
    decided_by: actor.id,
    decided_at: iso(nowMs),
    decision_kind: 'employee',
    reason_code: decision.reasonCode,
    remark_member: decision.remarkMember ?? null,
    remark_staff: decision.remarkStaff,
  })
  await release(tx, row, decision.settings, nowMs)
  return { version, before: row, isSoleOwner: false }
}

/**
 * The member takes a withdrawal back while nobody has decided it.
 * @throws notFound (also when it is another member's), alreadyHandled {by, at, state}
 */
export async function cancelWithdrawal(
  tx: Tx,
  asked: { id: string; memberId: string; settings: BrandSettings; nowMs: number },
): Promise<{ version: number }> {
  const row = await locked(tx, asked.id)
  if (row.member_id !== asked.memberId) throw new ApiError('notFound')
  assertState(row, ['review'])
  const version = await changeWithdrawal(tx, row.id, {
    state: 'cancelled',
    claimed_by: null,
    claimed_until: null,
    decided_at: iso(asked.nowMs),
    decision_kind: 'member',
  })
  await release(tx, row, asked.settings, asked.nowMs)
  return { version }
}

/**
 * Sends a failed payout again, as a new attempt; one of unknown outcome cannot be.
 * @throws notFound, alreadyHandled, stale, claimedByOther, overApprovalLimit, fourEyes, blocked
 */
export async function retryWithdrawal(
  tx: Tx,
  decision: Decision & { readonly accountId?: string | undefined },
): Promise<Decided> {
  const { actor, nowMs } = decision
  const row = await locked(tx, decision.id)
  if (row.state !== 'failed') {
    throw new ApiError('stateRefused', { details: { state: row.state, allowed: ['failed'] } })
  }
  assertVersion(row, decision.version)
  assertClaim(row, actor, nowMs)
  assertWithinLimit(actor, row.amount_minor)
  const own = await ownPartIn(tx, row.id, actor.id)
  if ((own.asked || own.isMember) && !row.is_sole_owner) throw new ApiError('fourEyes')
  await assertMemberMayBePaid(tx, row)
  await assertSource(tx, row, decision)
  const version = await changeWithdrawal(tx, row.id, {
    state: 'approved',
    claimed_by: null,
    claimed_until: null,
    ...(decision.accountId === undefined ? {} : { bank_account_id: decision.accountId }),
  })
  return { version, before: row, isSoleOwner: false }
}
