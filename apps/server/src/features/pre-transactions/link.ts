import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { preTransactionMatching } from '@khlang/contract/pre-transaction-matching.ts'
import { encodeId } from '@khlang/contract/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import { businessOn } from '../../platform/business-day.ts'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'
import { newCredit } from './credit-deposit.ts'
import { decideLine } from './decide-line.ts'
import { waitingLines, moveFeed } from './intake-queries.ts'
import { creditedBefore, type CreditedBefore } from './late-line.ts'
import { clearSuspense } from './late-link.ts'
import { assertNote } from './link-note.ts'
import { lockLineFor } from './line-locks.ts'
import { LineWork } from './line-work.ts'
import { placeAll, type Intake } from './receive-line.ts'
import { chainLineOf, type FeedRow, type StoredLine } from './stored-line.ts'

/** States from which a person can link a line. */
export const linkable = ['suggested', 'unmatched', 'unlinked', 'waiting']

/** The surroundings of a person's act: what follows from it by itself is the system's doing. */
export async function intakeOf(
  tx: Tx,
  line: StoredLine,
  of: { settings: BrandSettings; nowMs: number; requestId: string },
): Promise<Intake> {
  const { rows } = await sql<{ has: boolean }>`
    select has_balances as has from bank_accounts where id = ${line.bank_account_id}`.execute(tx)
  return {
    tx,
    settings: of.settings,
    nowMs: of.nowMs,
    account: { id: line.bank_account_id, hasBalances: rows[0]?.has === true },
    actor: { kind: 'machine', id: 'system', name: 'system', address: '', requestId: of.requestId },
  }
}

/**
 * A person has accepted a line behind a hole: the chain goes on from it, and what waited behind it is
 * placed anew. Call after the line's own write and before the money.
 */
export async function acceptHole(work: LineWork, feed: FeedRow, line: StoredLine): Promise<void> {
  const chainLine = chainLineOf(line)
  if (chainLine === null) return
  const tip = {
    ...feed,
    last_balance_minor: chainLine.balanceAfterMinor,
    last_line_id: line.id,
    last_line_at: chainLine.at,
  }
  const rest = (await waitingLines(work.intake.tx, line.bank_account_id)).filter(
    (other) => other.id !== line.id && other.chain === 'afterHole',
  )
  const { tx } = work.intake
  const moved = {
    balanceMinor: tip.last_balance_minor,
    lineId: line.id,
    at: tip.last_line_at,
    isBroken: true,
  }
  await sql`${moveFeed(line.bank_account_id, moved)}`.execute(tx)
  await placeAll(work, { ...tip, is_broken: true }, rest, null)
}

interface LinkedMember {
  readonly state: string
  readonly can_deposit: boolean
}

async function assertMember(tx: Tx, memberId: string, isConfirmed: boolean): Promise<LinkedMember> {
  const { rows } = await sql<LinkedMember>`
    select state, can_deposit from members where id = ${memberId} for share`.execute(tx)
  const member = rows[0]
  if (!member) throw new ApiError('memberNotFound')
  if (member.state === 'blacklisted') throw new ApiError('blocked', { details: { reason: 'blacklisted' } })
  if (!isConfirmed && (member.state !== 'active' || !member.can_deposit))
    throw new ApiError('memberNotActive', { details: { state: member.state } })
  return member
}

/** An open request of this member, locked; its count of credits. */
async function lockRequest(tx: Tx, depositId: string, memberId: string): Promise<{ credits: number }> {
  const { rows } = await sql<{ state: string; credits: number }>`
    select state, credits from deposits
      where id = ${depositId} and member_id = ${memberId} for update`.execute(tx)
  const request = rows[0]
  if (!request) throw new ApiError('notFound', { field: 'depositId' })
  if (request.state !== 'created' && request.state !== 'pending')
    throw new ApiError('stateRefused', { details: { state: request.state } })
  return request
}

