import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { withdrawHold } from '@khlang/ledger/withdrawals.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import { businessOn } from '../../platform/business-day.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { postStrict } from '../../platform/posting/ledger-store.ts'
import { referenceOf } from '../../platform/db/reference.ts'
import {
  approvalLevelOf,
  blocking,
  runChecks,
  type ApprovalLevel,
  type Facts,
  type WithdrawalCheck,
} from './checks.ts'
import { withdrawalFacts } from './facts.ts'

export interface WithdrawalRequest {
  /** The row's id when it is not of this moment: lists are ordered by it. */
  readonly id?: string
  readonly memberId: string
  readonly amountMinor: number
  /** The site's own key of the request; used once for ever. */
  readonly requestKey: string
  /** The employee who typed it for the member; null when the member asked themselves. */
  readonly requestedBy: string | null
  readonly remarkStaff?: string
  readonly nowMs: number
  readonly settings: BrandSettings
}

export interface RequestedWithdrawal {
  readonly id: string
  readonly reference: string
  readonly state: string
  readonly amountMinor: number
  readonly band: ApprovalLevel
  readonly checks: readonly WithdrawalCheck[]
  /** The same request came before; nothing was done now. */
  readonly isRepeated: boolean
}

/**
 * The code a caller reads for a check that refuses at request; all of them name the checks in `details`.
 */
function refuse(checks: readonly WithdrawalCheck[]): void {
  const stops = blocking(checks)
  const first = stops[0]
  if (!first) return
  const details = { checks: stops.map(({ code, detail }) => ({ code, detail })) }
  switch (first.code) {
    case 'systemOpen':
      throw new ApiError('brandSwitchOff', { details })
    case 'memberState':
      throw new ApiError(
        first.detail['reason'] === 'openWithdrawal' ? 'openWithdrawalExists' : 'memberNotActive',
        { details },
      )
    case 'amountLimits':
      throw new ApiError('amountLimit', { field: 'amountMinor', details })
    case 'balance':
      throw new ApiError('insufficientFunds', { details })
    default:
      throw new ApiError('blocked', { details })
  }
}

/** The facts, checks and band of a request as it would be judged now. */
export async function judgeRequest(
  db: Reader,
  request: Omit<WithdrawalRequest, 'requestKey'>,
  isLocked: boolean,
): Promise<{ facts: Facts; checks: WithdrawalCheck[]; band: ApprovalLevel }> {
  const { settings, nowMs } = request
  const now = new Date(nowMs).toISOString()
  const of = { ...request, now, businessOn: businessOn(settings, nowMs) }
  const facts = await withdrawalFacts(db, of, settings, isLocked)
  const checks = runChecks(facts, settings)
  const band = approvalLevelOf(
    checks,
    {
      amountMinor: request.amountMinor,
      isAutoWithdraw: facts.isAutoWithdraw,
      isPhoneRequest: request.requestedBy !== null,
    },
    settings,
  )
  return { facts, checks, band }
}

async function repeated(tx: Tx, request: WithdrawalRequest): Promise<RequestedWithdrawal | null> {
  const row = await tx
    .selectFrom('withdrawals')
    .select(['id', 'reference', 'state', 'amount_minor', 'member_id', 'band', 'checks'])
    .where('request_key', '=', request.requestKey)
    .executeTakeFirst()
  if (!row) return null
  if (row.member_id !== request.memberId || row.amount_minor !== request.amountMinor) {
    throw new ApiError('idempotencyMismatch', { field: 'requestKey' })
  }
  return {
    id: row.id,
    reference: row.reference,
    state: row.state,
    amountMinor: row.amount_minor,
    band: row.band as ApprovalLevel,
    checks: row.checks as unknown as WithdrawalCheck[],
    isRepeated: true,
  }
}

/**
 * Takes a request for money: judges it, freezes the account it goes to, and moves the amount out of the
 * wallet's reach in the same transaction. The ledger is posted last.
 * @throws brandSwitchOff, memberNotFound, memberNotActive, openWithdrawalExists, amountLimit,
 * insufficientFunds,   blocked (each with the checks that refused), idempotencyMismatch for a request key
 * used for another request
 */
export async function requestWithdrawal(tx: Tx, request: WithdrawalRequest): Promise<RequestedWithdrawal> {
  const known = await repeated(tx, request)
  if (known) return known
  const { facts, checks, band } = await judgeRequest(tx, request, true)
  // What stops it may be this very request, stored by another call since: then all get the one answer.
  const stored = blocking(checks).length > 0 ? await repeated(tx, request) : null
  if (stored) return stored
  refuse(checks)
  const { account } = facts
  if (!account)
    throw new ApiError('blocked', { details: { checks: [{ code: 'accountMatch', detail: {} }] } })
  const { settings, nowMs } = request
  const on = businessOn(settings, nowMs)
  const now = new Date(nowMs).toISOString()
  const isAuto = band === 'auto'
  const row = await tx
    .insertInto('withdrawals')
    .values({
      ...(request.id === undefined ? {} : { id: request.id }),
      reference: await referenceOf(tx, 'withdrawal', on),
      member_id: request.memberId,
      request_key: request.requestKey,
      state: isAuto ? 'approved' : 'review',
      amount_minor: request.amountMinor,
      to_bank: account.bank,
      to_account_no: account.accountNo,
      to_account_name: account.accountName,
      checks: JSON.stringify(checks),
      judged_of: judgedOf(request.memberId),
      band,
      is_phone_request: request.requestedBy !== null,
      requested_by: request.requestedBy,
      remark_staff: request.remarkStaff ?? null,
      ...(isAuto ? { decision_kind: 'auto', decided_at: now } : {}),
      sla_ends_at: new Date(nowMs + settings.withdrawalSlaSeconds * 1000).toISOString(),
      requested_at: now,
      business_on: on,
    })
    // Another request of this member, or with this key, has just been committed.
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'reference', 'state'])
    .executeTakeFirst()
  if (!row) {
    const other = await repeated(tx, request)
    if (other) return other
    throw new ApiError('openWithdrawalExists')
  }
  await hold(tx, row.id, request, on)
  return { ...row, amountMinor: request.amountMinor, band, checks, isRepeated: false }
}

/** What of the member counted and no check tells; by it a trial of other settings judges again. */
const judgedOf = (memberId: string) => sql<string>`(
  select jsonb_build_object('isAutoWithdraw', is_auto_withdraw, 'minMinor', withdrawal_min_minor,
           'maxMinor', withdrawal_max_minor, 'dayMaxMinor', withdrawal_day_minor,
           'dayCountMax', withdrawal_day_count)
    from members where id = ${memberId})`

/** Opens the hold, and keeps what the wallet held before and after by the ledger's own figures. */
async function hold(tx: Tx, id: string, request: WithdrawalRequest, on: string): Promise<void> {
  const [held] = await postStrict(tx, [
    withdrawHold({
      sourceId: encodeId('withdrawal', id),
      memberId: encodeId('member', request.memberId),
      amountMinor: request.amountMinor,
      businessOn: on,
    }),
  ])
  const after = held?.balancesAfter[0]?.balanceMinor ?? 0
  await sql`update withdrawals set credit_before_minor = ${after + request.amountMinor},
    credit_after_minor = ${after} where id = ${id}`.execute(tx)
}
