import { decodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { isSamePerson } from '../../platform/people/same-person.ts'
import { visibleTo } from '../../platform/people/visibility.ts'
import { findCandidates } from '../bank-lines/scoring/candidates.ts'
import { linesWhere, type LineRow } from '../bank-lines/line-queries.ts'
import { doubleMinutes } from './rules.ts'
import { scoreCandidate } from '../bank-lines/scoring/scoring.ts'
import { matchLineOf, type StoredLine } from '../bank-lines/stored-line.ts'

export interface ManualMember {
  readonly id: string
  readonly username: string
  readonly name: string
  readonly state: string
  /** Whether the member is the actor, by their phone. */
  readonly isOwn: boolean
}

/** The member in the actor's sight. @throws memberNotFound */
export async function manualMember(db: Reader, actor: EmployeeActor, id: string): Promise<ManualMember> {
  const { rows } = await sql<ManualMember>`
    select m.id, m.username, m.first_name || ' ' || m.last_name as name, m.state,
           m.id in (select own_members(${actor.id})) as "isOwn"
      from members m where m.id = ${id} and ${visibleTo(actor)}`.execute(db)
  const row = rows[0]
  if (!row) throw new ApiError('memberNotFound')
  return row
}

/** What a person, by all accounts, has credited on a business date without a bank line, and what waits. */
export async function creditedByMaker(db: Reader, makerId: string, on: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    with own as materialized (select person_accounts(${makerId}) as id)
    select (coalesce((select sum(amount_minor) from adjustments
              where maker_id in (select id from own) and business_on = ${on}::date), 0)
          + coalesce((select sum(amount_minor) from approvals
            where maker_id in (select id from own) and kind = 'manualCredit'
              and state = 'pending' and expires_at > now()), 0))::bigint as sum`.execute(db)
  return rows[0]?.sum ?? 0
}

/** What a person has linked by hand alone on a date: it counts in their limit of the day (decisions 42). */
export async function linkedByMaker(db: Reader, makerId: string, on: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount_minor), 0)::bigint as sum from hand_links
     where ${isSamePerson(sql`employee_id`, makerId)} and business_on = ${on} and approval_id is null
       and split_id is null and undone_at is null`.execute(db)
  return rows[0]?.sum ?? 0
}

/** One typist at a time: two requests of a person, by any account, do not both fit under the limit. */
export const lockMaker = (tx: Tx, id: string) =>
  sql`select from employees where ${isSamePerson(sql`id`, id)} order by id for no key update`.execute(tx)

export interface Double {
  readonly reference: string
  readonly at: string
  readonly amountMinor: number
}

/** Deposits and adjustments of the same member and amount around this moment. */
export async function doublesOf(
  db: Reader,
  of: { readonly memberId: string; readonly amountMinor: number; readonly at: string },
): Promise<Double[]> {
  const from = sql`${of.at}::timestamptz - make_interval(mins => ${doubleMinutes})`
  const to = sql`${of.at}::timestamptz + make_interval(mins => ${doubleMinutes})`
  const { rows } = await sql<Double>`
    select reference, at, "amountMinor" from (
      select reference, coalesce(credited_at, created_at) as at,
             coalesce(amount_minor, amount_requested_minor) as "amountMinor"
        from deposits where member_id = ${of.memberId} and state in ('created', 'pending', 'credited')
      union all
      select reference, created_at, amount_minor from adjustments where member_id = ${of.memberId}) x
     where "amountMinor" = ${of.amountMinor} and at between ${from} and ${to} order by at desc
       limit 5`.execute(db)
  return rows
}

/**
 * Money that came in by its own line while a second person was waited for must not be credited again.
 * @throws alreadyMatched with the reference of the deposit that was credited since
 */
export async function assertNotCreditedMeanwhile(
  tx: Tx,
  approvalId: string,
  document: { readonly kind: string; readonly memberId: string; readonly amountMinor: number },
): Promise<void> {
  if (document.kind !== 'realDeposit') return
  const { rows } = await sql<{ reference: string }>`
    select d.reference from deposits d join approvals a on a.id = ${approvalId}
     where d.member_id = ${decodeId('member', document.memberId)}::uuid and d.state = 'credited'
       and d.amount_minor = ${document.amountMinor}
       and d.credited_at >= a.created_at - make_interval(mins => ${doubleMinutes}) limit 1`.execute(tx)
  if (rows[0]) throw new ApiError('alreadyMatched', { details: { reference: rows[0].reference } })
}

/** An open incoming line of this amount that scores for the member, the best one, within a day. */
export async function fittingLine(
  db: Reader,
  of: {
    readonly memberId: string
    readonly amountMinor: number
    readonly accountId: string | undefined
    readonly now: string
  },
  minScore: number,
): Promise<{ line: LineRow; score: number } | null> {
  const { rows } = await sql<{ line: StoredLine }>`
    select to_jsonb(l) - 'match_evidence' || '{"joined_sources": []}'::jsonb as line from statement_lines l
     where direction = 'in' and state in ('unmatched', 'suggested') and amount_minor = ${of.amountMinor}
       and ${of.accountId === undefined ? sql`true` : sql`bank_account_id = ${of.accountId}::uuid`}
       and id > (select uuidv7(${of.now}::timestamptz - now() - interval '25 hours'))
       and received_at > ${of.now}::timestamptz - interval '24 hours' order by id desc limit 20`.execute(db)
  let best: { id: string; score: number } | null = null
  for (const { line } of rows) {
    const { candidates } = await findCandidates(db, line, [of.memberId])
    const member = candidates.find(({ memberId }) => memberId === of.memberId)
    const score = member ? scoreCandidate(matchLineOf(line), member).score : 0
    if (score >= minScore && (best === null || score > best.score)) best = { id: line.id, score }
  }
  if (best === null) return null
  const [line] = await linesWhere(db, sql`l.id = ${best.id}::uuid`, 1)
  return line ? { line, score: best.score } : null
}

/** Accounts real money can have come in on. */
export const depositAccounts = (db: Reader) =>
  db
    .selectFrom('bank_accounts')
    .select(['id', 'label', 'bank'])
    .where('role', '=', 'deposit')
    .where('state', 'not in', ['frozen', 'closed'])
    .orderBy('priority')
    .orderBy('id')
    .execute()

export interface NewAdjustment {
  readonly reference: string
  readonly memberId: string
  readonly kind: 'goodwill' | 'correction'
  readonly amountMinor: number
  readonly reasonCode: string
  readonly remarkMember: string | null
  readonly remarkStaff: string
  readonly makerId: string
  readonly checkerId: string | null
  readonly approvalId: string | null
  readonly businessOn: string
}

export async function insertAdjustment(tx: Tx, adjustment: NewAdjustment): Promise<string> {
  const row = await tx
    .insertInto('adjustments')
    .values({
      reference: adjustment.reference,
      member_id: adjustment.memberId,
      kind: adjustment.kind,
      amount_minor: adjustment.amountMinor,
      reason_code: adjustment.reasonCode,
      remark_member: adjustment.remarkMember,
      remark_staff: adjustment.remarkStaff,
      maker_id: adjustment.makerId,
      checker_id: adjustment.checkerId,
      approval_id: adjustment.approvalId,
      business_on: adjustment.businessOn,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function insertManualDeposit(
  tx: Tx,
  deposit: Omit<NewAdjustment, 'kind' | 'checkerId'> & { accountId: string; now: string },
): Promise<string> {
  const row = await tx
    .insertInto('deposits')
    .values({
      reference: deposit.reference,
      member_id: deposit.memberId,
      state: 'credited',
      method: 'manual',
      amount_minor: deposit.amountMinor,
      bank_account_id: deposit.accountId,
      by_kind: 'employee',
      by_id: deposit.makerId,
      reason_code: deposit.reasonCode,
      remark_member: deposit.remarkMember,
      remark_staff: deposit.remarkStaff,
      approval_id: deposit.approvalId,
      credited_at: deposit.now,
      business_on: deposit.businessOn,
      credits: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** The deposit that an approval made; null for goodwill and corrections. */
export async function depositOf(db: Reader, approvalId: string): Promise<string | null> {
  const row = await db
    .selectFrom('deposits')
    .select('id')
    .where('approval_id', '=', approvalId)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Approvals of manual deposits that wait, with their members; the oldest first. */
export async function pendingManual(db: Reader, actor: EmployeeActor) {
  const { rows } = await sql<{
    id: string
    kind: string
    maker: string
    maker_id: string
    amount_minor: number
    reason: string
    created_at: string
    expires_at: string
    document: Record<string, unknown>
    member_id: string
    username: string
    name: string
    state: string
  }>`
    select a.id, a.kind, e.display_name as maker, a.maker_id, a.amount_minor, a.reason, a.created_at,
      a.expires_at,
           a.document, m.id as member_id, m.username, m.first_name || ' ' || m.last_name as name, m.state
      from approvals a join employees e on e.id = a.maker_id
      join members m on m.id = (a.before ->> 'memberUuid')::uuid
     where a.kind in ('manualDeposit', 'manualCredit') and a.state = 'pending' and a.expires_at > now()
       and ${visibleTo(actor)} order by a.created_at limit 200`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    maker: row.maker,
    isOwn: row.maker_id === actor.id,
    amountMinor: row.amount_minor,
    reason: row.reason,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    member: { id: row.member_id, username: row.username, name: row.name, state: row.state },
    document: row.document,
  }))
}
