import { encodeId } from '@khlang/contract/values/values.ts'
import type { Leg, Posted } from '@khlang/ledger/posting.ts'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { isPassable } from '../payment-gateways/breaker.ts'

/**
 * The row of a withdrawal, locked until the transaction ends, with the names of who has to do with it.
 * Read after the lock is held: a row that was waited for would keep the names of before.
 */
export async function lockWithdrawal(tx: Tx, id: string) {
  await sql`select from withdrawals where id = ${id} for no key update`.execute(tx)
  return tx
    .selectFrom('withdrawals as w')
    .innerJoin('members as m', 'm.id', 'w.member_id')
    .leftJoin('employees as c', 'c.id', 'w.claimed_by')
    .leftJoin('employees as d', 'd.id', 'w.decided_by')
    .leftJoin('employees as f', 'f.id', 'w.first_approved_by')
    .selectAll('w')
    .select(['c.display_name as claimerName', 'd.display_name as deciderName'])
    .select(['f.display_name as firstName', 'm.username as memberUsername'])
    .where('w.id', '=', id)
    .executeTakeFirst()
}
export type LockedWithdrawal = NonNullable<Awaited<ReturnType<typeof lockWithdrawal>>>

/** What a person has to do with a withdrawal already, by whichever of their accounts. */
export interface OwnPart {
  readonly asked: boolean
  readonly approvedFirst: boolean
  /** Gave the decision that sent it. */
  readonly decided: boolean
  readonly isMember: boolean
  /** Gave the member money alone, by linking or typing, that is still young (decisions 42). */
  readonly gaveMoney: boolean
  /** Registered the member, whom nobody else has paid out before. */
  readonly registeredFirst: boolean
}

export async function ownPartIn(db: Reader, withdrawalId: string, actorId: string): Promise<OwnPart> {
  const { rows } = await sql<OwnPart>`
    select coalesce(is_same_person(w.requested_by, ${actorId}), false) as asked,
           coalesce(is_same_person(w.first_approved_by, ${actorId}), false) as "approvedFirst",
           coalesce(is_same_person(w.decided_by, ${actorId}), false) as decided,
           w.member_id in (select own_members(${actorId})) as "isMember",
           gave_alone(${actorId}, w.member_id) as "gaveMoney",
           is_first_of_own(${actorId}, w.member_id) as "registeredFirst"
      from withdrawals w where w.id = ${withdrawalId}`.execute(db)
  const all = { asked: true, approvedFirst: true, decided: true, isMember: true }
  return rows[0] ?? { ...all, gaveMoney: true, registeredFirst: true }
}

export interface WithdrawalChange {
  state?: string
  claimed_by?: string | null
  claimed_until?: string | null
  first_approved_by?: string | null
  first_approved_at?: string | null
  decided_by?: string | null
  decided_at?: string
  decision_kind?: string
  reason_code?: string
  remark_member?: string | null
  remark_staff?: string | null
  is_sole_owner?: boolean
  approval_id?: string
  bank_account_id?: string
  sent_at?: string
  paid_at?: string | null
  settled_line_id?: string | null
  bank_ref?: string | null
  tries?: number
  holds?: number
}

/** Writes a change of a locked withdrawal. @returns the new version */
export async function changeWithdrawal(tx: Tx, id: string, change: WithdrawalChange): Promise<number> {
  const row = await tx
    .updateTable('withdrawals')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returning(['version', 'member_id'])
    .executeTakeFirstOrThrow()
  // What lists show of the member counts paid withdrawals; a job reads it again.
  if (change.state === 'paid' || change.paid_at === null) {
    await tx.insertInto('member_facts_stale').values({ member_id: row.member_id }).execute()
  }
  return row.version
}

/** Renewing one's own claim changes nothing that a decision rests on, so the version stays. */
export async function renewClaim(tx: Tx, id: string, until: string): Promise<void> {
  await tx.updateTable('withdrawals').set({ claimed_until: until }).where('id', '=', id).execute()
}

/**
 * The legs of a posting that is in the book with the ids of their transfers, by the key of its first leg.
 */
