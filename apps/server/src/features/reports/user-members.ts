import type { reportMembers } from '@khlang/contract/values/play-values.ts'
import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { Keyset } from '../../platform/db/cursor.ts'
import { membersFound } from '../../platform/people/member-search.ts'
import { seesBrand, visibleTo } from '../../platform/people/visibility.ts'
import type { Period, Spans } from './period.ts'
import { gamesOf, isOfGames, playedColumns, type GameFilter } from './play-sums.ts'

/** Whose play in which period is asked for. */
export interface UsersAsked {
  readonly actor: EmployeeActor
  readonly period: Period
  readonly isAsOf: boolean
  readonly spans: Spans
  readonly filter: GameFilter & {
    readonly search?: string | undefined
    readonly sellerId?: readonly string[] | undefined
    readonly who: (typeof reportMembers)[number]
  }
}

/**
 * The ids of the members that a person sees or searches, as a subquery; null for all there are. Of few
 * members each is looked up; of all, the index of the sums is read in its order.
 */
export function someMembers({ actor, filter }: Pick<UsersAsked, 'actor' | 'filter'>) {
  const { sellerId } = filter
  const found = membersFound(actor, filter.search)
  if (sellerId === undefined && found !== null) return found
  if (sellerId === undefined && seesBrand(actor)) return null
  return sql`select m.id from members m where ${visibleTo(actor)}
    ${sellerId === undefined ? sql`` : sql`and m.seller_id = any(${[...sellerId]}::uuid[])`}
    ${found === null ? sql`` : sql`and m.id in (${found})`}`
}

/** Sums of members aliased p, of those that may be shown. */
export const isShown = (asked: Pick<UsersAsked, 'actor' | 'filter'>): RawBuilder<unknown> => {
  const some = someMembers(asked)
  return some === null ? sql`true` : sql`p.member_id = any(array(${some}))`
}

/** Where the sums of a period stand: its days and whole months, or games of its days. */
function places({ period, spans, filter }: UsersAsked) {
  if (isOfGames(filter))
    return {
      all: sql`(select s.business_on, s.game_id from play_games s
        where s.business_on between ${period.from}::date and ${period.to}::date
          and s.game_id in (${gamesOf(filter)}))`,
      rows: sql`play_member_games p where p.business_on = s.business_on and p.game_id = s.game_id`,
    }
  return {
    all: sql`(select 'day' as span, x.day as starts_on from unnest(${[...spans.days]}::date[]) x (day)
      union all select 'month', x.day from unnest(${[...spans.months]}::date[]) x (day))`,
    rows: sql`play_members p where p.span = s.span and p.starts_on = s.starts_on`,
  }
}

/**
 * The members of one page in their own order: of each place the next ones by its index, and of all these the
 * next. So a page costs the places of its period, however many members there are.
 */
export function nextMembers(asked: UsersAsked, keyset: Keyset): RawBuilder<unknown> {
  const { all, rows } = places(asked)
  const beyond = sql`${isShown(asked)} and ${keyset.where ?? sql`true`}`
  const limit = sql.lit(keyset.limit)
  return sql`select p.member_id from (
      select distinct n.member_id from ${all} s cross join lateral (
        select p.member_id from ${rows} and ${beyond}
         order by ${keyset.orderBy} limit ${limit}) n) p
     order by ${keyset.orderBy} limit ${limit}`
}

/** The same of all members, whether they played or not. */
export function nextOfAll(asked: UsersAsked, keyset: Keyset): RawBuilder<unknown> {
  const some = someMembers(asked)
  return sql`select p.member_id from (select m.id as member_id from members m
      ${some === null ? sql`` : sql`where m.id = any(array(${some}))`}) p
     where ${keyset.where ?? sql`true`} order by ${keyset.orderBy} limit ${sql.lit(keyset.limit)}`
}

/** The sums of some members, by the array of their ids. */
export function sumsOfMembers(
  { period, spans, filter }: UsersAsked,
  ids: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const columns = sql`p.member_id, ${playedColumns}`
  if (isOfGames(filter))
    return sql`select ${columns} from play_member_games p
      where p.member_id = any(${ids}) and p.business_on between ${period.from}::date and ${period.to}::date
        and p.game_id in (${gamesOf(filter)}) group by p.member_id`
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

/** Members counted no further than so many, and rows of theirs read no further. */
export const countMax = 10_000
const readMax = 30_000

/** How many members there are, and whether that is all of them. */
export function countMembers(asked: UsersAsked): RawBuilder<{ members: number; read: number }> {
  const some = someMembers(asked)
  if (asked.filter.who === 'all')
    return sql`select count(*)::integer as members, 0 as read from (select from members m
      ${some === null ? sql`` : sql`where m.id = any(array(${some}))`} limit ${sql.lit(countMax + 1)}) x`
  const { all, rows } = places(asked)
  return sql`select count(distinct x.member_id)::integer as members, count(*)::integer as read from (
    select n.member_id from ${all} s cross join lateral (select p.member_id from ${rows}
      and ${isShown(asked)}) n limit ${sql.lit(readMax + 1)}) x`
}
export const isAllRead = (read: number): boolean => read <= readMax
