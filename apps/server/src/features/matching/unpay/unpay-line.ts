import { encodeId } from '@khlang/contract/values/values.ts'
import { keyOf } from '@khlang/ledger/posting.ts'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import type { Reader, Tx } from '../../../platform/db/db.ts'
import { announce } from '../../../platform/live/live.ts'
import { postStrict } from '../../../platform/posting/ledger-store.ts'
import { reversalOfLine } from '../../bank-lines/receipts.ts'
import type { StoredLine } from '../../bank-lines/stored-line.ts'
import { changeWithdrawal, postedOf } from '../../withdrawals/queries.ts'
import { settlementCount } from '../../withdrawals/settle-by-line.ts'
import { openAgain } from '../open-again.ts'

export interface LinkedPayout {
  readonly id: string
  readonly reference: string
  readonly memberId: string
  /** Its rail said that it was paid, or a person did, before the line came. */
  readonly isPaidWithout: boolean
}

/** The payout that a line stands for; undefined where it is none. */
export async function payoutOf(db: Reader, lineId: string): Promise<LinkedPayout | undefined> {
  const { rows } = await sql<LinkedPayout>`
    select w.id, w.reference, w.member_id as "memberId",
           coalesce(p.evidence ->> 'wasState', 'paid') = 'paid' as "isPaidWithout"
      from withdrawals w left join payouts p on p.withdrawal_id = w.id and p.state <> 'failed'
     where w.settled_line_id = ${lineId} and w.state = 'paid'`.execute(db)
  return rows[0]
}

/**
 * Two agreed that a held line is not this payout: the line is open, and the payout waits for its own. One
 * that nothing else proves has an outcome that nobody knows again: its rail is asked, and a person may end
 * it.
 * @throws stateRefused while the member has another withdrawal that waits
 */
export async function unpay(
  tx: Tx,
  line: StoredLine,
  payout: LinkedPayout,
  of: { readonly approvalId: string; readonly reason: string; readonly on: string },
): Promise<void> {
  await sql`select from withdrawals where id = ${payout.id} for no key update`.execute(tx)
  if (!payout.isPaidWithout && (await waitsForOther(tx, payout)))
    throw new ApiError('stateRefused', { details: { reason: 'memberHasOpen' } })
  const sourceId = encodeId('withdrawal', payout.id)
  const occurrence = await settlementCount(tx, payout.id)
  await tx
    .insertInto('payout_unlinks')
    .values({
      line_id: line.id,
      withdrawal_id: payout.id,
      amount_minor: line.amount_minor,
      approval_id: of.approvalId,
      reason: of.reason,
    })
    .execute()
  const version = await changeWithdrawal(tx, payout.id, {
    settled_line_id: null,
    bank_ref: null,
    ...(payout.isPaidWithout ? {} : { state: 'unknown', paid_at: null }),
  })
  if (!payout.isPaidWithout)
    await sql`update payouts set state = 'unknown', settled_at = null, next_check_at = now()
       where withdrawal_id = ${payout.id} and state <> 'failed'`.execute(tx)
  await openAgain(tx, line)
  await announce(tx, 'withdrawal', sourceId, version)
  const original = await postedOf(tx, keyOf('withdraw.settled', { sourceId, occurrence }))
  await postStrict(tx, [await reversalOfLine(tx, line, { original, on: of.on })])
}

async function waitsForOther(tx: Tx, { id, memberId }: LinkedPayout): Promise<boolean> {
  const { rows } = await sql`
    select from withdrawals where member_id = ${memberId} and id <> ${id}
       and state in ('review', 'approved', 'sending', 'failed', 'unknown') limit 1`.execute(tx)
  return rows.length > 0
}
