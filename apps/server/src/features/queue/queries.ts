import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { preTransactionQueue } from '@khlang/contract/pre-transactions/queue.ts'
import {
  cancelledDepositStates,
  cancelledWithdrawalStates,
  waitingDepositStates,
  waitingWithdrawalStates,
} from '@khlang/contract/values/value-lists.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Actor, EmployeeActor } from '../../platform/people/actor.ts'
import { assertDateRange } from '../../platform/business-day.ts'
import { keysetOf, type KeysetRequest } from '../../platform/db/cursor.ts'
import type { Reader } from '../../platform/db/db.ts'
import { maskAccountNo } from '../../platform/people/masks.ts'
import { membersFound } from '../../platform/people/member-search.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { SharedReads } from '../../platform/people/shared-reads.ts'
import { visibleMember } from '../../platform/people/visibility.ts'

export type QueueRow = HandlerOutput<typeof preTransactionQueue.queueRow>
export interface QueueFilter {
  readonly tab: Tab
  readonly search?: string | undefined
  readonly accountId?: string | undefined
  readonly memberId?: string | undefined
  readonly state?: readonly string[] | undefined
  readonly on?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly amountMinor?: number | undefined
  readonly amountMinMinor?: number | undefined
  readonly amountMaxMinor?: number | undefined
}
export type Tab = 'all' | 'deposits' | 'withdrawals' | 'waiting' | 'done' | 'cancelled'

/** The states a tab shows, of either kind; null: all of them, absent: none. */
const tabStates: Readonly<
  Record<Tab, { deposit?: readonly string[] | null; withdrawal?: readonly string[] | null }>
> = {
  all: { deposit: null, withdrawal: null },
  deposits: { deposit: null },
  withdrawals: { withdrawal: null },
  waiting: { deposit: waitingDepositStates, withdrawal: waitingWithdrawalStates },
  done: { deposit: ['credited'], withdrawal: ['paid'] },
  cancelled: { deposit: cancelledDepositStates, withdrawal: cancelledWithdrawalStates },
}
export const tabOf = (kind: 'deposit' | 'withdrawal', state: string): Tab[] =>
  (Object.keys(tabStates) as Tab[]).filter((tab) => {
    const states = tabStates[tab][kind]
    return states === null || states?.includes(state) === true
  })

export const amountOfDeposit = sql`coalesce(q.amount_minor, q.amount_requested_minor)`

/** The conditions of a filter on one of the two tables, named `q`. @throws dateRange */
export function conditions(
  actor: EmployeeActor,
  kind: 'deposit' | 'withdrawal',
  filter: QueueFilter,
): RawBuilder<unknown> {
  assertDateRange(filter.from, filter.to)
  const states = tabStates[filter.tab][kind]
  if (states === undefined) return sql`false`
  const amount = kind === 'deposit' ? amountOfDeposit : sql`q.amount_minor`
  const all: RawBuilder<unknown>[] = [visibleMember(actor, sql.ref('q.member_id'))]
  // Said literally: an index of what waits serves no states that come as a value.
  if (states !== null) all.push(sql`q.state in (${sql.join(states.map((state) => sql.lit(state)))})`)
  if (filter.state !== undefined) all.push(sql`q.state = any(${[...filter.state]}::text[])`)
  if (filter.accountId !== undefined) all.push(sql`q.bank_account_id = ${filter.accountId}`)
  if (filter.memberId !== undefined) all.push(sql`q.member_id = ${filter.memberId}`)
  if (filter.on !== undefined) all.push(sql`q.business_on = ${filter.on}`)
  if (filter.from !== undefined) all.push(sql`q.business_on >= ${filter.from}`)
  if (filter.to !== undefined) all.push(sql`q.business_on <= ${filter.to}`)
  if (filter.amountMinor !== undefined) all.push(sql`${amount} = ${filter.amountMinor}`)
  if (filter.amountMinMinor !== undefined) all.push(sql`${amount} >= ${filter.amountMinMinor}`)
  if (filter.amountMaxMinor !== undefined) all.push(sql`${amount} <= ${filter.amountMaxMinor}`)
  return sql.join(all, sql` and `)
}

type OfFound = (found: RawBuilder<unknown>) => RawBuilder<unknown>
const ofFound: OfFound = (found) => sql`q.member_id = any(array(${found}))`

/**
 * The ways by which a search finds rows of one table, named `q`: each is read by an index of its own, and no
 * row by two of them. Without a search there is one way, all rows.
 */
export function searchArms(
  actor: EmployeeActor,
  { search }: QueueFilter,
  ofMembers: OfFound = ofFound,
): RawBuilder<unknown>[] {
  const found = membersFound(actor, search)
  if (found === null) return [sql`true`]
  const reference = search?.trim().toUpperCase()
  return [sql`q.reference = ${reference}`, sql`q.reference <> ${reference} and ${ofMembers(found)}`]
}

