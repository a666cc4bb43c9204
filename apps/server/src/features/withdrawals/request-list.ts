import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { preTransactionRequests } from '@khlang/contract/pre-transactions/requests.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { Context } from '../../platform/call/context.ts'
import { keysetOf } from '../../platform/db/cursor.ts'
import type { Reader } from '../../platform/db/db.ts'
import { likeLiteral } from '../../platform/db/like.ts'
import { maskAccountNo } from '../../platform/people/masks.ts'
import { searchCondition } from '../../platform/people/member-search.ts'
import { countNumberSearch } from '../../platform/call/number-searches.ts'
import { readRollup, sumOf } from '../../platform/work/rollups.ts'
import { seesBrand, visibleMember, visibleTo } from '../../platform/people/visibility.ts'
import { notGreen, type WithdrawalCheck } from './checks.ts'

type RequestContext = Pick<
  Context<typeof preTransactionRequests.requests>,
  'input' | 'actor' | 'services' | 'requestId'
>

/** A row of the requests screen as the database gives it; the same columns for withdrawals and deposits. */
export interface RequestRow {
  kind: 'deposit' | 'withdrawal'
  id: string
  reference: string
  at: string
  member_id: string
  username: string
  name: string
  member_state: string
  state: string
  amount_minor: number
  bank_account_id: string | null
  member_bank: string | null
  member_account_no: string | null
  credit_before_minor: number | null
  credit_after_minor: number | null
  source: 'auto' | 'employee' | 'member'
  handler: string | null
  claimed_by: string | null
  claimed_until: string | null
  deadline: string
  checks: WithdrawalCheck[]
  band: string | null
  remark_member: string | null
  remark_staff: string | null
  reason_code: string | null
  version: number
}

type Slip = HandlerOutput<typeof preTransactionRequests.requests>['records'][number]['slip']

/** Withdrawals in the columns of RequestRow; the member's row is `m`. */
export const withdrawalColumns: RawBuilder<unknown> = sql`
  select 'withdrawal' as kind, w.id, w.reference, w.requested_at as at, m.id as member_id, m.username,
         m.first_name || ' ' || m.last_name as name, m.state as member_state, w.state, w.amount_minor,
         w.bank_account_id, w.to_bank as member_bank, w.to_account_no as member_account_no,
         w.credit_before_minor, w.credit_after_minor,
         case when w.is_phone_request then 'employee' else 'member' end as source, d.display_name as handler,
         c.display_name as claimed_by, w.claimed_until, w.sla_ends_at as deadline, w.checks, w.band,
         w.remark_member, w.remark_staff, w.reason_code, w.version, null::json as slip
    from withdrawals w join members m on m.id = w.member_id
    left join employees c on c.id = w.claimed_by left join employees d on d.id = coalesce(w.decided_by,
      w.first_approved_by)`

const depositColumns = sql`
  select 'deposit' as kind, w.id, w.reference, w.created_at as at, m.id as member_id, m.username,
         m.first_name || ' ' || m.last_name as name, m.state as member_state, w.state,
         coalesce(w.amount_minor, w.amount_requested_minor, 0) as amount_minor, w.bank_account_id,
         w.from_bank as member_bank, w.from_account_no as member_account_no, w.credit_before_minor,
         w.credit_after_minor, w.by_kind as source, e.display_name as handler, null as claimed_by,
         null::timestamptz as claimed_until, coalesce(w.sla_ends_at, w.created_at) as deadline,
           '[]'::jsonb as checks,
         null as band, w.remark_member, w.remark_staff, w.reason_code, w.version,
         (select json_build_object('state', s.state, 'isAmountOther', s.told is not null and
              (s.told ->> 'amountMinor')::bigint is distinct from
                coalesce(w.amount_minor, w.amount_requested_minor))
            from slips s where s.deposit_id = w.id order by s.id desc limit 1) as slip
    from deposits w join members m on m.id = w.member_id left join employees e on e.id = w.by_id`

