import { encodeId } from '@khlang/contract/values/values.ts'
import type { Posting } from '@khlang/ledger/posting.ts'
import { withdrawSettled } from '@khlang/ledger/withdrawals.ts'
import { sql } from 'kysely'
import { recordActivity } from '../../platform/people/activity.ts'
import { clearAlarm, raiseAlarm } from '../../platform/db/alarms.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { announce } from '../../platform/live/live.ts'
import { heldRestore } from '../../platform/db/restored.ts'
import { fitMask } from '@khlang/bank-messages/mask.ts'
import { changeWithdrawal } from './queries.ts'

/** An outgoing statement line, as money out needs to know it. */
export interface OutgoingLine {
  readonly id: string
  readonly bankAccountId: string
  readonly amountMinor: number
  readonly bankTime: string | null
  readonly receivedAt: string
  readonly payeeBank: string | null
  readonly payeeMask: string | null
  readonly payeeName: string | null
  readonly ref: string | null
  /** Money of this amount is awaited on its way to another own account: only a named payee proves more. */
  readonly isTransferAwaited?: boolean
  readonly businessOn: string
  readonly valueOn: string
}

/** A payout that this line may prove. */
export interface SettleCandidate {
  readonly id: string
  readonly memberId: string
  readonly state: string
  readonly toBank: string
  readonly toAccountNo: string
  readonly sentAt: string | null
  readonly isSettled: boolean
  /** The rails' references of its attempts. */
  readonly refs: readonly string[]
}

const earlyMs = 120_000
/** A bank books a transfer of its own rail within minutes. */
const bookedWithinMs = 15 * 60_000

/**
 * A mask or bank that contradicts the account rules a candidate out; a line without them rules nothing
 * out.
 */
function fits(line: OutgoingLine, candidate: SettleCandidate): boolean {
  if (line.payeeMask !== null && !fitMask(line.payeeMask, candidate.toAccountNo).fits) return false
  if (line.payeeBank !== null && line.payeeBank !== candidate.toBank) return false
  const at = Date.parse(line.bankTime ?? line.receivedAt)
  return candidate.sentAt === null || at >= Date.parse(candidate.sentAt) - earlyMs
}

/**
 * Whether a line may end this payout though it names nobody. While a rail still works on it, yes; of one
 * whose outcome nobody knows only if the bank booked it within minutes of its sending: the money may have
 * gone elsewhere, and a person can look it up.
 */
function isEnough(line: OutgoingLine, candidate: SettleCandidate): boolean {
  if (line.isTransferAwaited === true && line.payeeMask === null) return false
  const namesPayee = line.payeeMask !== null || line.payeeBank !== null
  if (candidate.state !== 'unknown' || namesPayee) return true
  const at = Date.parse(line.bankTime ?? line.receivedAt)
  return candidate.sentAt !== null && at <= Date.parse(candidate.sentAt) + bookedWithinMs
}

/**
 * The payout a line proves, or the one it seems to pay a second time. Pure. A reference that equals the
 * rail's is decisive; else exactly one payout of the account and amount must fit and be open, with the
 * evidence `isEnough` asks for, and none settled within the day may fit an unknown one's. With none open,
 * one that is settled already is a likely double.
 */
export function chooseDecided(
  line: OutgoingLine,
  candidates: readonly SettleCandidate[],
): { readonly settles: SettleCandidate | null; readonly doubles: SettleCandidate | null } {
  const byRef = candidates.filter(
    ({ refs }) => line.ref !== null && line.ref !== '' && refs.includes(line.ref),
  )
  const fitting = byRef.length > 0 ? byRef : candidates.filter((candidate) => fits(line, candidate))
  const open = fitting.filter((candidate) => !candidate.isSettled)
  const [first] = open
  const settled = fitting.filter((candidate) => candidate.isSettled).at(-1)
  if (first && open.length === 1) {
    const isDoubtful = first.state === 'unknown' && settled !== undefined && line.payeeMask === null
    const isProven = byRef.length > 0 || (isEnough(line, first) && !isDoubtful)
    return { settles: isProven ? first : null, doubles: null }
  }
  return { settles: null, doubles: open.length === 0 ? (settled ?? null) : null }
}

/**
 * Payouts of this account and amount that may be on their way, and those settled within a day; locked, by
 * id. Each of the two is found by an index of its own, whatever was ever paid; the lock then asks again.
 */