const depositSource = sql`'deposit'::text as kind, q.id, q.business_on, q.reference, q.created_at as at,
  q.member_id, q.state,
  coalesce(${amountOfDeposit}, 0) as amount, q.bank_account_id, q.statement_line_id as line_id,
    q.from_bank as bank,
  q.from_account_no as account_no, q.credit_before_minor as before, q.credit_after_minor as after,
    q.by_kind as source,
  q.by_id as handler_id, null::uuid as claimed_by, null::timestamptz as claimed_until,
  case when q.state in ('created', 'pending') then q.sla_ends_at end as sla_ends_at, '[]'::jsonb as checks,
  null::text as band, q.remark_member, q.remark_staff, q.reason_code, q.version,
  case when q.state <> 'credited' then null
    when q.method not in ('manual', 'gateway') and q.split_id is null
      then jsonb_build_object('lineId', q.statement_line_id)
    when q.method = 'manual' and q.statement_line_id is null then jsonb_build_object('lineId', null)
    end as "takeBack"`
const withdrawalSource = sql`'withdrawal'::text as kind, q.id, q.business_on, q.reference,
  q.requested_at as at, q.member_id, q.state,
  q.amount_minor as amount, q.bank_account_id, q.settled_line_id as line_id, q.to_bank as bank,
  q.to_account_no as account_no, q.credit_before_minor as before, q.credit_after_minor as after,
  coalesce(q.decision_kind, 'member') as source,
  coalesce(q.decided_by, q.first_approved_by) as handler_id, q.claimed_by, q.claimed_until,
  case when q.state in ('review', 'approved', 'failed', 'unknown') then q.sla_ends_at end as sla_ends_at,
    q.checks,
  q.band, q.remark_member, q.remark_staff, q.reason_code, q.version, null::jsonb as "takeBack"`

interface SourceRow extends Omit<
  QueueRow,
  'memberAccountMasked' | 'checksFailed' | 'claimedBy' | 'claimedUntil' | 'member'
> {
  readonly accountNo: string | null
  readonly checks: readonly { code: string; result: string }[]
  readonly claimer: string | null
  readonly claimedUntil: string | null
  readonly memberId: string
  readonly username: string
  readonly name: string
  readonly memberState: string
  readonly keysetKey: string[]
}

const columns = sql`q.kind, q.id, q.reference, q.at, q.state, q.amount as "amountMinor",
  q.bank_account_id as "accountId",
  case when l.bank_time_precision <> 'none' then l.bank_time end as "bankTime", q.bank as "memberBank",
  q.account_no as "accountNo", q.before as "creditBeforeMinor", q.after as "creditAfterMinor", q.source,
  e.display_name as handler, c.display_name as claimer, q.claimed_until as "claimedUntil",
  q.sla_ends_at as "slaEndsAt", q.checks, q.band, q.remark_member as "remarkMember",
    q.remark_staff as "remarkStaff",
  q.reason_code as "reasonCode", q.version, q."takeBack", m.id as "memberId", m.username,
    m.first_name || ' ' || m.last_name as name,
  m.state as "memberState"`
const joins = sql`join members m on m.id = q.member_id left join statement_lines l on l.id = q.line_id
  left join employees e on e.id = q.handler_id
  left join employees c on c.id = q.claimed_by and q.claimed_until > now()`

const passing = new Set(['pass', 'notApplicable'])

function rowOf(row: SourceRow): QueueRow {
  const { accountNo, checks, claimer, memberId, username, name, memberState, keysetKey: _, ...rest } = row
  const isMask = accountNo === null || /\D/.test(accountNo)
  return {
    ...rest,
    member: { id: memberId, username, name, state: memberState },
    memberAccountMasked: isMask ? accountNo : maskAccountNo(accountNo),
    checksFailed: checks.filter((check) => !passing.has(check.result)).map((check) => check.code),
    claimedBy: claimer,
    claimedUntil: claimer === null ? null : rest.claimedUntil,
    // The outside names its kind itself.
    id: row.id,
  }
}

/** What of each kind is read: where a page begins, in which order, and how many rows at most. */
interface Cut {
  readonly where: RawBuilder<unknown>
  readonly orderBy: RawBuilder<unknown>
  readonly limit: number
}

/**
 * The states of a filter, each as a condition of its own: an index has each in the order of the list, and
 * none has several. What a search finds is few, and what waits has an index for all its states.
 */
function stateArms(kind: 'deposit' | 'withdrawal', filter: QueueFilter): RawBuilder<unknown>[] {
  const { tab, state: asked, search } = filter
  const ofTab = tabStates[tab][kind]
  if ((search ?? '') !== '' || tab === 'waiting' || ofTab === undefined) return [sql`true`]
  const states = asked && ofTab ? asked.filter((state) => ofTab.includes(state)) : (asked ?? ofTab)
  if (states === null || states.length === 0) return [sql`true`]
  // One that is asked for twice is shown once.
  return [...new Set(states)].map((state) => sql`q.state = ${state}`)
}

/** What a filter may ask of rows beside its tab and search: each field, or the program does not compile. */
const narrowing: Readonly<Record<Exclude<keyof QueueFilter, 'tab' | 'search'>, true>> = {
  accountId: true,
  memberId: true,
  state: true,
  on: true,
  from: true,
  to: true,
  amountMinor: true,
  amountMinMinor: true,
  amountMaxMinor: true,
}
const isNarrowed = (filter: QueueFilter): boolean =>
  Object.keys(narrowing).some((name) => filter[name as keyof typeof narrowing] !== undefined)

