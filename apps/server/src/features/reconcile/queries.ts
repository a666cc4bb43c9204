import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { reconcile } from '@khlang/contract/reconcile.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import type { DayClose, DayFacts, LateItem } from './day-shapes.ts'
import { isNotCompared } from './provider-facts.ts'

type DayRow = HandlerOutput<typeof reconcile.days>['records'][number]
type Counted = Omit<DayRow, 'status'> & { readonly state: NonNullable<DayRow['state']> }

/** How a day stands, by what was counted last. Pure. */
export function statusOf(
  day: Pick<DayRow, 'state' | 'differenceCount' | 'openCount'>,
  isCompared: boolean,
): DayRow['status'] {
  if (day.state === null) return 'waiting'
  if (day.state === 'closed') return 'closed'
  if (day.differenceCount === null) return 'unchecked'
  if (day.differenceCount === 0) return isCompared ? 'balanced' : 'notCompared'
  return (day.openCount ?? 0) > 0 ? 'withDifferences' : 'explained'
}

/** Days that the ledger has closed, the newest first. */
export async function daysBetween(db: Reader, from: string, to: string): Promise<DayRow[]> {
  const { rows } = await sql<Counted & { isCompared: boolean }>`
    select r.id, r.business_on as "businessOn", r.state, r.difference_count as "differenceCount",
           r.open_count as "openCount", r.difference_minor as "differenceMinor", r.late_count as "lateCount",
           c.closed_at as "closedAt", e.display_name as "closedBy",
           case when r.state <> 'closed' and r.difference_count = 0
             then not ${isNotCompared(sql.ref('r.business_on'))} else true end as "isCompared"
      from reconcile_days r
      left join reconcile_closes c on c.day_id = r.id and c.reopened_at is null
      left join employees e on e.id = c.closed_by
     where r.business_on between ${from}::date and ${to}::date
     order by r.business_on desc limit 100`.execute(db)
  return rows.map(({ isCompared, ...row }) => ({ ...row, status: statusOf(row, isCompared) }))
}

/** The oldest day that people have not closed; null without one. */
export async function oldestOpen(db: Reader): Promise<string | null> {
  const { rows } = await sql<{ on: string | null }>`
    select min(business_on) as on from reconcile_days where state <> 'closed'`.execute(db)
  return rows[0]?.on ?? null
}

/** Each time a day was closed, the newest first. */
export async function closesOf(db: Reader, on: string): Promise<DayClose[]> {
  const { rows } = await sql<DayClose>`
    select c.round, c.closed_at as "closedAt", m.display_name as "closedBy",
           case when a.is_sole_owner then null else k.display_name end as "agreedBy",
           coalesce(a.is_sole_owner, false) as "isAlone", c.difference_count as "differenceCount",
           c.facts_hash as "factsHash", c.reopened_at as "reopenedAt", o.display_name as "reopenedBy",
           c.reopen_reason as "reopenReason", c.packed_at is not null as "isPacked"
      from reconcile_closes c join employees m on m.id = c.closed_by
      left join approvals a on a.id = c.approval_id left join employees k on k.id = a.checker_id
      left join employees o on o.id = c.reopened_by
     where c.business_on = ${on}::date order by c.round desc limit 50`.execute(db)
  return rows
}

/** What was frozen when a day was closed last; null where it is not closed. */
export async function frozenFacts(db: Reader, dayId: string) {
  const { rows } = await sql<{ facts: string; hash: string; closedAt: string }>`
    select facts, facts_hash as hash, closed_at as "closedAt" from reconcile_closes
     where day_id = ${dayId} and reopened_at is null`.execute(db)
  const [row] = rows
  return row ? { facts: JSON.parse(row.facts) as DayFacts, hash: row.hash, closedAt: row.closedAt } : null
}

/** Lines of a bank's day that came after a moment; ids begin with when a line came. */
export async function lateItems(db: Reader, on: string, closedAt: string): Promise<LateItem[]> {
  const { rows } = await sql<LateItem>`
    select l.id as "lineId", a.id as "accountId", a.label, l.bank_time as "bankTime",
           case when l.direction = 'in' then l.amount_minor else -l.amount_minor end as "amountMinor",
           l.received_at as "receivedAt",
           (select t.business_on from transfers t
             where t.key = 'deposit.received:' || outside_id('stl', l.id) || ':1') as "postedOn"
      from bank_accounts a join statement_lines l on l.bank_account_id = a.id and l.value_on = ${on}::date
       and l.id > (select uuidv7(${closedAt}::timestamptz - now()))
     where l.state not in ('duplicate', 'rejected')
     order by l.id limit 500`.execute(db)
  return rows
}

/** The request about a day that waits for a second person. */
export async function waitingRequest(db: Reader, dayId: string) {
  const { rows } = await sql<{ approvalId: string; kind: 'dayClose' | 'dayReopen'; by: string }>`
    select a.id as "approvalId", a.kind, e.display_name as by
      from approvals a join employees e on e.id = a.maker_id
     where a.entity = 'reconcileDay' and a.entity_id = ${encodeId('reconcileDay', dayId)}
       and a.state = 'pending' and a.expires_at > now()
     order by a.created_at desc limit 1`.execute(db)
  return rows[0] ?? null
}
