import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { LineNow } from '@khlang/contract/kit/error-details.ts'
import type { preTransactionMatching } from '@khlang/contract/pre-transactions/matching.ts'
import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { assertDateRange } from '../../platform/business-day.ts'
import type { Keyset, SortColumn } from '../../platform/db/cursor.ts'
import type { Reader } from '../../platform/db/db.ts'
import { likeLiteral } from '../../platform/db/like.ts'
import { readRollup, sumOf } from '../../platform/work/rollups.ts'
import { isUnreadMessage } from '../../platform/waiting.ts'

export type LineRow = HandlerOutput<typeof preTransactionMatching.lines>['records'][number]
export interface LineFilter {
  readonly scope: 'open' | 'all'
  readonly accountId?: string | undefined
  readonly state?: readonly string[] | undefined
  readonly direction?: 'in' | 'out' | undefined
  readonly amountMinor?: number | undefined
  readonly hasPayer?: boolean | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly search?: string | undefined
}

/** States in which a person still has something to do. */
export const openStates = ['waiting', 'suggested', 'unmatched', 'quarantined', 'unlinked', 'refundPending']

const open = sql`l.state in ('waiting', 'suggested', 'unmatched', 'quarantined', 'unlinked', 'refundPending')`

/** The conditions of a filter on statement_lines `l`, but for its search. @throws dateRange */
function plainConditions(filter: LineFilter): RawBuilder<unknown> {
  assertDateRange(filter.from, filter.to)
  const all: RawBuilder<unknown>[] = [sql`true`]
  if (filter.scope === 'open') all.push(open)
  if (filter.accountId !== undefined) all.push(sql`l.bank_account_id = ${filter.accountId}`)
  if (filter.state !== undefined) all.push(sql`l.state = any(${[...filter.state]}::text[])`)
  if (filter.direction !== undefined) all.push(sql`l.direction = ${filter.direction}`)
  if (filter.amountMinor !== undefined) all.push(sql`l.amount_minor = ${filter.amountMinor}`)
  if (filter.hasPayer !== undefined) {
    const has = sql`(l.payer_mask is not null or l.payer_name is not null)`
    all.push(filter.hasPayer ? has : sql`not ${has}`)
  }
  if (filter.from !== undefined) all.push(sql`l.business_on >= ${filter.from}`)
  if (filter.to !== undefined) all.push(sql`l.business_on <= ${filter.to}`)
  return sql.join(all, sql` and `)
}

/** So many lines a search finds; whoever wants another types more. */
const foundMax = 1000

/** Names and short ends of numbers have no index: they are looked for among so many of the newest lines. */
const lookedThrough = 20_000

/** The newest lines of a filter, before its search. */
const newest = (filter: LineFilter, most: number) =>
  sql`select l.id, l.payer_name, l.payer_mask from statement_lines l where ${plainConditions(filter)}
       order by l.id desc limit ${sql.lit(most)}`

const searchOf = (filter: LineFilter): string => filter.search?.trim() ?? ''

/**
 * The ids of lines that a search finds, the nearest way first: a reference of the bank or of the deposit, and
 * four digits or more at the end of a number, wherever they stand; then a piece of a name, and a shorter
 * end, among the newest lines of the filter.
 */
function linesFound(search: string, newestLines: RawBuilder<unknown>): RawBuilder<unknown> {
  const most = sql.lit(foundMax)
  const text = likeLiteral(search)
  const ways = [
    sql`(select l.id from statement_lines l where l.ref = ${search} order by l.id desc limit ${most})`,
    sql`(select s.statement_line_id from deposits s where s.reference = ${search}
          and s.statement_line_id is not null)`,
    ...(/\d{4}$/.test(search)
      ? [
          sql`(select e.id from (select l.id, l.payer_mask from statement_lines l
            where right(l.payer_mask, 4) = ${search.slice(-4)} order by l.id desc limit ${most}) e
            where e.payer_mask like ${`%${text}`})`,
        ]
      : []),
    sql`(select n.id from (${newestLines}) n
          where n.payer_name ilike ${`%${text}%`} or n.payer_mask like ${`%${text}`})`,
  ]
  return sql`select f.id from (${sql.join(ways, sql` union all `)}) f limit ${most}`
}

/** All conditions of a filter on statement_lines `l`. @throws dateRange */
function lineConditions(filter: LineFilter): RawBuilder<unknown> {
  const search = searchOf(filter)
  if (search === '') return plainConditions(filter)
  const found = linesFound(search, newest(filter, lookedThrough))
  return sql`l.id = any(array(${found})) and ${plainConditions(filter)}`
}

interface Searched {
  readonly reads: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
  /** Whether lines may be left out: it found too many, or did not look through all of them. */
  readonly mayLeaveOut: RawBuilder<unknown>
}

