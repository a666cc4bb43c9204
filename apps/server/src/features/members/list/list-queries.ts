import type { HandlerInput } from '@khlang/contract/kit/define.ts'
import type { memberList } from '@khlang/contract/members/list.ts'
import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from '../../../platform/people/actor.ts'
import { keysetOf } from '../../../platform/db/cursor.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { searchCondition } from '../../../platform/people/member-search.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { seesBrand, visibleTo } from '../../../platform/people/visibility.ts'
import {
  allOf,
  rangesOf,
  sortColumns,
  type Condition,
  type MemberFilter,
  type Seen,
} from './list-filter.ts'
import { askedOf, usualBounds, type ReadBounds } from './list-asked.ts'
import { countSource, pageSource } from './list-sources.ts'
import { membersWaiting, waitingChangeOf, type WaitingChange } from '../waiting-changes.ts'

type ListInput = HandlerInput<typeof memberList.list>

export interface ListedMember {
  readonly id: string
  readonly username: string
  readonly first_name: string
  readonly last_name: string
  readonly phone: string
  readonly bank: string | null
  readonly account_no: string | null
  readonly level: number
  readonly tags: string[]
  readonly state: string
  readonly balance_minor: number
  readonly deposit_minor: number
  readonly withdrawal_minor: number
  readonly net_minor: number
  readonly last_deposit_at: string | null
  readonly last_login_at: string | null
  readonly created_at: string
  readonly version: number
  readonly waiting_change: WaitingChange | null
}

/** Counted no further than this; beyond it a total is an estimate. Source: decisions 15. */
const countMax = 10_000

/** What a filter says of members aliased m themselves, where the other forms ask member_facets. */
function ownConditions(filter: MemberFilter): Condition[] {
  const { state, level, tag, source, bank, hasNeverDeposited: never } = filter
  return [
    ...(state && state.length > 0 ? [sql<boolean>`m.state = any(${[...state]}::text[])`] : []),
    ...(level === undefined ? [] : [sql<boolean>`m.level = ${level}`]),
    ...(tag ? [sql<boolean>`m.tags @> array[${tag}]::text[]`] : []),
    ...(source ? [sql<boolean>`m.source_channel = ${source}`] : []),
    ...(bank
      ? [
          sql<boolean>`exists (select from member_bank_accounts b
            where b.member_id = m.id and b.state = 'primary' and b.bank = ${bank})`,
        ]
      : []),
    ...(never === undefined ? [] : [sql<boolean>`(f.deposit_count = 0) = ${never}::boolean`]),
  ]
}

/**
 * The whole filter as one plain condition on members aliased m and member_facts aliased f: what a
 * seller's few
 * members and files are read by, and what the other forms are tested against.
 * @throws dateRange, outOfRange
 */
function conditions(filter: MemberFilter, { actor, settings }: Seen): Condition {
  const ranges = rangesOf(filter, settings)
  const search = searchCondition(actor, filter.search)
  const waiting = filter.accountChange
    ? sql<boolean>`m.id = any(array(${membersWaiting(actor, filter.accountChange)}))`
    : null
  const more = [ranges.createdAt, ranges.balance, search, waiting].filter((condition) => condition !== null)
  return allOf([visibleTo(actor), ...ownConditions(filter), ...more])
}

const columns = sql`m.id, m.username, m.first_name, m.last_name, m.phone, a.bank, a.account_no, m.level,
  m.tags,
  m.state, f.balance_minor, f.deposit_minor, f.withdrawal_minor, f.net_minor, f.last_deposit_at,
    f.last_login_at,
  m.created_at, m.version`

/** The rows of some members in the order of the page they were found for. */
const selectRows = (actor: EmployeeActor, page: RawBuilder<unknown>, more: RawBuilder<unknown>) => sql`
  with page as materialized (${page})
  select ${columns}, ${waitingChangeOf(actor)} as waiting_change ${more}
    from page p join members m on m.id = p.id join member_facts f on f.member_id = p.id
    left join member_bank_accounts a on a.member_id = p.id and a.state = 'primary' order by p.place`