export async function postedOf(tx: Reader, key: string): Promise<Posted> {
  const { rows } = await sql<{
    id: number
    from: string
    to: string
    amount_minor: number
    currency: string
  }>`
    select t.id, f.code as "from", o.code as "to", t.amount_minor, t.currency::text as currency
      from transfers t join accounts f on f.id = t.from_id join accounts o on o.id = t.to_id
     where t.posting_id = (select posting_id from transfers where key = ${key}) order by t.id`.execute(tx)
  if (rows.length === 0) throw new Error(`${key} is not in the book`)
  const legs: Leg[] = rows.map(({ from, to, amount_minor, currency }) => ({
    from,
    to,
    currency,
    amountMinor: amount_minor,
  }))
  return { legs, transferIds: rows.map((row) => row.id) }
}

/**
 * What the member's state and the blacklist say at this moment; the row is held against changes. Entries name
 * an account by its number, or by its bank and number, and people as members or as an account's holder.
 */
export async function memberStop(
  tx: Tx,
  of: LockedWithdrawal,
): Promise<'memberState' | 'blacklist' | null> {
  const { member_id: memberId, to_bank: bank, to_account_no: accountNo, to_account_name: holder } = of
  await sql`select from members where id = ${memberId} for share`.execute(tx)
  const { rows } = await sql<{ state: string; can_withdraw: boolean; is_listed: boolean }>`
    select state, can_withdraw, exists (select from blacklist b where b.removed_at is null
        and (b.expires_at is null or b.expires_at > now())
        and (b.kind, b.value) in (('phone', m.phone), ('bankAccount', ${accountNo}),
          ('bankAccount', ${`${bank}:${accountNo}`}), ('device', m.device_hash),
          ('name', m.first_name || ' ' || m.last_name), ('name', ${holder}),
          ('nameBank', ${`${bank}:${holder}`}),
          ('nameBank', ${bank}::text || ':' || m.first_name || ' ' || m.last_name))) as is_listed
      from members m where id = ${memberId}`.execute(tx)
  const row = rows[0]
  if (!row || row.state !== 'active' || !row.can_withdraw) return 'memberState'
  return row.is_listed ? 'blacklist' : null
}

export interface PayoutSource {
  readonly id: string
  readonly label: string
  readonly bank: string
  readonly account_no: string
  readonly rail_id: string
}

/**
 * Own accounts that can pay this amount now, first choice first: active, not switched off for it, with an
 * active rail, within their limits per transfer and per business date.
 */
export async function payoutSources(
  db: Reader,
  of: { readonly amountMinor: number; readonly businessOn: string; readonly only?: string | null },
): Promise<PayoutSource[]> {
  const { rows } = await sql<PayoutSource>`
    select a.id, a.label, a.bank, a.account_no, a.rail_id
      from bank_accounts a join payment_rails r on r.id = a.rail_id and r.state = 'active'
      left join payment_gateways g on g.id = r.gateway_id
      left join gateway_health h on h.gateway_id = g.id
     where (g.id is null or g.state = 'active' and g.direction <> 'in' and ${isPassable})
       and a.role = 'withdrawal' and a.state = 'active' and a.pays_out
       and (a.transfer_limit_minor is null or a.transfer_limit_minor >= ${of.amountMinor})
       and ${of.only ? sql`a.id = ${of.only}::uuid` : sql`true`}
       and (a.day_limit_minor is null or a.day_limit_minor - ${of.amountMinor}
         >= ordered_of_day(a.id, ${of.businessOn}::date))
     order by a.priority, a.id`.execute(db)
  return rows
}

/** Own accounts, held in the order of their ids: what was told to leave them stays as it is read. */
export async function lockAccounts(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select from bank_accounts where id = any(${[...ids]}::uuid[]) order by id
    for no key update`.execute(tx)
}

export const outsideIds = (row: { id: string; member_id: string }) => ({
  sourceId: encodeId('withdrawal', row.id),
  memberId: encodeId('member', row.member_id),
})