/**
 * Where a search is all that is asked, the rows of a page are chosen by the index of members alone, and only
 * those are read: a thousand members have ten thousand rows. One more than the page has, since the row of
 * that reference is another way's.
 */
function pageOfFound(
  kind: 'deposit' | 'withdrawal',
  filter: QueueFilter,
  { where, orderBy, limit }: Cut,
): OfFound {
  if (tabStates[filter.tab][kind] !== null || isNarrowed(filter)) return ofFound
  return (found) => sql`q.id = any(array(select q.id from ${sql.table(`${kind}s`)} q
    where ${ofFound(found)} and ${where} order by ${orderBy} limit ${sql.lit(limit + 1)}))`
}

/**
 * Deposits and withdrawals of a filter, each kind cut by itself: PostgreSQL merges no union whose arms have
 * conditions, and would read and sort all there ever were of both for one page.
 */
function both(actor: EmployeeActor, filter: QueueFilter, cut: Cut) {
  const { where, orderBy, limit } = cut
  const end = sql`order by ${orderBy} limit ${sql.lit(limit)}`
  const armsOf = (kind: 'deposit' | 'withdrawal', columnsOf: RawBuilder<unknown>) =>
    searchArms(actor, filter, pageOfFound(kind, filter, cut)).flatMap((way) =>
      stateArms(kind, filter).map(
        (state) => sql`(select ${columnsOf} from ${sql.table(`${kind}s`)} q
          where ${conditions(actor, kind, filter)} and ${way} and ${state} and ${where} ${end})`,
      ),
    )
  const arms = [...armsOf('deposit', depositSource), ...armsOf('withdrawal', withdrawalSource)]
  return sql`select * from (${sql.join(arms, sql` union all `)}) q ${end}`
}

/** A page of deposits and withdrawals by the moment they began. */
export async function pageOfQueue(
  db: Reader,
  actor: EmployeeActor,
  filter: QueueFilter & KeysetRequest['input'],
  { secrets, reads }: { secrets: Secrets; reads?: SharedReads },
) {
  const isAscending = isOldestFirst(filter)
  const keyset = keysetOf({
    list: 'queue',
    sort: [
      ...(isOfDays(filter) ? [{ by: sql.ref('q.business_on'), type: 'date' as const, isAscending }] : []),
      { by: sql.ref('q.id'), type: 'uuid', isAscending },
    ],
    input: filter,
    actor,
    secrets,
  })
  const cut = { where: keyset.where ?? sql`true`, orderBy: keyset.orderBy, limit: keyset.limit }
  const asked = sql<SourceRow>`
    select ${columns}, ${keyset.key} as "keysetKey"
      from (${both(actor, filter, cut)}) q ${joins} order by ${keyset.orderBy}`
  const read = () => asked.execute(db)
  const { rows } = await (reads ? reads.firstPage(actor, 'queue page', filter, read) : read())
  const page = keyset.pageOf(rows)
  return { ...page, records: page.records.map((row) => rowOf({ ...row, keysetKey: [] })) }
}

/** What waits is shown the longest waiting first, everything else the newest first. */
const isOldestFirst = (filter: Pick<QueueFilter, 'tab'>): boolean => filter.tab === 'waiting'

/** Rows of several days stand by day: the days asked for are then one piece of an index. */
const isOfDays = ({ from, to }: Pick<QueueFilter, 'from' | 'to'>): boolean =>
  from !== undefined || to !== undefined

/** The first rows of a filter in the order of the list, for the export. */
export async function newestOfQueue(db: Reader, actor: EmployeeActor, filter: QueueFilter, limit: number) {
  const way = isOldestFirst(filter) ? sql`asc` : sql`desc`
  const orderBy = isOfDays(filter) ? sql`q.business_on ${way}, q.id ${way}` : sql`q.id ${way}`
  const { rows } = await sql<SourceRow>`
    select ${columns}, array[]::text[] as "keysetKey"
      from (${both(actor, filter, { where: sql`true`, orderBy, limit })}) q ${joins}
     order by ${orderBy}`.execute(db)
  return rows.map(rowOf)
}

/** Rows of one kind in the actor's sight, in no order. */
export async function rowsOfQueue(
  db: Reader,
  actor: Actor,
  kind: 'deposit' | 'withdrawal',
  ids: readonly string[],
): Promise<QueueRow[]> {
  if (ids.length === 0) return []
  const source =
    kind === 'deposit'
      ? sql`select ${depositSource} from deposits q`
      : sql`select ${withdrawalSource} from withdrawals q`
  const { rows } = await sql<SourceRow>`
    select ${columns}, array[]::text[] as "keysetKey" from (${source}
      where q.id = any(${[...ids]}::uuid[]) and ${visibleMember(actor, sql.ref('q.member_id'))}) q
    ${joins}`.execute(db)
  return rows.map(rowOf)
}
