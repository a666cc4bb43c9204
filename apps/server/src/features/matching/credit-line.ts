import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { ExecutionContext } from '../../platform/approvals/approval-kinds.ts'
import { businessOn } from '../../platform/business-day.ts'
import type { Tx } from '../../platform/db/db.ts'
import { narrowGap, openGap } from '../bank-lines/chain-gaps.ts'
import { newCredit } from '../bank-lines/credit-deposit.ts'
import { decideLine } from '../bank-lines/decide-line.ts'
import { isFollowed, waitingLines } from '../bank-lines/intake/intake-queries.ts'
import { creditedBefore, type CreditedBefore } from '../bank-lines/intake/late-line.ts'
import type { LinkJudgement } from './links/link-evidence.ts'
import { watchLinks } from './links/link-report.ts'
import { LineWork } from '../bank-lines/line-work.ts'
import type { Intake } from '../bank-lines/intake/intake.ts'
import { placeAll } from '../bank-lines/intake/receive-line.ts'
import { chainLineOf, type FeedRow, type StoredLine } from '../bank-lines/stored-line.ts'

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
 * placed anew. It never goes back: what came before a line that is linked already fills a gap behind the
 * end, else money of that gap told twice would link again. Call after the line's own write and before the
 * money.
 */
export async function acceptHole(work: LineWork, feed: FeedRow, line: StoredLine): Promise<void> {
  const chainLine = chainLineOf(line)
  if (chainLine === null) return
  const { tx } = work.intake
  const account = line.bank_account_id
  const isBefore = (await narrowGap(tx, account, chainLine)) || (await isFollowed(tx, account, chainLine))
  if (!isBefore) await openGap(tx, account, feed, chainLine)
  const tip: FeedRow = isBefore
    ? feed
    : {
        ...feed,
        last_balance_minor: chainLine.balanceAfterMinor,
        last_line_id: line.id,
        last_line_at: chainLine.at,
      }
  const rest = (await waitingLines(tx, line.bank_account_id)).filter(
    (other) => other.id !== line.id && other.chain === 'afterHole',
  )
  await placeAll(work, { ...tip, is_broken: true }, rest, null)
}

interface LinkedMember {
  readonly state: string
  readonly can_deposit: boolean
}

export async function assertMember(tx: Tx, memberId: string, isConfirmed: boolean): Promise<LinkedMember> {
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
export async function lockRequest(
  tx: Tx,
  depositId: string,
  memberId: string,
): Promise<{ credits: number }> {
  const { rows } = await sql<{ state: string; credits: number }>`
    select state, credits from deposits
      where id = ${depositId} and member_id = ${memberId} for update`.execute(tx)
  const request = rows[0]
  if (!request) throw new ApiError('notFound', { field: 'depositId' })
  if (request.state !== 'created' && request.state !== 'pending')
    throw new ApiError('stateRefused', { details: { state: request.state } })
  return request
}

/**
 * The deposit credited before its line came that the person says this line is of; null for other money.
 * @throws blocked while the line may be of such a deposit and the person has not said
 */
export async function depositBefore(
  tx: Tx,
  line: StoredLine,
  said: { readonly depositId?: string | undefined; readonly isOtherMoney: boolean },
): Promise<CreditedBefore | null> {
  const before = await creditedBefore(tx, line)
  const late = before.find(({ id }) => id === said.depositId)
  if (late || before.length === 0 || said.isOtherMoney) return late ?? null
  const deposits = before.map(({ id, reference }) => ({ id, reference }))
  throw new ApiError('blocked', { details: { reason: 'creditedBefore', deposits } })
}

/** @throws alreadyMatched: since this was asked for people credited what this line may be */
export async function assertNotTypedSince(tx: Tx, line: StoredLine, approvalId: string): Promise<void> {
  const ids = (await creditedBefore(tx, line)).map(({ id }) => id)
  const { rows } = await sql<{ reference: string }>`
    select d.reference from deposits d join approvals a on a.id = ${approvalId}
     where d.id = any(${ids}::uuid[]) and d.credited_at >= a.created_at limit 1`.execute(tx)
  if (rows[0]) throw new ApiError('alreadyMatched', { details: { reference: rows[0].reference } })
}

/** A link as a person asked for it, of a line that the transaction holds. */
interface LinkOrder {
  readonly line: StoredLine
  readonly feed: FeedRow
  readonly memberId: string
  readonly depositId: string | null
  readonly isConfirmed: boolean
  readonly isOtherMoney: boolean
  readonly remark: string | null
  readonly judged: LinkJudgement
  /** Who links; whoever agreed stands in the approval. */
  readonly by: { readonly id: string; readonly name: string; readonly address: string }
  readonly approvalId: string | null
}

/** Credits the member with the line: adopts their request or makes a deposit. All was judged before. */
export async function creditLine(context: ExecutionContext, order: LinkOrder): Promise<void> {
  const { tx, settings, services, requestId } = context
  const { line: locked, memberId, depositId, judged, by, approvalId, remark } = order
  const request = depositId === null ? null : await lockRequest(tx, depositId, memberId)
  await assertMember(tx, memberId, order.isConfirmed)
  const nowMs = services.now()
  const intake = await intakeOf(tx, locked, { settings, nowMs, requestId })
  const line: StoredLine = locked.chain === 'afterHole' ? { ...locked, chain: 'linked' } : locked
  const { outcome } = await decideLine(tx, line, {
    settings,
    hasBalances: intake.account.hasBalances,
    others: [],
    mayCredit: false,
    mayBeCredited: false,
  })
  const work = new LineWork(intake, [])
  const credit = newCredit({
    line,
    memberId,
    requestId: depositId,
    occurrence: (request?.credits ?? 0) + 1,
    businessOn: businessOn(settings, nowMs),
    actor: { kind: 'employee', ...by, requestId },
    mustBeActive: !order.isConfirmed,
    remark,
    approvalId,
  })
  const { score, reasons } = judged
  const evidence = {
    ...(outcome.evidence as object),
    decision: 'manual',
    memberId,
    score,
    linkReasons: reasons,
  }
  const linked = { state: 'manualMatched', reason: null, bestMemberId: memberId, handledBy: by.id }
  const step = { isNew: false, mayCredit: false, with: [] }
  await work.credit(credit, { ...outcome, ...linked, score, evidence }, step)
  if (locked.chain === 'afterHole') await acceptHole(work, order.feed, line)
  await context.record({
    entity: 'statementLine',
    entityId: encodeId('statementLine', line.id),
    action: 'linked',
    reason: remark,
    before: { state: locked.state },
    after: { state: 'manualMatched' },
    detail: {
      memberId: encodeId('member', memberId),
      depositId: encodeId('deposit', credit.depositId),
      amountMinor: line.amount_minor,
      score,
      isConfirmed: order.isConfirmed,
      isOtherMoney: order.isOtherMoney,
      ...(approvalId === null ? {} : { approvalId: encodeId('approval', approvalId), askedBy: by.name }),
    },
  })
  await watchLinks(tx, by.id, settings)
  await work.finish()
}