/** The lines of a filter to be counted: what a search looks through is read once. @throws dateRange */
function countedLines(filter: LineFilter): Searched {
  const search = searchOf(filter)
  const plain = plainConditions(filter)
  if (search === '') return { reads: sql``, where: plain, mayLeaveOut: sql`false` }
  const lookedAt = sql`select * from newest order by id desc limit ${sql.lit(lookedThrough)}`
  return {
    reads: sql`with newest as materialized (${newest(filter, lookedThrough + 1)}),
      found as materialized (${linesFound(search, lookedAt)})`,
    where: sql`l.id = any(array(select id from found)) and ${plain}`,
    mayLeaveOut: sql`(select count(*) from found) >= ${sql.lit(foundMax)}
      or (select count(*) from newest) > ${sql.lit(lookedThrough)}`,
  }
}

const memberJson = sql`case when m.id is null then null else json_build_object('id', m.id, 'username',
  m.username,
  'name', m.first_name || ' ' || m.last_name, 'state', m.state) end`

/**
 * Columns of a LineRow over statement_lines `l`, and the joins they need. What lies on our own account is for
 * those who may see balances.
 */
const rowColumns = (
  seesBalances: boolean,
) => sql`l.id, l.bank_account_id as "accountId", l.direction, l.amount_minor as "amountMinor",
  case when l.bank_time_precision <> 'none' then l.bank_time end as "bankTime", l.received_at as "receivedAt",
  case when ${seesBalances}::boolean then l.balance_after_minor end as "balanceAfterMinor",
  l.payer_bank as "payerBank", l.payer_mask as "payerMask",
  l.payer_name as "payerName", l.channel, l.chain, l.state, l.score, l.reason,
  l.suggestion_count as "suggestionCount",
  case when d.id is null then null else json_build_object('id', d.id, 'reference', d.reference)
    end as deposit,
  ${memberJson} as member, e.display_name as handler, l.handled_at as "handledAt",
  l.possible_double_of is not null as "isPossibleDouble",
  exists (select from approvals p where p.kind = 'lineLink' and p.state = 'pending' and p.expires_at > now()
    and p.entity_id = outside_id('stl', l.id)) as "isLinkAsked", l.version`
const rowJoins = sql`left join deposits d on d.statement_line_id = l.id and d.state = 'credited'
    and d.split_id is null
  left join members m on m.id = d.member_id left join employees e on e.id = l.handled_by`

/** When a line was settled; one that nobody touched, as it came. By `statement_lines_handled`. */
export const byHandled: SortColumn = {
  by: sql`coalesce(l.handled_at, l.received_at)`,
  type: 'timestamptz',
}

/** Lines of some days stand by day: the days asked for are then one piece of an index. */
export const byDay: SortColumn = { by: sql.ref('l.business_on'), type: 'date' }

/** The rows of a page of lines, newest first, for `keyset.pageOf`. */
export async function rowsOfLines(db: Reader, filter: LineFilter, keyset: Keyset, seesBalances: boolean) {
  const { rows } = await sql<LineRow & { keysetKey: string[] }>`
    select ${rowColumns(seesBalances)}, ${keyset.key} as "keysetKey" from statement_lines l ${rowJoins}
     where ${lineConditions(filter)} and ${keyset.where ?? sql`true`}
     order by ${keyset.orderBy} limit ${sql.lit(keyset.limit)}`.execute(db)
  return rows
}

