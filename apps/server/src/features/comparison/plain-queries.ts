import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import { likeLiteral } from '../../platform/db/like.ts'
import { ms, type DayOf } from './day-queries.ts'
import { feeMaxMinor } from './day-shapes.ts'

// Pairs that the books tie and that differ in nothing: nearly all of a day. What screens need of them is
// found, counted and cut into pages by the database.

/** As little of a pair as sums and order need. */
export interface PlainPair {
  readonly lineId: string
  readonly recordId: string
  readonly amountMinor: number
  readonly atMs: number
  readonly recordAtMs: number
  readonly isByHand: boolean
  readonly memberId: string
}

const recordsOf = ({ accountId, on, direction }: DayOf) =>
  direction === 'in'
    ? sql`select d.id, d.statement_line_id as line_id, d.amount_minor, d.member_id, d.reference,
                 coalesce(d.credited_at, d.created_at) as at
            from deposits d
           where d.bank_account_id = ${accountId} and d.business_on = ${on}::date and d.state = 'credited'
             and d.split_id is null`
    : // One that was asked for on another day than it was paid on is judged with the rest.
      sql`select w.id, w.settled_line_id as line_id, w.amount_minor - w.fee_minor as amount_minor,
                 w.member_id, w.reference, coalesce(w.sent_at, w.paid_at) as at, w.to_bank, w.to_account_no
            from withdrawals w
            join payouts p on p.withdrawal_id = w.id and p.state <> 'failed'
             and p.bank_account_id = ${accountId} and p.business_on = ${on}::date
           where w.bank_account_id = ${accountId} and w.business_on = ${on}::date and w.state = 'paid'`

/** What the bank prints does not contradict the account that was paid. */
const isPayee = sql`(l.payer_bank is null or l.payer_bank = r.to_bank) and (l.payer_mask is null
  or reverse(regexp_replace(r.to_account_no, '\\D', '', 'g'))
     like replace(reverse(l.payer_mask), '?', '_') || '%'
  or length(l.payer_mask) > length(r.to_account_no) and mask_fits(l.payer_mask, r.to_account_no))`

/** Whether a line and a record are tied and differ in nothing. A part of a split never has its whole line. */
const isPair = ({ direction }: DayOf) => sql`r.line_id = l.id and r.amount_minor = l.amount_minor
  ${direction === 'in' ? sql`` : sql`and (l.is_by_hand or ${isPayee})`}`

/** `<>`: for `=` the planner reads all lines of a direction from another index beside those of the day. */
const linesOf = ({ accountId, on, direction }: DayOf) => sql`
  select id, amount_minor, ${ms(sql`coalesce(bank_time, received_at)`)} as at_ms,
         handled_by is not null as is_by_hand, payer_bank, payer_mask, payer_name, ref, balance_after_minor,
         possible_double_of as double_of
    from statement_lines where bank_account_id = ${accountId} and value_on = ${on}::date
     and direction <> ${direction === 'in' ? 'out' : 'in'}`

/**
 * `l`: the lines of the day; `plain`: the pairs. Both sides of a day lie together and are read whole, then
 * joined: a look-up for each line would be ten thousand.
 */
const dayTables = (of: DayOf) => sql`l as materialized (${linesOf(of)}),
  r as materialized (${recordsOf(of)}),
  plain as materialized (
    select l.id as line_id, r.id as record_id, l.amount_minor, l.at_ms, ${ms(sql`r.at`)} as record_at_ms,
           l.is_by_hand, l.ref, l.payer_name, l.payer_mask, r.member_id, r.reference
      from l join r on ${isPair(of)})`

/** The pairs of these lines, each looked up: of a few lines. */
const pairsOf = (lines: RawBuilder<unknown>, of: DayOf) => sql`
  select l.id as "lineId", r.id as "recordId", l.amount_minor as "amountMinor", l.at_ms as "atMs",
         ${ms(sql`r.at`)} as "recordAtMs", l.is_by_hand as "isByHand", r.member_id as "memberId"
    from (${lines} offset 0) l
   cross join lateral (select * from (${recordsOf(of)}) r where ${isPair(of)} offset 0) r`

const pairColumns = sql`line_id as "lineId", record_id as "recordId", amount_minor as "amountMinor",
  at_ms as "atMs", record_at_ms as "recordAtMs", is_by_hand as "isByHand", member_id as "memberId"`

/** A line that comes later than this after another of its amount cannot tell of the same movement. */
const alikeMs = 90_000

/** What of a day must be judged, by ids, and what the pairs come to that need not. */
export interface ToJudge {
  /** Lines that no pair has. */
  readonly restLines: readonly string[]
  /** Those, and lines that look like one of them. */
  readonly lines: readonly string[]
  /** Deposits of the day, or withdrawals paid out on it, that no pair has. */
  readonly restRecords: readonly string[]
  /** Pairs that take part in the rule: their line looks like an open one, or they pay a member twice. */
  readonly pairs: readonly PlainPair[]
  readonly sums: readonly PlainSum[]
}
export interface PlainSum {
  readonly isByHand: boolean
  readonly count: number
  readonly minor: number
}

/**
 * What a day leaves to be judged beside its plain pairs. `not in`: of `not exists` the planner expects one
 * row, and then compares each line with each.
 */