/** A row as the screens read it. A claim whose time is over is nobody's. */
export const queueRowOf = (row: RequestRow, nowMs: number) => {
  const isClaimed = row.claimed_until !== null && Date.parse(row.claimed_until) > nowMs
  return {
    kind: row.kind,
    id: encodeId(row.kind, row.id),
    reference: row.reference,
    at: row.at,
    member: { id: row.member_id, username: row.username, name: row.name, state: row.member_state },
    state: row.state,
    amountMinor: row.amount_minor,
    accountId: row.bank_account_id,
    bankTime: null,
    memberBank: row.member_bank,
    memberAccountMasked: row.member_account_no === null ? null : maskAccountNo(row.member_account_no),
    creditBeforeMinor: row.credit_before_minor,
    creditAfterMinor: row.credit_after_minor,
    source: row.source,
    handler: row.handler,
    claimedBy: isClaimed ? row.claimed_by : null,
    claimedUntil: isClaimed ? row.claimed_until : null,
    slaEndsAt: row.deadline,
    checksFailed: notGreen(row.checks),
    band: row.band,
    remarkMember: row.remark_member,
    remarkStaff: row.remark_staff,
    reasonCode: row.reason_code,
    takeBack: null,
    version: row.version,
  }
}

/** What is searched for: the beginning of a reference, or whatever members are found by. */
const found = (actor: EmployeeActor, search: string | undefined): RawBuilder<unknown> => {
  const isFound = searchCondition(actor, search)
  if (isFound === null) return sql`true`
  return sql`(w.reference ilike ${`${likeLiteral(search?.trim() ?? '')}%`} or ${isFound})`
}

const dueWithdrawals = ['review', 'failed', 'unknown']
const dueDeposits = ['pending']
const statesOf = (states: readonly string[]): RawBuilder<unknown> =>
  sql`w.state in (${sql.join(states.map((state) => sql.lit(state)))})`

/** A request that waits for its line, and whose member has shown a slip of it. */
const isShownSlip = sql`(w.state = 'created' and exists (select from slips s where s.deposit_id = w.id))`

/** How many there are of them: from what is kept counted where somebody sees the whole brand. */
export async function countRequests(db: Reader, actor: EmployeeActor): Promise<number> {
  if (seesBrand(actor)) {
    const counted = await readRollup(db, 'queue', null)
    const isDue = ([kind, state]: readonly (string | null)[]): boolean =>
      (kind === 'deposit' ? dueDeposits : dueWithdrawals).includes(state ?? '')
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from deposits w where ${isShownSlip}`.execute(db)
    return sumOf(counted.filter(({ parts }) => isDue(parts))).count + (rows[0]?.count ?? 0)
  }
  const of = (table: string, is: RawBuilder<unknown>) => sql`select w.member_id from ${sql.table(table)} w
    where ${is} and ${visibleMember(actor, sql.ref('w.member_id'))}`
  const deposits = sql`(${statesOf(dueDeposits)} or ${isShownSlip})`
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    ${of('withdrawals', statesOf(dueWithdrawals))} union all ${of('deposits', deposits)}) x`.execute(db)
  return rows[0]?.count ?? 0
}

/** Only what needs a person, by deadline: reviews, failed and unknown payouts, deposits that wait. */
export async function requestList(db: Reader, { input, actor, services, requestId }: RequestContext) {
  await countNumberSearch({ services, actor, requestId, input })
  const keyset = keysetOf({
    list: 'requests',
    sort: [
      { by: sql.ref('q.deadline'), type: 'timestamptz', isAscending: true },
      { by: sql.ref('q.id'), type: 'uuid', isAscending: true },
    ],
    input,
    actor,
    secrets: services.secrets,
  })
  const seen = sql`${visibleTo(actor)} and ${found(actor, input.search)}`
  // Each kind is read in the list's order and no further than the page.
  const ends = sql`order by ${keyset.orderBy} limit ${sql.lit(keyset.limit)}`
  const pageOf = (of: RawBuilder<unknown>) =>
    sql`(select q.* from (${of} and ${seen}) q where ${keyset.where ?? sql`true`} ${ends})`
  const page = sql<RequestRow & { slip: Slip; keysetKey: string[] }>`
    select q.*, ${keyset.key} as "keysetKey" from (
      ${pageOf(sql`${withdrawalColumns} where ${statesOf(dueWithdrawals)}`)}
      union all ${pageOf(sql`${depositColumns} where ${statesOf(dueDeposits)}`)}
      union all ${pageOf(sql`${depositColumns} where ${isShownSlip}`)}) q ${ends}`
  const { rows } = await services.reads.firstPage(actor, 'requests page', input, () => page.execute(db))
  const due = keyset.pageOf(rows)
  const shown = (row: (typeof due.records)[number]) => ({
    ...queueRowOf(row, services.now()),
    slip: row.slip,
  })
  return { ...due, records: due.records.map((row) => shown(row)) }
}
