import { decodeId } from '@khlang/contract/values/values.ts'
import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { keysetOf, type KeysetPage, type KeysetRequest, type SortColumn } from '../../platform/db/cursor.ts'
import type { Reader } from '../../platform/db/db.ts'
import { seesBrand } from '../../platform/people/visibility.ts'
import { hasGuardedSide } from '../../platform/posting/wallet-days.ts'
import {
  entriesOf,
  isTailCut,
  listedOfAmount,
  tailIsCut,
  tailMost,
  tailOf,
  type CreditFilter,
  type Entries,
} from './entries.ts'
import { sourcesOf, type Source } from './sources.ts'

interface EntryRow {
  readonly id: number
  readonly at: string
  readonly kind: string
  readonly source_id: string
  readonly amount_minor: number
  readonly is_out: boolean
  readonly after_minor: number
  readonly code: string
  readonly business_on: string
  readonly value_on: string
  readonly reverses_id: number | null
  readonly reversed_by_id: number | null
}

export interface Entry extends EntryRow {
  readonly member: { readonly id: string; readonly username: string; readonly name: string }
  readonly source: Source
}

const countMax = 10_000

const sortOf = (order: Entries['order']): SortColumn[] =>
  order === 'one'
    ? [{ by: sql.ref('t.version'), type: 'bigint' }]
    : [
        { by: sql.ref('t.business_on'), type: 'date' },
        { by: sql.ref('t.id'), type: 'bigint' },
      ]

/** Found transfers with the member's side of each: amount, balance after, account. */
const shown = (found: RawBuilder<unknown>, more: RawBuilder<unknown>) => sql`
  with found as materialized (select f.*, row_number() over () as place from (${found}) f)
  select t.id, t.created_at as at, t.kind, t.source_id, t.amount_minor, s.is_out,
         case when s.is_out then t.from_after else t.to_after end as after_minor,
         case when s.is_out then fa.code else ta.code end as code, t.business_on, t.value_on,
         t.reverses_id, (select r.id from transfers r where r.reverses_id = t.id) as reversed_by_id ${more}
    from found t join accounts fa on fa.id = t.from_id join accounts ta on ta.id = t.to_id
    cross join lateral (select fa.code like 'member:%:cash' as is_out) s
   order by t.place`

async function withNames(db: Reader, rows: readonly EntryRow[]): Promise<Entry[]> {
  const idOf = (code: string): string => decodeId('member', code.split(':')[1] ?? '') ?? ''
  const ids = [...new Set(rows.map((row) => idOf(row.code)))].filter((id) => id !== '')
  const sources = await sourcesOf(db, [...new Set(rows.map((row) => row.source_id))])
  const members = await sql<{ id: string; username: string; name: string }>`
    select id, username, first_name || ' ' || last_name as name from members where id =
      any(${ids}::uuid[])`.execute(db)
  const known = new Map(members.rows.map((member) => [member.id, member]))
  return rows.map((row) => {
    const id = idOf(row.code)
    return {
      ...row,
      source: sources(row.source_id),
      member: known.get(id) ?? { id, username: '', name: '' },
    }
  })
}

export interface Asked {
  readonly actor: EmployeeActor
  readonly filter: CreditFilter
}

/**
 * One page of entries, newest first. @param most of what is not listed yet, the newest so many; null: all
 * @throws invalidCursor, dateRange, notFound
 */
export async function listEntries(
  db: Reader,
  { actor, filter }: Asked,
  request: Pick<KeysetRequest, 'input' | 'secrets'>,
  most: number | null = tailMost,
): Promise<KeysetPage<Entry> & { readonly isBehind: boolean }> {
  const entries = await entriesOf(db, actor, filter, most)
  const sort = sortOf(entries.order)
  const keyset = keysetOf({ ...request, actor, sort, list: 'creditTransactions.list' })
  const found = entries.find(keyset.where ?? sql`true`, keyset.orderBy, keyset.limit)
  const hasCut = entries.hasTail && most !== null
  const more = sql`, ${keyset.key} as "keysetKey", ${hasCut ? tailIsCut : sql`false`} as is_behind`
  const { rows } = await sql<
    EntryRow & { keysetKey: string[]; is_behind: boolean }
  >`${shown(found, more)}`.execute(db)
  const page = keyset.pageOf(rows)
  const isBehind = rows[0]?.is_behind ?? (hasCut && (await isTailCut(db)))
  return { ...page, isBehind, records: await withNames(db, page.records) }
}

const newestFirst = (order: Entries['order']) =>
  order === 'one' ? sql`t.version desc` : sql`t.business_on desc, t.id desc`

/** The first entries of a filter, for a file. */
export async function firstEntries(db: Reader, { actor, filter }: Asked, limit: number): Promise<Entry[]> {
  const entries = await entriesOf(db, actor, filter, null)
  const orderBy = newestFirst(entries.order)
  const found = entries.find(sql`true`, orderBy, limit)
  const { rows } = await sql<EntryRow>`${shown(found, sql``)}`.execute(db)
  return withNames(db, rows)
}

interface KindSum {
  readonly kind: string
  readonly count: number
  readonly inMinor: number
  readonly outMinor: number
}

// Looked up one by one: the tail is short, and joined, the planner would read every account for it.
const isCash = (id: string) =>
  sql`(select a.code like 'member:%:cash' from accounts a where a.id = ${sql.ref(id)})`

