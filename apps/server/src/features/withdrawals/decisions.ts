import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { withdrawRelease } from '@khlang/ledger/withdrawals.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import { endRequest } from '../../platform/approvals/waiting-request.ts'
import { businessOn } from '../../platform/business-day.ts'
import type { Tx } from '../../platform/db/db.ts'
import { postStrict } from '../../platform/posting/ledger-store.ts'
import { seesBrand } from '../../platform/people/visibility.ts'
import { assertClaim, assertState, assertVersion } from './claims.ts'
import { lockBoth, locked, type Ending } from './two-people/first-approval.ts'
import {
  changeWithdrawal,
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

export const iso = (ms: number) => new Date(ms).toISOString()

/** What the log keeps of a decision: of whose money, where it came from, where it went, on which version. */
export const actOn = (action: string, decided: Decided, state: string, detail: object = {}) => ({
  entity: 'withdrawal' as const,
  entityId: encodeId('withdrawal', decided.before.id),
  action,
  before: { state: decided.before.state, version: decided.before.version },
  after: { state, version: decided.version },
  detail: {
    reference: decided.before.reference,
    username: decided.before.memberUsername,
    amountMinor: decided.before.amount_minor,
    ...detail,
    soleOwner: decided.isSoleOwner,
  },
})

/** The request for the second approval ends with its withdrawal. */
async function lockedAlone(tx: Tx, id: string) {
  const { row, request } = await lockBoth(tx, id)
  return {
    row,
    end: async (ending: Ending) => {
      if (request !== null) await endRequest(tx, request, ending)
    },
  }
}

export function assertWithinLimit(actor: EmployeeActor, amountMinor: number): void {
  const limitMinor = actor.role.abilities.approvalLimitMinor
  if (limitMinor !== null && amountMinor > limitMinor) {
    throw new ApiError('overApprovalLimit', { details: { limitMinor, amountMinor } })
  }
}

export async function assertMemberMayBePaid(tx: Tx, row: LockedWithdrawal): Promise<void> {
  const stop = await memberStop(tx, row)
  if (stop !== null) throw new ApiError('blocked', { details: { checks: [{ code: stop, detail: {} }] } })
}

/** The account a person chose must be able to pay today, whenever the member asked. */
export async function assertSource(
  tx: Tx,
  row: LockedWithdrawal,
  { accountId, actor, ...day }: PayingDay & { accountId?: string | undefined; actor: EmployeeActor },
): Promise<void> {
  if (accountId === undefined) return
  if (!seesBrand(actor) || !(await canPay(tx, row, { accountId, ...day })))
    throw new ApiError('invalidValue', { field: 'accountId' })
}

interface PayingDay {
  readonly settings: BrandSettings
  readonly nowMs: number
}

/** Whether an account of ours can pay this withdrawal today. */
export async function canPay(
  tx: Tx,
  row: LockedWithdrawal,
  { accountId, settings, nowMs }: PayingDay & { readonly accountId: string },
): Promise<boolean> {
  const amountMinor = row.amount_minor - row.fee_minor
  const asked = { amountMinor, businessOn: businessOn(settings, nowMs), only: accountId }
  return (await payoutSources(tx, asked)).length > 0
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
  const { row, end } = await lockedAlone(tx, decision.id)
  assertState(row, ['review', 'failed'])
  assertVersion(row, decision.version)
  assertClaim(row, actor, nowMs)
  await end('withdrawalRejected')
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
  const { row, end } = await lockedAlone(tx, asked.id)
  if (row.member_id !== asked.memberId) throw new ApiError('notFound')
  assertState(row, ['review'])
  await end('withdrawalCancelled')
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