/** Money in, and proven; of a hint without its line, or a line behind a hole, the person says so himself. */
function assertLinkable(line: StoredLine, isConfirmed: boolean): void {
  if (line.direction !== 'in') throw new ApiError('lineNotOpen', { details: { reason: 'outgoing' } })
  const isUnproven = line.state === 'waiting' || line.chain === 'hint'
  if (isUnproven && !isConfirmed) throw new ApiError('blocked', { details: { reason: line.chain } })
}

/**
 * The deposit credited before its line came that the person says this line is of; null for other money.
 * @throws blocked while the line may be of such a deposit and the person has not said
 */
async function depositBefore(
  tx: Tx,
  line: StoredLine,
  said: { readonly depositId?: string | undefined; readonly isOtherMoney: boolean },
): Promise<CreditedBefore | null> {
  const before = await creditedBefore(tx, line)
  const late = before.find(({ id }) => id === said.depositId)
  if (late || before.length === 0 || said.isOtherMoney) return late ?? null
  const deposits = before.map(({ id, reference }) => ({ id: encodeId('deposit', id), reference }))
  throw new ApiError('blocked', { details: { reason: 'creditedBefore', deposits } })
}

/**
 * Links an open line to a member: adopts his request or makes a deposit, and credits, in one transaction.
 * A line that may be the money of a deposit credited before it came is held until the person says which.
 */
export async function link(context: Context<typeof preTransactionMatching.link>) {
  const { tx, input, actor, settings, services, requestId } = context
  const { line: locked, feed } = await lockLineFor(tx, input, linkable)
  assertLinkable(locked, input.isConfirmed)
  const late = await depositBefore(tx, locked, input)
  if (late) return clearSuspense(context, locked, late)
  const request =
    input.depositId === undefined ? null : await lockRequest(tx, input.depositId, input.memberId)
  await assertMember(tx, input.memberId, input.isConfirmed)
  await assertNote(tx, locked, input)
  const nowMs = services.now()
  const intake = await intakeOf(tx, locked, { settings, nowMs, requestId })
  const line: StoredLine = locked.chain === 'afterHole' ? { ...locked, chain: 'linked' } : locked
  const scored = await decideLine(tx, line, {
    settings,
    hasBalances: intake.account.hasBalances,
    others: [],
    mayCredit: false,
    mayBeCredited: false,
  })
  const work = new LineWork(intake, [])
  const credit = newCredit({
    line,
    memberId: input.memberId,
    requestId: input.depositId ?? null,
    occurrence: (request?.credits ?? 0) + 1,
    businessOn: businessOn(settings, nowMs),
    actor: { kind: 'employee', id: actor.id, name: actor.username, address: actor.address, requestId },
    mustBeActive: !input.isConfirmed,
    remark: input.remark ?? null,
  })
  const evidence = { ...(scored.outcome.evidence as object), decision: 'manual', memberId: input.memberId }
  await work.credit(
    credit,
    {
      ...scored.outcome,
      state: 'manualMatched',
      reason: null,
      bestMemberId: input.memberId,
      evidence,
      handledBy: actor.id,
    },
    { isNew: false, mayCredit: false, with: [] },
  )
  if (locked.chain === 'afterHole') await acceptHole(work, feed, line)
  await context.record({
    entity: 'statementLine',
    entityId: encodeId('statementLine', line.id),
    action: 'linked',
    reason: input.remark ?? null,
    before: { state: locked.state },
    after: { state: 'manualMatched' },
    detail: {
      memberId: encodeId('member', input.memberId),
      depositId: encodeId('deposit', credit.depositId),
      amountMinor: line.amount_minor,
      isConfirmed: input.isConfirmed,
      isOtherMoney: input.isOtherMoney,
    },
  })
  await work.finish()
  const { rows } = await sql<{ reference: string; after: number }>`
    select reference, credit_after_minor as after from deposits where id = ${credit.depositId}`.execute(tx)
  return {
    depositId: credit.depositId,
    reference: rows[0]?.reference ?? '',
    creditAfterMinor: rows[0]?.after ?? 0,
    undoUntil: new Date(nowMs + settings.undoMinutes * 60_000).toISOString(),
  }
}
