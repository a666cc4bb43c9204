import { requestUpdate } from '@khlang/contract/pre-transactions/shapes.ts'
import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { memberCash, memberLocked } from '@khlang/ledger/accounts.ts'
import type { Posting } from '@khlang/ledger/posting.ts'
import { withdrawSent } from '@khlang/ledger/withdrawals.ts'
import { sql } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import { rolesThatMay } from '../../platform/approvals/checkers.ts'
import { businessOn } from '../../platform/business-day.ts'
import type { Reader } from '../../platform/db/db.ts'
import { balancesOf, statementOf } from '../../platform/posting/ledger-store.ts'
import { maskAccountNo } from '../../platform/people/masks.ts'
import { seesBrand } from '../../platform/people/visibility.ts'
import { queueRowOf, withdrawalColumns, type RequestRow } from './request-list.ts'
import { isWaitingApproval } from '../../platform/waiting.ts'
import { isClaimedByOther } from './claims.ts'
import { hasPart, secondApprovalKind } from './two-people/first-approval.ts'
import { ownPartIn, payoutSources, type OwnPart } from './queries.ts'

interface SheetRow extends RequestRow {
  to_account_name: string
  fee_minor: number
  /** Of who approved first, while that counts: its request waits in its time. */
  first_approved_by: string | null
  first_name: string | null
  requested_by: string | null
  is_sole_owner: boolean
  claimed_by_id: string | null
  business_on: string
}

/** Postings as the confirmation sheet shows them: from, to, how much. */
export const legsOf = (postings: readonly Posting[]) =>
  postings.flatMap((posting) =>
    posting.legs.map(({ from, to, amountMinor }) => ({ from, to, amountMinor })),
  )

type Judged = Pick<
  SheetRow,
  | 'state'
  | 'first_approved_by'
  | 'amount_minor'
  | 'is_sole_owner'
  | 'member_state'
  | 'claimed_by_id'
  | 'claimed_until'
>

const isOwnFirst = (row: Pick<SheetRow, 'first_approved_by'>, own: OwnPart): boolean =>
  row.first_approved_by !== null && own.approvedFirst

/** A payout that failed is sent again by anybody but who asked for it; the first approver may. */
const isOwnAct = (row: Judged, own: OwnPart): boolean =>
  row.state === 'failed'
    ? (own.asked || own.isMember) && !row.is_sole_owner
    : hasPart(own) || isOwnFirst(row, own)

/**
 * Why this person can neither approve a review nor send a failed payout again, as a code of the error they
 * would read; null when they can. Pure.
 */
export function cannotApprove(
  row: Judged,
  own: OwnPart,
  actor: EmployeeActor,
  nowMs: number,
): string | null {
  const limit = actor.role.abilities.approvalLimitMinor
  if (!actor.permissions.pretransactionRequest.isUpdate) return 'forbidden'
  if (row.state !== 'review' && row.state !== 'failed') return 'alreadyHandled'
  if (row.member_state !== 'active') return 'blocked'
  if (isOwnAct(row, own)) return 'fourEyes'
  if (limit !== null && row.amount_minor > limit) return 'overApprovalLimit'
  const claim = { claimed_by: row.claimed_by_id, claimed_until: row.claimed_until }
  return isClaimedByOther(claim, actor.id, nowMs) ? 'claimedByOther' : null
}

async function sheetRow(db: Reader, id: string): Promise<SheetRow> {
  const { rows } = await sql<SheetRow>`
    select q.*, x.to_account_name, x.fee_minor, f.id as first_approved_by, f.display_name as first_name,
      x.requested_by, x.is_sole_owner,
           x.claimed_by as claimed_by_id, x.business_on
      from (${withdrawalColumns} where w.id = ${id}) q join withdrawals x on x.id = q.id
      left join employees f on f.id = x.first_approved_by and (x.state <> 'review' or exists (
        select from approvals p where p.kind = ${secondApprovalKind} and p.maker_id = f.id
           and p.entity_id = ${encodeId('withdrawal', id)} and ${isWaitingApproval('p')}))`.execute(db)
  const row = rows[0]
  if (!row) throw new ApiError('notFound')
  return row
}

const payoutsOf = (db: Reader, id: string) =>
  db
    .selectFrom('payouts')
    .select([
      'attempt',
      'state',
      'rail_ref as railRef',
      'created_at as createdAt',
      'settled_at as settledAt',
    ])
    .where('withdrawal_id', '=', id)
    .orderBy('attempt')
    .execute()

/** What the bank would be sent, from the account that would pay first. */
function legsToBe(row: SheetRow, memberId: string, bankAccountId: string | undefined) {
  const isSentAlready = !['review', 'approved', 'failed'].includes(row.state)
  if (isSentAlready || bankAccountId === undefined) return []
  const sent = withdrawSent({
    sourceId: encodeId('withdrawal', row.id),
    memberId,
    amountMinor: row.amount_minor,
    feeMinor: row.fee_minor,
    bankAccountId: encodeId('bankAccount', bankAccountId),
    businessOn: row.business_on,
  })
  return legsOf([sent])
}

/** Everything a person needs to decide one withdrawal. */
export async function withdrawalSheet(
  db: Reader,
  asked: {
    readonly id: string
    readonly actor: EmployeeActor
    readonly settings: BrandSettings
    readonly nowMs: number
  },
) {
  const { actor, settings, nowMs } = asked
  const row = await sheetRow(db, asked.id)
  const memberId = encodeId('member', row.member_id)
  const cash = memberCash(memberId).code
  const lockedCode = memberLocked(memberId).code
  const amountMinor = row.amount_minor - row.fee_minor
  const [own, balances, recent, payouts, sources] = await Promise.all([
    ownPartIn(db, row.id, actor.id),
    balancesOf(db, [cash, lockedCode]),
    statementOf(db, cash, { limit: 10 }),
    payoutsOf(db, row.id),
    // Which of our accounts pays is the brand's own business.
    seesBrand(actor) ? payoutSources(db, { amountMinor, businessOn: businessOn(settings, nowMs) }) : [],
  ])
  const chosen = seesBrand(actor) ? (row.bank_account_id ?? sources[0]?.id) : undefined
  const reason = cannotApprove(row, own, actor, nowMs)
  const isOver = reason === 'overApprovalLimit'
  const able = { requires: requestUpdate, amountMinor: row.amount_minor, exceptId: actor.id }
  return {
    row: queueRowOf(row, nowMs),
    toBank: row.member_bank ?? '',
    toAccountMasked: maskAccountNo(row.member_account_no ?? ''),
    toAccountName: row.to_account_name,
    feeMinor: row.fee_minor,
    checks: row.checks,
    cashMinor: balances.get(cash) ?? 0,
    lockedMinor: balances.get(lockedCode) ?? 0,
    needs:
      row.state !== 'review'
        ? ('nobody' as const)
        : row.band === 'twoPeople' && row.first_approved_by === null
          ? ('twoPeople' as const)
          : ('onePerson' as const),
    firstApprover: row.first_name,
    isOwnFirstApproval: isOwnFirst(row, own),
    canApprove: reason === null,
    cannotApproveReason: reason,
    deciders: isOver && seesBrand(actor) ? await rolesThatMay(db, able) : [],
    payouts,
    recent: recent.map(({ kind, createdAt, deltaMinor, afterMinor }) => ({
      kind,
      at: createdAt,
      amountMinor: deltaMinor,
      afterMinor,
    })),
    sources: sources.map(({ id, label, bank }) => ({ id, label, bank, isChosen: id === chosen })),
    legs: legsToBe(row, memberId, chosen),
  }
}
