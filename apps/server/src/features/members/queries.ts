import type { HandlerInput } from '@khlang/contract/kit/define.ts'
import type { Listed, MemberNow } from '@khlang/contract/kit/error-details.ts'
import type { memberList } from '@khlang/contract/members/list.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'
import { isWaitingApproval } from '../../platform/waiting.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { storedIds } from '../../platform/db/outside-ids.ts'
import type { MemberDetailRow } from './shapes.ts'
import { accountChangeKind, waitingChangeOf } from './waiting-changes.ts'

/** One member with what other tables know of them, or null. */
export async function findMember(
  db: Reader,
  id: string,
  actor: EmployeeActor,
): Promise<MemberDetailRow | null> {
  const { rows } = await sql<MemberDetailRow>`
    select m.*, ${waitingChangeOf(actor)} as waiting_change,
           a.bank, a.account_no, f.balance_minor, f.locked_minor, f.deposit_minor, f.deposit_count,
           f.withdrawal_minor, f.withdrawal_count, f.net_minor, f.first_deposit_at, f.last_deposit_at,
           f.last_login_at, s.display_name as seller_name, r.username as referrer_username,
           exists (select from withdrawals w where w.member_id = m.id
             and w.state in ('review', 'approved', 'sending', 'failed', 'unknown')) as has_open_withdrawal
      from members m
      join member_facts f on f.member_id = m.id
      left join member_bank_accounts a on a.member_id = m.id and a.state = 'primary'
      left join employees s on s.id = m.seller_id
      left join members r on r.id = m.referrer_id
     where m.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Every account a member has had, the one in use first, with who entered and who approved it. */
export const accountsOf = (db: Reader, memberId: string) =>
  db
    .selectFrom('member_bank_accounts as b')
    .innerJoin('members as m', 'm.id', 'b.member_id')
    .leftJoin('approvals as p', 'p.id', 'b.approval_id')
    .leftJoin('employees as k', (join) =>
      join.on('k.id', '=', sql<string>`case when p.id is null then m.created_by else p.maker_id end`),
    )
    .leftJoin('employees as c', 'c.id', 'p.checker_id')
    .select(['b.id', 'b.bank', 'b.account_no', 'b.account_name', 'b.state', 'b.since', 'b.until'])
    .select(['k.display_name as asked_by', 'c.display_name as approved_by', 'p.reason'])
    .where('b.member_id', '=', memberId)
    .orderBy(sql`b.state = 'primary' desc, b.since desc`)
    .execute()

/** When the account was changed last; null: never. */
export async function accountChangedAt(db: Reader, memberId: string): Promise<string | null> {
  const query = db.selectFrom('members').select('account_changed_at').where('id', '=', memberId)
  return (await query.executeTakeFirst())?.account_changed_at ?? null
}

/** The change of bank account that waits for a second person. */
export const pendingChangeOf = (db: Reader, memberId: string) =>
  db
    .selectFrom('approvals as p')
    .innerJoin('employees as e', 'e.id', 'p.maker_id')
    .select(['p.id', 'p.kind', 'e.display_name as maker', 'p.maker_id', 'p.created_at', 'p.expires_at'])
    .select(['p.reason', 'p.entity', 'p.entity_id', 'p.document', 'p.before'])
    .where('p.kind', '=', accountChangeKind)
    .where('p.entity_id', '=', encodeId('member', memberId))
    .where(isWaitingApproval('p'))
    .executeTakeFirst()

/** What was typed, and what the server adds. */
export interface NewMember extends Omit<HandlerInput<typeof memberList.create>, 'note'> {
  readonly passwordHash: string
  readonly sellerId: string | null
  readonly createdBy: string
}

/** Two who race for a phone, a user name or an account are told apart by the indexes alone. */
export async function insertMember(tx: Tx, member: NewMember): Promise<string> {
  const { id } = await tx
    .insertInto('members')
    .values({
      username: member.username,
      phone: member.phone,
      password_hash: member.passwordHash,
      first_name: member.firstName,
      last_name: member.lastName,
      line_id: member.lineId ?? null,
      email: member.email ?? null,
      birth_on: member.birthOn ?? null,
      source_channel: member.sourceChannel,
      seller_id: member.sellerId,
      created_by: member.createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertAccount(tx, id, member, null)
  return id
}

export interface BankAccount {
  readonly bank: string
  readonly accountNo: string
  readonly accountName: string
}

/** A primary account; a later one names the approval it comes from. */
export async function insertAccount(
  tx: Tx,
  memberId: string,
  { bank, accountNo, accountName }: BankAccount,
  approvalId: string | null,
): Promise<void> {
  await tx
    .insertInto('member_bank_accounts')
    .values({
      member_id: memberId,
      bank,
      account_no: accountNo,
      account_name: accountName,
      state: 'primary',
      approval_id: approvalId,
    })
    .execute()
}

export const insertNote = (
  tx: Tx,
  note: { memberId: string; body: string; isPinned: boolean; authorId: string },
) =>
  tx
    .insertInto('member_notes')
    .values({
      member_id: note.memberId,
      body: note.body,
      is_pinned: note.isPinned,
      author_id: note.authorId,
    })
    .execute()

/** The member's row held until the transaction ends. @throws memberNotFound */
export async function lockMember(tx: Tx, id: string) {
  const row = await tx.selectFrom('members').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new ApiError('memberNotFound')
  return row
}

type LastChange = NonNullable<z.output<typeof MemberNow>['last']>

/** Who changed a row last, when and what: what a stale save is told. */
export async function lastChange(db: Reader, memberId: string): Promise<LastChange | null> {
  const row = await db
    .selectFrom('activity_log')
    .select(['actor_name as by', 'at', sql<LastChange['after']>`after`.as('after')])
    .where('entity', '=', 'member')
    .where('entity_id', 'in', storedIds(encodeId('member', memberId)))
    .where('action', 'in', ['updated', 'stateSet', 'accountChanged'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export interface Wanted {
  readonly phone?: string | undefined
  readonly username?: string | undefined
  readonly bank?: string | undefined
  readonly accountNo?: string | undefined
  readonly accountName?: string | undefined
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
}

/** What of a registration is taken already; a name that is taken is only counted. */
export async function findTaken(db: Reader, wanted: Wanted, seen = sql<boolean>`true`) {
  const name = `${wanted.firstName ?? ''} ${wanted.lastName ?? ''}`
  const { rows } = await sql<{ phone: boolean; username: boolean; account: boolean; names: number }>`
    select exists (select from members where phone = ${wanted.phone ?? null}) as phone,
           exists (select from members where username = ${wanted.username ?? null}) as username,
           exists (select from member_bank_accounts where state in ('primary', 'alias')
             and bank = ${wanted.bank ?? null} and account_no = ${wanted.accountNo ?? null}) as account,
           (select count(*) from members m where first_name || ' ' || last_name = ${name}
             and ${seen}) as names`.execute(db)
  return rows[0] ?? { phone: false, username: false, account: false, names: 0 }
}

type ListedKind = z.output<typeof Listed>['kinds'][number]

/** By what somebody is listed; why is written by staff for staff, and does not go out with a refusal. */
export const kindsOf = (listed: readonly { readonly kind: ListedKind }[]) => ({
  kinds: [...new Set(listed.map(({ kind }) => kind))],
})

/** Entries of the blacklist that a phone, account or name is on. */
export async function findBlacklisted(db: Reader, wanted: Wanted) {
  const account = wanted.accountNo ?? ''
  const holder = wanted.accountName ?? ''
  const { rows } = await sql<{ kind: ListedKind; reason: string }>`
    select case kind when 'nameBank' then 'name' else kind end as kind, reason from blacklist
     where removed_at is null and (expires_at is null or expires_at > now()) and (kind, value) in (
      ('phone', ${wanted.phone ?? ''}), ('bankAccount', ${account}),
      ('bankAccount', ${`${wanted.bank ?? ''}:${account}`}),
      ('name', ${`${wanted.firstName ?? ''} ${wanted.lastName ?? ''}`}), ('name', ${holder}),
      ('nameBank', ${`${wanted.bank ?? ''}:${holder}`}))`.execute(db)
  return rows
}
