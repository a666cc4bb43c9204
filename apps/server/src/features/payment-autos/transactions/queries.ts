import type { HandlerInput, HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { paymentAutos } from '@khlang/contract/payments/payment-autos.ts'
import { sql, type RawBuilder } from 'kysely'
import { assertDateRange } from '../../../platform/business-day.ts'
import type { Keyset } from '../../../platform/db/cursor.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { toleranceMs } from '../../bank-lines/balance-chain.ts'

type Line = HandlerOutput<typeof paymentAutos.lines>['records'][number]
type Filter = HandlerInput<typeof paymentAutos.lineTotals>

/** Signed as it moves the balance. */
const moved = sql`case when l.direction = 'out' then -l.amount_minor else l.amount_minor end`

/** By so much two clocks may differ. */
const tolerance = sql`make_interval(secs => ${sql.lit(toleranceMs / 1000)})`

/** Columns of a line of a statement over statement_lines `l`, and the joins that they need. */
const columns = (seesBalances: boolean): RawBuilder<unknown> => sql`
  l.id, l.direction, ${moved} as "amountMinor",
  case when ${seesBalances}::boolean then l.balance_after_minor end as "balanceAfterMinor",
  case when l.bank_time_precision <> 'none' then l.bank_time end as "bankTime",
  l.received_at as "receivedAt", l.value_on as "valueOn",
  l.payer_bank as "payerBank", l.payer_mask as "payerMask", l.payer_name as "payerName", l.channel, l.ref,
  l.source, l.chain, l.state, coalesce(d.reference, w.reference) as reference,
  case when m.id is not null then json_build_object('id', m.id, 'username', m.username) end as member,
  e.display_name as handler,
  case when g.id is not null then json_build_object(
    'fromAt', to_char(g.from_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'movedMinor', case when ${seesBalances}::boolean then g.to_minor - g.from_minor end) end as gap`
const joins = sql`left join deposits d on d.statement_line_id = l.id and d.state = 'credited'
    and d.split_id is null
  left join withdrawals w on w.settled_line_id = l.id
  left join members m on m.id = coalesce(d.member_id, w.member_id)
  left join employees e on e.id = l.handled_by
  left join lateral (select * from chain_gaps g
     where g.bank_account_id = l.bank_account_id and l.chain in ('linked', 'afterHole')
       and g.to_minor = l.balance_after_minor - ${moved}
       and coalesce(l.bank_time, l.received_at) between coalesce(g.from_at, '-infinity') - ${tolerance}
         and g.to_at + ${tolerance}
     order by g.to_at limit 1) g on true`

/** @throws dateRange */
function conditions(filter: Filter): RawBuilder<unknown> {
  const { id, direction, state, amountMinor, from, to } = filter
  assertDateRange(from, to)
  const all: RawBuilder<unknown>[] = [sql`l.bank_account_id = ${id}`]
  if (direction !== undefined) all.push(sql`l.direction = ${direction}`)
  if (state !== undefined) all.push(sql`l.state = any(${[...state]}::text[])`)
  if (amountMinor !== undefined) all.push(sql`l.amount_minor = ${amountMinor}`)
  if (from !== undefined) all.push(sql`l.value_on >= ${from}`)
  if (to !== undefined) all.push(sql`l.value_on <= ${to}`)
  return sql.join(all, sql` and `)
}

/** Lines of some days stand by day: the days asked for are then one piece of an index. */
export const isOfDays = ({ from, to }: Pick<Filter, 'from' | 'to'>): boolean =>
  from !== undefined || to !== undefined

/** A page of a statement, newest first: the lines, then what belongs to them. @throws dateRange */
export async function pageOfStatement(db: Reader, filter: Filter, keyset: Keyset, seesBalances: boolean) {
  const { rows } = await sql<Line & { keysetKey: string[] }>`
    select ${columns(seesBalances)}, ${keyset.key} as "keysetKey"
      from (select * from statement_lines l where ${conditions(filter)} and ${keyset.where ?? sql`true`}
             order by ${keyset.orderBy} limit ${sql.lit(keyset.limit)}) l ${joins}
     order by ${keyset.orderBy}`.execute(db)
  return keyset.pageOf(rows)
}

export async function findStatementLine(
  db: Reader,
  id: string,
  seesBalances: boolean,
): Promise<Line | undefined> {
  const { rows } = await sql<Line>`
    select ${columns(seesBalances)} from statement_lines l ${joins} where l.id = ${id}`.execute(db)
  return rows[0]
}

type Message = HandlerOutput<typeof paymentAutos.line>['messages'][number]

/** What a line was read from, as it came. */
export async function messagesOf(db: Reader, lineId: string): Promise<Message[]> {
  const { rows } = await sql<Message>`
    select id, source, sender, raw_text as text, received_at as "receivedAt" from bank_messages
     where statement_line_id = ${lineId} order by id`.execute(db)
  return rows
}

/** A row of a file as it stands there; `text` without anything that may tell a balance. */
export interface FileRow extends Omit<HandlerOutput<typeof paymentAutos.line>['fileRows'][number], 'text'> {
  readonly cells: string | null
  readonly text: string
}

/** The rows of imported files that a line is. */
export async function fileRowsOf(db: Reader, lineId: string): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select f.id as "fileId", f.name, r.no, r.cells, r.description as text, f.ended_at as "importedAt"
      from statement_file_rows r join statement_files f on f.id = r.file_id
     where r.line_id = ${lineId} and f.state = 'imported' order by f.ended_at desc limit 20`.execute(db)
  return rows
}

/** What a file of an account is named by: its bank, and the end of its number. */
export async function accountInName(db: Reader, id: string): Promise<string> {
  const { rows } = await sql<{ bank: string; end: string }>`
    select bank, right(account_no, 4) as end from bank_accounts where id = ${id}`.execute(db)
  return rows.map(({ bank, end }) => `${bank}-${end}`).join('')
}

const countedMax = 10_000

/** The lines of a filter, counted to the newest 10,000. @throws dateRange */
export async function totalsOfStatement(db: Reader, filter: Filter) {
  const { rows } = await sql<{ count: number; inMinor: number; outMinor: number }>`
    select count(*)::int as count, coalesce(sum(x.moved) filter (where x.moved > 0), 0)::bigint as "inMinor",
           coalesce(-sum(x.moved) filter (where x.moved < 0), 0)::bigint as "outMinor"
      from (select ${moved} as moved from statement_lines l where ${conditions(filter)}
             order by ${isOfDays(filter) ? sql`l.value_on desc, l.id desc` : sql`l.id desc`}
             limit ${sql.lit(countedMax + 1)}) x`.execute(db)
  const { count, inMinor, outMinor } = rows[0] ?? { count: 0, inMinor: 0, outMinor: 0 }
  const isEstimate = count > countedMax
  return { count: Math.min(count, countedMax), isEstimate, inMinor, outMinor, netMinor: inMinor - outMinor }
}

interface Gap {
  readonly fromMinor: number
  readonly toMinor: number
  readonly fromAt: string | null
  readonly toAt: string
}

/**
 * Where the chain of balances of an account does not follow, newest first: the hole at its end, behind which
 * lines wait, and those that people went on behind.
 */
export async function gapsOf(db: Reader, accountId: string): Promise<Gap[]> {
  const { rows } = await sql<Gap>`
    (select f.last_balance_minor as "fromMinor", l.balance_after_minor - ${moved} as "toMinor",
            case when f.last_line_at is not null then least(f.last_line_at, l.at) end as "fromAt",
            greatest(f.last_line_at, l.at) as "toAt"
       from bank_account_feeds f
      cross join lateral (
        select l.direction, l.amount_minor, l.balance_after_minor,
               coalesce(l.bank_time, l.received_at) as at
          from statement_lines l
         where l.bank_account_id = f.bank_account_id and l.state = 'waiting' and l.chain = 'afterHole'
           and l.balance_after_minor is not null
         order by at, l.id limit 1) l
      where f.bank_account_id = ${accountId} and f.is_broken)
    union all
    (select from_minor, to_minor, from_at, to_at
       from chain_gaps where bank_account_id = ${accountId} order by since desc limit 49)`.execute(db)
  return rows
}