/** Lines that meet a condition on `l`, newest first. */
export async function linesWhere(
  db: Reader,
  where: RawBuilder<unknown>,
  limit: number,
  seesBalances = false,
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`select ${rowColumns(seesBalances)} from statement_lines l ${rowJoins}
     where ${where} order by l.id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** How many lines are open, from what is kept counted. */
export async function countOpenLines(db: Reader): Promise<number> {
  const counted = await readRollup(db, 'line', null)
  return sumOf(counted.filter(({ parts: [state] }) => openStates.includes(state ?? ''))).count
}

const countedMax = 10_000

/** Count, sum and ageing of a filter, counted to 10,000 lines; of a search, of the lines that it lists. */
export async function totalsOfLines(db: Reader, filter: LineFilter, now: string) {
  const { reads, where, mayLeaveOut } = countedLines(filter)
  const { rows } = await sql<{ age: string | null; count: number; amount: number; isPart: boolean }>`
    ${reads}
    select x.age, coalesce(x.count, 0) as count, coalesce(x.amount, 0) as amount, p.is_part as "isPart"
      from (select ${mayLeaveOut} as is_part) p left join (
        select case when age < interval '15 minutes' then 'under15Minutes'
                    when age < interval '1 hour' then 'under1Hour'
                    when age < interval '1 day' then 'under1Day'
                    when age < interval '30 days' then 'under30Days' else 'over30Days' end as age,
               count(*)::int as count, sum(amount_minor)::bigint as amount
          from (select ${now}::timestamptz - l.received_at as age, l.amount_minor from statement_lines l
                 where ${where} order by l.id desc limit ${sql.lit(countedMax + 1)}) l
         group by 1) x on true`.execute(db)
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  const ages = ['under15Minutes', 'under1Hour', 'under1Day', 'under30Days', 'over30Days'].map((age) => {
    const row = rows.find((one) => one.age === age)
    return [age, { count: row?.count ?? 0, amountMinor: row?.amount ?? 0 }] as const
  })
  return {
    count: Math.min(count, countedMax),
    isEstimate: count > countedMax || rows.some(({ isPart }) => isPart),
    amountMinor: rows.reduce((sum, row) => sum + row.amount, 0),
    ages: Object.fromEntries(ages),
  }
}

export interface LineMessage {
  readonly id: string
  readonly source: string
  readonly sender: string
  readonly text: string
  readonly receivedAt: string
}

/** The messages that lines and their doubles were read from, each beside the line that they are told at. */
export async function messagesOfLines(db: Reader, ids: readonly string[]) {
  const { rows } = await sql<LineMessage & { readonly isOfDouble: boolean; readonly lineId: string }>`
    with told as (select id as "lineId", id as source_id from unnest(${[...ids]}::uuid[]) id
      union all select into_id, line_id from line_merges
       where into_id = any(${[...ids]}::uuid[]) and reversed_at is null)
    select t."lineId", b.id, b.source, b.sender, b.raw_text as text, b.received_at as "receivedAt",
           t.source_id <> t."lineId" as "isOfDouble"
      from told t join bank_messages b on b.statement_line_id = t.source_id order by b.id`.execute(db)
  return rows
}

const messagesOf = async (db: Reader, id: string) =>
  (await messagesOfLines(db, [id])).map(({ lineId: _lineId, ...message }) => message)

/** The messages a line was read from, and the reasoning of its decision. */
export async function evidenceOfLine(db: Reader, id: string) {
  const messages = await messagesOf(db, id)
  const line = await sql<{ evidence: unknown; handledBy: string | null; handledAt: string | null }>`
    select match_evidence as evidence, handled_by as "handledBy", handled_at as "handledAt"
      from statement_lines
     where id = ${id}`.execute(db)
  return { messages, line: line.rows[0] }
}

/** The line that another may repeat. */
export async function lineBefore(db: Reader, id: string | null) {
  if (id === null) return null
  const { rows } = await sql<{ id: string; receivedAt: string; state: LineRow['state'] }>`
    select id, received_at as "receivedAt", state from statement_lines where id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Who handled a line, for those who came later. */
export async function handlerOfLine(db: Reader, id: string) {
  const { rows } = await sql<z.output<typeof LineNow>>`
    select l.state, l.version, coalesce(e.display_name, case when l.state = 'autoMatched' then 'auto'
      end) as by,
           coalesce(l.handled_at, d.credited_at) as at
      from statement_lines l left join employees e on e.id = l.handled_by
      left join deposits d on d.statement_line_id = l.id and d.state = 'credited' and d.split_id is null
     where l.id = ${id}`.execute(db)
  return rows[0]
}

export interface FailedMessage extends LineMessage {
  readonly accountId: string | null
  readonly failure: string
  readonly deviceId: string
  readonly device: string
}

const kindOfMessage = {
  unreadable: isUnreadMessage('b'),
  notMoney: sql`b.state = 'notMoney'`,
}

/** Messages that became no line; of those that move no money `failure` says what they are about. */
export async function pageOfFailedMessages(db: Reader, kind: keyof typeof kindOfMessage, keyset: Keyset) {
  const { rows } = await sql<FailedMessage & { keysetKey: string[] }>`
    select b.id, b.bank_account_id as "accountId", b.source, b.sender, b.raw_text as text,
      b.received_at as "receivedAt",
           coalesce(b.failure, b.parsed ->> 'about', '') as failure, v.id as "deviceId",
           v.name as device,
           ${keyset.key} as "keysetKey"
      from bank_messages b join devices v on v.id = b.device_id
     where ${kindOfMessage[kind]} and ${keyset.where ?? sql`true`}
     order by ${keyset.orderBy} limit ${sql.lit(keyset.limit)}`.execute(db)
  return keyset.pageOf(rows)
}

/** Sets an unreadable message aside. @returns false when there is none that waits */
export async function dismissMessage(db: Reader, messageId: string, employeeId: string): Promise<boolean> {
  const { rows } = await sql`update bank_messages set dismissed_at = now(), dismissed_by = ${employeeId}
     where id = ${messageId} and state in ('parseFailed', 'senderUnknown') and dismissed_at is null
    returning id`.execute(db)
  return rows.length === 1
}