/** Days that are asked for; those that are not stay out of the text, and out of the plan. */
const within = (day: string, { from, to }: CreditFilter) =>
  sql`${from === undefined ? sql`` : sql`and ${sql.ref(day)} >= ${from}::date`}
    ${to === undefined ? sql`` : sql`and ${sql.ref(day)} <= ${to}::date`}`

/** The ready sums of certain transfers and, in the same statement, those that came after. */
const readySums = (kinds: readonly string[], filter: CreditFilter) => sql`
  select kind, sum(n)::bigint as count, sum(i)::bigint as "inMinor", sum(o)::bigint as "outMinor" from (
    select kind, entries as n, in_minor as i, out_minor as o from wallet_days
     where kind = any(${[...kinds]}::text[]) ${within('business_on', filter)}
    union all
    select t.kind, 1, case when s.is_out then 0 else t.amount_minor end,
           case when s.is_out then t.amount_minor else 0 end
      from ${tailOf(sql`true`, tailMost)}
      cross join lateral (select ${isCash('t.from_id')} as is_out) s
     where ${hasGuardedSide} and t.kind = any(${[...kinds]}::text[]) ${within('t.business_on', filter)}
       and (s.is_out or ${isCash('t.to_id')})) x
   group by kind having sum(n) > 0 order by kind`

/**
 * Sums by kind over a filter: exact from ready sums for days and kinds, unless the job is far behind; else
 * counted to 10,000 entries.
 */
export async function sumEntries(db: Reader, { actor, filter }: Asked) {
  const entries = await entriesOf(db, actor, filter)
  const { memberId, amountMinor, reference } = filter
  const isReady =
    seesBrand(actor) && memberId === undefined && amountMinor === undefined && !reference?.trim()
  const sidesOf = ({ find, order }: Entries) => sql`
    select t.kind, t.amount_minor, fa.code like 'member:%:cash' as is_out
      from (${find(sql`true`, newestFirst(order), countMax + 1)}) t join accounts fa on fa.id = t.from_id`
  const found =
    entries.tail && amountMinor !== undefined
      ? sql`${listedOfAmount(entries.kinds, filter, countMax + 1)} union all ${sidesOf(entries.tail)}`
      : sidesOf(entries)
  const counted = sql`
    select kind, count(*) as count,
           coalesce(sum(amount_minor) filter (where not is_out), 0)::bigint as "inMinor",
           coalesce(sum(amount_minor) filter (where is_out), 0)::bigint as "outMinor"
      from (${found}) x group by kind order by kind`
  const { rows } = await sql<KindSum>`${isReady ? readySums(entries.kinds, filter) : counted}`.execute(db)
  const total = (of: (row: KindSum) => number) => rows.reduce((sum, row) => sum + of(row), 0)
  const count = total((row) => row.count)
  const [inMinor, outMinor] = [total((row) => row.inMinor), total((row) => row.outMinor)]
  const isCapped = !isReady && count > countMax
  return {
    count: isCapped ? countMax : count,
    isEstimate: isCapped || (entries.hasTail && (await isTailCut(db))),
    inMinor,
    outMinor,
    netMinor: inMinor - outMinor,
    kinds: rows,
  }
}

export interface JournalLine {
  readonly id: number
  readonly key: string
  readonly posting_id: string
  readonly kind: string
  readonly at: string
  readonly business_on: string
  readonly value_on: string
  readonly source_id: string
  readonly debit: string
  readonly credit: string
  readonly amount_minor: number
  readonly from_after: number | null
  readonly to_after: number | null
  readonly reverses_id: number | null
  readonly reversed_by_id: number | null
}

/** Every leg of the posting a transfer belongs to, found by the keys its legs must have. */
export async function journalOf(db: Reader, transferId: number): Promise<JournalLine[]> {
  const { rows } = await sql<JournalLine>`
    with one as (select regexp_replace(key, '/[0-9]+$', '') as base, leg_count from transfers where id =
      ${transferId}),
    keys as (select one.base || case when n = 1 then '' else '/' || n end as key
               from one, generate_series(1, one.leg_count) n)
    select t.id, t.key, t.posting_id, t.kind, t.created_at as at, t.business_on, t.value_on, t.source_id,
           fa.code as debit, ta.code as credit, t.amount_minor, t.from_after, t.to_after,
           t.reverses_id, (select r.id from transfers r where r.reverses_id = t.id) as reversed_by_id
      from transfers t join accounts fa on fa.id = t.from_id join accounts ta on ta.id = t.to_id
     where t.key in (select key from keys) order by t.id`.execute(db)
  return rows
}

/** The entries just before and just after a moment. */
export async function entriesAround(db: Reader, asked: Asked, at: string): Promise<Entry[]> {
  const entries = await entriesOf(db, asked.actor, asked.filter)
  const before = entries.find(sql`t.created_at <= ${at}::timestamptz`, sql`t.version desc`, 5)
  const after = entries.find(sql`t.created_at > ${at}::timestamptz`, sql`t.version`, 5)
  const both = sql`select * from ((select * from (${before}) b) union all (select * from (${after}) a)) t
    order by t.version desc`
  const { rows } = await sql<EntryRow>`${shown(both, sql``)}`.execute(db)
  return withNames(db, rows)
}