export async function toJudge(db: Reader, of: DayOf): Promise<ToJudge> {
  const isOut = of.direction === 'out'
  const again = isOut
    ? sql`(member_id, amount_minor) in (select member_id, amount_minor from plain group by 1, 2
        having count(*) > 1) or record_id in (select subject_id from double_payments
        where bank_account_id = ${of.accountId} and day_on = ${of.on}::date)`
    : sql`false`
  const records = isOut
    ? sql`select withdrawal_id as id from payouts where bank_account_id = ${of.accountId}
        and business_on = ${of.on}::date and state <> 'failed'`
    : sql`select id from deposits where bank_account_id = ${of.accountId} and business_on = ${of.on}::date`
  const list = (rows: RawBuilder<unknown>) => sql`coalesce((select json_agg(x) from (${rows}) x), '[]')`
  const ids = (rows: RawBuilder<unknown>) => sql`coalesce((select json_agg(x.id) from (${rows}) x), '[]')`
  const { rows } = await sql<ToJudge>`
    with ${dayTables(of)},
    rest as materialized (
      select l.* from l where l.id not in (select line_id from plain)),
    shown (id) as materialized (
      select id from rest
      union select d.id from rest x join l d on d.amount_minor = x.amount_minor
        and (${
          isOut
            ? sql`true`
            : sql`x.double_of = d.id
          or abs(x.at_ms - d.at_ms) <= ${sql.lit(alikeMs)}`
        })
      union select d.id from rest x join l d on d.ref = x.ref
      ${
        isOut
          ? sql`union select d.id from rest x
                  join l d on d.balance_after_minor = x.balance_after_minor + x.amount_minor
                 where x.amount_minor <= ${sql.lit(feeMaxMinor)}`
          : sql``
      })
    select ${ids(sql`select id from rest`)} as "restLines", ${ids(sql`select id from shown`)} as lines,
      ${ids(sql`select o.id from (${records}) o
         where o.id not in (select record_id from plain)`)} as "restRecords",
      ${list(sql`select ${pairColumns} from plain
         where line_id in (select id from shown) or ${again}`)} as pairs,
      ${list(sql`select is_by_hand as "isByHand", count(*) as count, sum(amount_minor) as minor
         from plain group by is_by_hand`)} as sums`.execute(db)
  return rows[0] ?? { restLines: [], lines: [], restRecords: [], pairs: [], sums: [] }
}

/** All plain pairs of a day. */
export async function plainPairs(db: Reader, of: DayOf): Promise<PlainPair[]> {
  const { rows } = await sql<PlainPair>`
    with ${dayTables(of)} select ${pairColumns} from plain`.execute(db)
  return rows
}

/** Where a page begins: behind this moment and line, or before it. */
interface PlainPlace {
  readonly atMs: string
  readonly lineId: string
}
export interface PlainWindow {
  readonly place: PlainPlace | null
  readonly isBackward: boolean
  /** More than the page holds by one. */
  readonly count: number
  /** Linked by a person or by the system; absent: both. */
  readonly isByHand: boolean | undefined
  /** Lines whose pairs were judged. */
  readonly but: readonly string[]
}

/**
 * The plain pairs around a place of a day, newest first, that a page may need: `count` on the side it reads,
 * one on the other, which says that there is more.
 */
export async function plainAround(db: Reader, of: DayOf, at: PlainWindow): Promise<PlainPair[]> {
  const { place, isBackward, count, isByHand, but } = at
  // The order is said twice: the inner one sorts the lines, the outer one promises it of the pairs, and costs
  // nothing, for looking up keeps it.
  const side = (where: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: number) =>
    sql`(${pairsOf(
      sql`select * from (${linesOf(of)}) l
     where id <> all(${[...but]}::uuid[]) and ${where}
       ${isByHand === undefined ? sql`` : sql`and is_by_hand = ${isByHand}`}
     order by ${order}`,
      of,
    )} order by ${order} limit ${limit})`
  const newest = sql`l.at_ms desc, l.id desc`
  if (place === null) return (await sql<PlainPair>`${side(sql`true`, newest, count)}`.execute(db)).rows
  const key = sql`(${place.atMs}::bigint, ${place.lineId}::uuid)`
  const { rows } = await sql<PlainPair>`
    ${side(sql`(at_ms, id) < ${key}`, newest, isBackward ? 1 : count)}
    union all
    ${side(sql`(at_ms, id) >= ${key}`, sql`l.at_ms, l.id`, isBackward ? count + 1 : 1)}`.execute(db)
  return rows
}

/** The plain pairs in which a text or an amount is found. */
export async function plainFound(
  db: Reader,
  of: DayOf,
  search: string,
  minor: number | null,
): Promise<PlainPair[]> {
  const like = `%${likeLiteral(search)}%`
  const { rows } = await sql<PlainPair>`
    with ${dayTables(of)},
    named as (
      select id from members where id = any(array(select member_id from plain)) and username ilike ${like})
    select ${pairColumns} from plain
     where ref ilike ${like} or payer_name ilike ${like} or payer_mask ilike ${like}
        or reference ilike ${like} or amount_minor = ${minor}::bigint
        or member_id in (select id from named)`.execute(db)
  return rows
}

/** The plain pair of a line of the day; undefined where it is none. */
export const plainOf = async (db: Reader, of: DayOf, lineId: string): Promise<PlainPair | undefined> => {
  const { rows } = await sql<PlainPair>`
    ${pairsOf(sql`select * from (${linesOf(of)}) l where id = ${lineId}::uuid`, of)}`.execute(db)
  return rows[0]
}