/** One page of members. @throws invalidCursor, dateRange, outOfRange */
export async function listMembers(
  db: Reader,
  input: ListInput,
  seen: Seen,
  secrets: Secrets,
  most: ReadBounds | 'plain' = seesBrand(seen.actor) ? usualBounds : 'plain',
) {
  const { sort: wanted, isAscending, size: _size, after: _after, before, ...filter } = input
  const isSearch = searchCondition(seen.actor, filter.search) !== null
  const sort = wanted === 'match' && !isSearch ? 'createdAt' : wanted
  const keyset = keysetOf({
    list: 'members.list',
    sort: sortColumns(sort, isAscending),
    input,
    actor: seen.actor,
    secrets,
  })
  const { orderBy, limit } = keyset
  const bounds = keyset.where ?? sql<boolean>`true`
  // Whoever has few members finds them by the same places.
  const ways = sort === 'match' && most === 'plain' ? usualBounds : most
  const asked = ways === 'plain' ? null : await askedOf(db, filter, seen, ways)
  if (asked?.facets?.length === 0)
    return { ...keyset.pageOf<ListedMember & { keysetKey: string[] }>([]), isOfNearest: false }
  const { rows: found, isOfNearest } =
    asked === null || ways === 'plain'
      ? {
          rows: sql`select f.* from members m join member_facts f on f.member_id = m.id
            where ${conditions(filter, seen)} and ${bounds} order by ${orderBy} limit ${sql.lit(limit)}`,
          isOfNearest: false,
        }
      : await pageSource(db, asked, { sort, bounds, orderBy, limit, isBack: before !== undefined }, ways)
  const page = sql`select f.member_id as id, ${keyset.key} as key, row_number() over (order by ${orderBy}) as
    place from (${found}) f`
  const { rows } = await sql<ListedMember & { keysetKey: string[] }>`
    ${selectRows(seen.actor, page, sql`, p.key as "keysetKey"`)}`.execute(db)
  return { ...keyset.pageOf(rows), isOfNearest }
}

/** The first members of a filter, newest first, for a file. */
export async function firstMembers(db: Reader, filter: MemberFilter, seen: Seen, limit: number) {
  const page = sql`select m.id, row_number() over (order by f.created_at desc, f.member_id desc) as place
    from members m join member_facts f on f.member_id = m.id
   where ${conditions(filter, seen)} order by f.created_at desc, f.member_id desc limit ${sql.lit(limit)}`
  const { rows } = await sql<ListedMember>`${selectRows(seen.actor, page, sql``)}`.execute(db)
  return rows
}

export interface MemberTotals {
  readonly count: number
  readonly isEstimate: boolean
  readonly balanceMinor: number
  readonly depositMinor: number
  readonly withdrawalMinor: number
  readonly netMinor: number
}

const summed = new Set(['state', 'level', 'source', 'hasNeverDeposited'])
const isSummed = (filter: MemberFilter): boolean =>
  Object.entries(filter).every(([key, value]) => value === undefined || summed.has(key))

/** Members to be counted; null when nobody has such values. */
async function toCount(db: Reader, filter: MemberFilter, seen: Seen, most: ReadBounds | 'plain') {
  if (most !== 'plain') {
    const asked = await askedOf(db, filter, seen, most)
    return asked.facets?.length === 0 ? null : countSource(db, asked, countMax, most)
  }
  const rows = sql`select f.balance_minor, f.deposit_minor, f.withdrawal_minor, true as fits
    from members m join member_facts f on f.member_id = m.id
   where ${conditions(filter, seen)} limit ${sql.lit(countMax + 1)}`
  return { rows, examinedMost: countMax }
}

/**
 * Count and sums of a filter: from member_sums where it says, else counted to 10,000. An estimate is at
 * least what
 * it says: counting ended at 10,000 found or 20,000 looked through.
 */
export async function totalMembers(
  db: Reader,
  filter: MemberFilter,
  seen: Seen,
  most: ReadBounds | 'plain' = seesBrand(seen.actor) ? usualBounds : 'plain',
): Promise<MemberTotals> {
  const sums = (of: RawBuilder<unknown>) => sql`
    coalesce(sum(balance_minor) ${of}, 0)::bigint as "balanceMinor",
    coalesce(sum(deposit_minor) ${of}, 0)::bigint as "depositMinor",
    coalesce(sum(withdrawal_minor) ${of}, 0)::bigint as "withdrawalMinor",
    coalesce(sum(deposit_minor - withdrawal_minor) ${of}, 0)::bigint as "netMinor"`
  if (seesBrand(seen.actor) && isSummed(filter)) {
    const never = filter.hasNeverDeposited
    const { rows } = await sql<Omit<MemberTotals, 'isEstimate'>>`
      select coalesce(sum(members), 0)::bigint as count, ${sums(sql``)} from member_sums
       where (${filter.state ?? null}::text[] is null or state = any(${filter.state ?? null}::text[]))
         and (${filter.level ?? null}::int is null or level = ${filter.level ?? null}::int)
         and (${filter.source ?? null}::text is null or source_channel = ${filter.source ?? null}::text)
         and (${never ?? null}::boolean is null or has_deposited <> ${never ?? null}::boolean)`.execute(db)
    return { ...(rows[0] ?? noMembers), isEstimate: false }
  }
  const counted = await toCount(db, filter, seen, most)
  if (counted === null) return { ...noMembers, isEstimate: false }
  const { rows } = await sql<Omit<MemberTotals, 'isEstimate'> & { examined: number }>`
    select count(*) filter (where fits) as count, count(*) as examined, ${sums(sql`filter (where fits)`)}
      from (${counted.rows}) found`.execute(db)
  const { examined, ...found } = rows[0] ?? { ...noMembers, examined: 0 }
  const isEstimate = found.count > countMax || examined > counted.examinedMost
  return { ...found, count: Math.min(found.count, countMax), isEstimate }
}

const noMembers = { count: 0, balanceMinor: 0, depositMinor: 0, withdrawalMinor: 0, netMinor: 0 }
