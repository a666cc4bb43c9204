import type { reportMembers } from '@khlang/contract/values/play-values.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Keyset } from '../../../platform/db/cursor.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { membersFound } from '../../../platform/people/member-search.ts'
import { gameDays, gamesOf, isOfGames, playedColumns, type Asked } from '../play-sums.ts'
import { isOfAll, isOfWhose, isOneOfMany } from './whose.ts'

/** Whose play in which period is asked for. */
export interface UsersAsked extends Asked {
  readonly filter: Asked['filter'] & {
    readonly search?: string | undefined
    readonly who: (typeof reportMembers)[number]
  }
}

/**
 * The ids of the members that a report is of, as a subquery; null for all there are, or for many of them. Of
 * few each is looked up; else the index of the sums is read in its order.
 */
export function someMembers({ actor, filter }: Pick<UsersAsked, 'actor' | 'filter'>) {
  const found = membersFound(actor, filter.search)
  if (found === null && (isOfAll(actor, filter) || filter.isOfMany)) return null
  if (found !== null && isOfAll(actor, filter)) return found
  return sql`select m.id from members m where ${isOfWhose(actor, filter)}
    ${found === null ? sql`` : sql`and m.id = any(array(${found}))`}`
}

export const ofMember = sql.ref('p.member_id')

/** Members aliased m, of those that a report is of. */
export const isSome = (
  { actor, filter }: UsersAsked,
  some: ReturnType<typeof someMembers>,
): RawBuilder<unknown> => (some === null ? isOfWhose(actor, filter) : sql`m.id = any(array(${some}))`)

/** Sums of members aliased p, of those that may be shown. */
export const isShown = (asked: Pick<UsersAsked, 'actor' | 'filter'>): RawBuilder<unknown> => {
  const some = someMembers(asked)
  return some === null
    ? isOneOfMany(asked.actor, asked.filter, ofMember)
    : sql`p.member_id = any(array(${some}))`
}

/** Where sums stand: the places aliased s, and the rows of one of them aliased p, each of a member. */
export interface Places {
  readonly all: RawBuilder<unknown>
  readonly rows: RawBuilder<unknown>
}

/** Where the sums of a period stand: its days and whole months, or games of its days. */
export function placesOf({ period, spans, filter }: UsersAsked): Places {
  if (isOfGames(filter))
    return {
      all: sql`(select s.business_on, s.game_id from play_games s
        where s.business_on between ${period.from}::date and ${period.to}::date
          and s.game_id = any(${gamesOf(filter)}))`,
      rows: sql`play_member_games p where p.business_on = s.business_on and p.game_id = s.game_id`,
    }
  return {
    all: sql`(select 'day' as span, x.day as starts_on from unnest(${[...spans.days]}::date[]) x (day)
      union all select 'month', x.day from unnest(${[...spans.months]}::date[]) x (day))`,
    rows: sql`play_members p where p.span = s.span and p.starts_on = s.starts_on`,
  }
}

/** What was played in a period, by whomever, aliased p. */
export const playedBy = ({ period, spans, filter }: UsersAsked): RawBuilder<unknown> =>
  isOfGames(filter)
    ? sql`play_member_games p where p.business_on between ${period.from}::date and ${period.to}::date
        and p.game_id = any(${gamesOf(filter)})`
    : sql`play_members p where (p.span = 'day' and p.starts_on = any(${[...spans.days]}::date[])
        or p.span = 'month' and p.starts_on = any(${[...spans.months]}::date[]))`

/** The sums of some members, by the array of their ids. */
export function sumsOfMembers(
  { period, spans, filter }: UsersAsked,
  ids: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const columns = sql`p.member_id, ${playedColumns}`
  if (isOfGames(filter))
    return sql`select ${columns} from play_member_games p
      where p.member_id = any(${ids}) and p.business_on between ${period.from}::date and ${period.to}::date
        and p.game_id = any(${gamesOf(filter)}) group by p.member_id`
  const of = (span: string, starts: readonly string[]) => sql`
    select p.* from play_members p where p.member_id = any(${ids}) and p.span = ${span}
       and p.starts_on = any(${[...starts]}::date[])`
  return sql`select ${columns} from (${of('day', spans.days)} union all ${of('month', spans.months)}) p
    group by p.member_id`
}

/** The members of one page by their sums of one day or month, which an index has in order. */
export const bySums = (
  asked: UsersAsked,
  { span, on }: { readonly span: string; readonly on: string },
  keyset: Keyset,
): RawBuilder<unknown> => sql`
  select p.member_id, p.win_minor, p.stake_minor, p.bets, p.stake_minor as "stakeMinor",
         p.valid_minor as "validMinor", p.counted_minor as "countedMinor", p.payout_minor as "payoutMinor",
         ${keyset.key} as "keysetKey"
    from play_members p
   where p.span = ${span} and p.starts_on = ${on}::date and ${isShown(asked)}
     and ${keyset.where ?? sql`true`}
   order by ${keyset.orderBy} limit ${sql.lit(keyset.limit)}`

/** Sums by day, game and member have no order of their own: so many are summed and sorted for a page. */
const sortedMost = 20_000

/** Whether the sums of some games of a period are few enough to be put in order; counted no further. */
export async function areSortable(db: Reader, { period, filter }: UsersAsked): Promise<boolean> {
  const { rows } = await sql<{ sums: number }>`
    select coalesce(sum(greatest(d.members, 1)), 0)::float8 as sums
      from (select p.members from ${gameDays(period, filter)} limit ${sql.lit(sortedMost + 1)}) d`.execute(
    db,
  )
  return (rows[0]?.sums ?? 0) <= sortedMost
}

/** The members of one page by their sums of some games. */
export const byGameSums = (asked: UsersAsked, keyset: Keyset): RawBuilder<unknown> => sql`
  select p.*, ${keyset.key} as "keysetKey"
    from (select p.member_id, (sum(p.payout_minor) - sum(p.stake_minor))::bigint as win_minor,
                 sum(p.stake_minor)::bigint as stake_minor, ${playedColumns}
            from ${playedBy(asked)} and ${isShown(asked)} group by p.member_id) p
   where ${keyset.where ?? sql`true`}
   order by ${keyset.orderBy} limit ${sql.lit(keyset.limit)}`

/** Members counted no further than so many, and rows of theirs read no further. */
export const countMax = 10_000
const readMax = 30_000

/** How many members there are, and whether that is all of them. */
export function countMembers(asked: UsersAsked): RawBuilder<{ members: number; read: number }> {
  const some = someMembers(asked)
  if (asked.filter.who === 'all')
    return sql`select count(*)::integer as members, 0 as read from (select from members m
       where ${isSome(asked, some)} limit ${sql.lit(countMax + 1)}) x`
  const { all, rows } = placesOf(asked)
  const read =
    some === null
      ? sql`select n.member_id from ${all} s cross join lateral (select p.member_id from ${rows}) n`
      : sql`select p.member_id from ${playedBy(asked)} and p.member_id = any(array(${some}))`
  const isOne = some === null ? isOneOfMany(asked.actor, asked.filter, sql.ref('x.member_id')) : sql`true`
  return sql`select count(*) filter (where ${isOne})::integer as members,
         coalesce(sum(x.read), 0)::integer as read
    from (select x.member_id, count(*) as read from (${read} limit ${sql.lit(readMax + 1)}) x group by 1) x`
}
export const isAllRead = (read: number): boolean => read <= readMax
