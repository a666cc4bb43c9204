import { requestUpdate } from '@khlang/contract/pre-transactions/shapes.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import { isSoleOwner } from '../../platform/approvals/checkers.ts'
import { businessOn } from '../../platform/business-day.ts'
import type { Tx } from '../../platform/db/db.ts'
import { postStrict } from '../../platform/posting/ledger-store.ts'
import { seesBrand } from '../../platform/people/visibility.ts'
import { settleWith, type OutgoingLine } from './settle-by-line.ts'
import { assertVersion } from './claims.ts'
import { ownPartIn } from './queries.ts'
import type { Decided, Decision } from './decisions.ts'
import { locked, secondApprovalKind } from './two-people/first-approval.ts'

const openStates = ['waiting', 'suggested', 'unmatched', 'quarantined', 'unlinked']

async function lockOutgoing(tx: Tx, id: string): Promise<(OutgoingLine & { isOpen: boolean }) | undefined> {
  const { rows } = await sql<OutgoingLine & { isOpen: boolean }>`
    select id, bank_account_id as "bankAccountId", amount_minor as "amountMinor", bank_time as "bankTime",
           received_at as "receivedAt", payer_bank as "payeeBank", payer_mask as "payeeMask",
           payer_name as "payeeName", ref, business_on as "businessOn", value_on as "valueOn",
           direction = 'out' and state = any(${openStates}) as "isOpen"
      from statement_lines where id = ${id} for no key update`.execute(tx)
  return rows[0]
}

/** Paid by the rail's word alone: no statement has shown it. */
async function isWithoutLine(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from withdrawals where id = ${id} and settled_line_id is null`.execute(tx)
  return rows.length === 1
}

/**
 * Ends a payout of unknown outcome, or one that is paid by the rail's word alone, with the outgoing line that
 * paid it. The evidence is looked at by somebody other than the person who approved the withdrawal, so that
 * two people stand behind it (safety §0.5).
 * @throws notFound, stateRefused, stale, fourEyes, lineNotOpen (another account or amount, or used already)
 */
export async function resolveUnknown(
  tx: Tx,
  decision: Decision & { readonly lineId: string; readonly remark: string },
): Promise<Decided> {
  const { actor } = decision
  // Lines are locked before withdrawals, as the intake does.
  const line = seesBrand(actor) ? await lockOutgoing(tx, decision.lineId) : undefined
  const row = await locked(tx, decision.id)
  if (row.state !== 'unknown' && !(row.state === 'paid' && (await isWithoutLine(tx, row.id)))) {
    throw new ApiError('stateRefused', { details: { state: row.state, allowed: ['unknown'] } })
  }
  assertVersion(row, decision.version)
  const kind = secondApprovalKind
  const own = await ownPartIn(tx, row.id, actor.id)
  if (
    (own.decided || own.asked || own.isMember) &&
    !(await isSoleOwner(tx, { kind, actor, requires: requestUpdate }))
  ) {
    throw new ApiError('fourEyes')
  }
  const isFitting =
    line?.isOpen === true &&
    line.bankAccountId === row.bank_account_id &&
    line.amountMinor === row.amount_minor - row.fee_minor
  if (!isFitting) throw new ApiError('lineNotOpen', { field: 'lineId' })
  const posting = await settleWith(
    tx,
    { ...line, businessOn: businessOn(decision.settings, decision.nowMs) },
    {
      id: row.id,
      memberId: row.member_id,
      state: row.state,
      toBank: row.to_bank,
      toAccountNo: row.to_account_no,
      sentAt: row.sent_at,
      isSettled: false,
      refs: [],
    },
  )
  await sql`update statement_lines set state = 'settled', handled_by = ${actor.id}, handled_at = now(),
    reason = null, version = version + 1 where id = ${line.id}`.execute(tx)
  const version = await sql<{ version: number }>`
    update withdrawals set remark_staff = ${decision.remark}, claimed_by = null, claimed_until = null
     where id = ${row.id} returning version`.execute(tx)
  await postStrict(tx, [posting])
  return { version: version.rows[0]?.version ?? row.version + 1, before: row, isSoleOwner: false }
}