async function candidatesOf(tx: Tx, line: OutgoingLine): Promise<SettleCandidate[]> {
  const ofLine = sql`w.bank_account_id = ${line.bankAccountId}
    and w.amount_minor - w.fee_minor = ${line.amountMinor}`
  const awaiting = sql`w.settled_line_id is null and w.state in ('sending', 'unknown', 'paid')`
  const settled = sql`w.settled_line_id is not null and w.paid_at > now() - interval '24 hours'`
  const { rows } = await sql<SettleCandidate>`
    select w.id, w.member_id as "memberId", w.state, w.to_bank as "toBank", w.to_account_no as "toAccountNo",
           w.sent_at as "sentAt", w.settled_line_id is not null as "isSettled",
           array(select rail_ref from payouts p where p.withdrawal_id = w.id and rail_ref is not null) as refs
      from withdrawals w
     where w.id = any(array(
             select w.id from withdrawals w where ${ofLine} and ${awaiting}
             union all
             select w.id from withdrawals w where ${ofLine} and ${settled}))
       and (${awaiting} or ${settled} and w.state = 'paid')
     order by w.id for no key update of w`.execute(tx)
  return rows
}

async function alarmDoubles(tx: Tx, line: OutgoingLine, found: SettleCandidate): Promise<void> {
  const detail = { lineId: encodeId('statementLine', line.id), amountMinor: line.amountMinor }
  const entityId = encodeId('withdrawal', found.id)
  await raiseAlarm(tx, { code: 'doublePayment', entity: 'withdrawal', entityId, detail })
}

/** The same member was paid the same amount within a day: right most of the time, worth a look always. */
async function alarmSameAmount(tx: Tx, line: OutgoingLine, found: SettleCandidate): Promise<void> {
  const { rows } = await sql<{ reference: string }>`
    select reference from withdrawals where member_id = ${found.memberId} and id <> ${found.id}
      and state = 'paid'
       and amount_minor - fee_minor = ${line.amountMinor} and paid_at > now() - interval '24 hours'
         limit 1`.execute(tx)
  if (!rows[0]) return
  const detail = { other: rows[0].reference, amountMinor: line.amountMinor }
  const entityId = encodeId('withdrawal', found.id)
  await raiseAlarm(tx, { code: 'sameAmountTwice', entity: 'withdrawal', entityId, detail })
}

/** Which settlement of a payout is its next, or stands: 2 where one line was not its own. */
export async function settlementCount(db: Reader, withdrawalId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payout_unlinks where withdrawal_id = ${withdrawalId}`.execute(db)
  return (rows[0]?.count ?? 0) + 1
}

/**
 * Ends a payout with the line that proves it: paid, settled by this line, in transit cleared. The row
 * must be locked. @returns the posting for the caller to post last
 */
export async function settleWith(tx: Tx, line: OutgoingLine, found: SettleCandidate): Promise<Posting> {
  const entityId = encodeId('withdrawal', found.id)
  const lineId = encodeId('statementLine', line.id)
  const at = line.bankTime ?? line.receivedAt
  const occurrence = await settlementCount(tx, found.id)
  const isPaidNow = found.state !== 'paid'
  const version = await changeWithdrawal(tx, found.id, {
    settled_line_id: line.id,
    ...(isPaidNow ? { state: 'paid', paid_at: at } : {}),
    ...(line.ref === null ? {} : { bank_ref: line.ref }),
  })
  await sql`update payouts set state = 'succeeded', settled_at = coalesce(settled_at, now()),
    next_check_at = null,
      evidence = ${JSON.stringify({ lineId, at, wasState: found.state })}::jsonb
     where withdrawal_id = ${found.id} and state <> 'failed'`.execute(tx)
  await clearAlarm(tx, 'payoutWithoutLine', entityId)
  await recordActivity(tx, 'system', null, {
    entity: 'withdrawal',
    entityId,
    action: 'settle',
    before: { state: found.state },
    after: { state: 'paid' },
    detail: { lineId },
  })
  await announce(tx, 'withdrawal', entityId, version)
  return withdrawSettled({
    sourceId: entityId,
    occurrence,
    bankAccountId: encodeId('bankAccount', line.bankAccountId),
    amountMinor: line.amountMinor,
    businessOn: line.businessOn,
    valueOn: line.valueOn,
  })
}

/**
 * Finds the payout an outgoing line proves and settles it in the caller's transaction; the line must be
 * stored. A line that seems to pay a second time raises an alarm and settles nothing.
 * @returns the postings for the caller to post last, and the withdrawal, null when no payout fits the line
 */
export async function settleByLine(
  tx: Tx,
  line: OutgoingLine,
): Promise<{ postings: Posting[]; withdrawalId: string | null }> {
  const candidates = await candidatesOf(tx, line)
  // While a restored database is held the line may be of a payout that it never heard of: then the rail's
  // own reference alone proves one.
  const isHeld = (await heldRestore(tx)) !== null
  const named = candidates.filter(({ refs }) => line.ref !== null && refs.includes(line.ref))
  const { settles, doubles } = chooseDecided(line, isHeld ? named : candidates)
  if (doubles) await alarmDoubles(tx, line, doubles)
  if (!settles) return { postings: [], withdrawalId: null }
  await alarmSameAmount(tx, line, settles)
  return { postings: [await settleWith(tx, line, settles)], withdrawalId: settles.id }
}
