import type { reportMembers } from '@khlang/contract/values/play-values.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Keyset } from '../../../platform/db/cursor.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { membersFound } from '../../../platform/people/member-search.ts'
import { seesBrand, visibleTo } from '../../../platform/people/visibility.ts'
import { monthsOf } from '../period.ts'
import { gameDays, gamesOf, isOfGames, playedColumns, type Asked, type GameFilter } from '../play-sums.ts'

/** Whose play in which period is asked for. */
export interface UsersAsked extends Asked {
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
const playedBy = ({ period, spans, filter }: UsersAsked): RawBuilder<unknown> =>
  isOfGames(filter)
    ? sql`play_member_games p where p.business_on between ${period.from}::date and ${period.to}::date
        and p.game_id = any(${gamesOf(filter)})`
    : sql`play_members p where (p.span = 'day' and p.starts_on = any(${[...spans.days]}::date[])
        or p.span = 'month' and p.starts_on = any(${[...spans.months]}::date[]))`

/** Games of so many days are not gone through one by one. */
const placesMost = 1000

async function areManyPlaces(db: Reader, asked: UsersAsked, most: number): Promise<boolean> {
  if (!isOfGames(asked.filter)) return false
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    from (select from ${places(asked).all} s limit ${sql.lit(most + 1)}) p`.execute(db)
  return (rows[0]?.count ?? 0) > most
}

/** Members in their order, so many of them, and whether each of them played such games. */
interface Looked {
  readonly id: string
  readonly has_played: boolean
}

/** The next ones who played in the months of a period, whatever. The offset: each is looked at alone. */
function lookedAt(
  { period, filter }: UsersAsked,
  beyond: RawBuilder<unknown>,
  order: Keyset['orderBy'],
  most: number,
) {
  const limit = sql.lit(most)
  return sql<Looked>`select p.member_id as id, exists (select from play_member_games n
         where n.member_id = p.member_id and n.business_on between ${period.from}::date and ${period.to}::date
           and n.game_id = any(${gamesOf(filter)}) offset 0) as has_played
    from (select distinct n.member_id from unnest(${monthsOf(period)}::date[]) s (starts_on)
      cross join lateral (select p.member_id from play_members p
        where p.span = 'month' and p.starts_on = s.starts_on and ${beyond}
        order by ${order} limit ${limit}) n) p
   order by ${order} limit ${limit}`
}

const lookedFirst = 200
const lookedTimes = 4

/** Whoever played is looked at in their order until a page is full: most of them played such games. */
async function ofWhoPlayed(db: Reader, asked: UsersAsked, keyset: Keyset): Promise<readonly string[]> {
  const found: string[] = []
  let beyond: RawBuilder<unknown> = keyset.where ?? sql`true`
  for (let most = lookedFirst; ; most *= lookedTimes) {
    const { rows } = await lookedAt(asked, beyond, keyset.orderBy, most).execute(db)
    found.push(...rows.flatMap(({ id, has_played: hasPlayed }) => (hasPlayed ? [id] : [])))
    const [first, last] = [rows[0], rows.at(-1)]
    if (!first || !last || rows.length < most || found.length >= keyset.limit) break
    beyond = first.id < last.id ? sql`p.member_id > ${last.id}::uuid` : sql`p.member_id < ${last.id}::uuid`
  }
  return found.slice(0, keyset.limit)
}

/**
 * The members of one page in their own order: of each place the next ones by its index, and of all these the
 * next. So a page costs the places of its period, however many members there are; where they are many, or
 * only some members are asked for, it costs those who are looked at.
 */
export async function nextMembers(
  db: Reader,
  asked: UsersAsked,
  keyset: Keyset,
  most: number = placesMost,
): Promise<readonly string[]> {
  const some = someMembers(asked)
  if (some === null && (await areManyPlaces(db, asked, most))) return ofWhoPlayed(db, asked, keyset)
  const { all, rows } = places(asked)
  const { orderBy } = keyset
  const beyond = keyset.where ?? sql`true`
  const limit = sql.lit(keyset.limit)
  const next =
    some === null
      ? sql<{ id: string }>`select p.member_id as id from (
            select distinct n.member_id from ${all} s cross join lateral (
              select p.member_id from ${rows} and ${beyond} order by ${orderBy} limit ${limit}) n) p
          order by ${orderBy} limit ${limit}`
      : sql<{ id: string }>`select distinct p.member_id as id from ${playedBy(asked)}
           and p.member_id = any(array(${some})) and ${beyond} order by ${orderBy} limit ${limit}`
  const found = await next.execute(db)
  return found.rows.map(({ id }) => id)
}

/** The same of all members, whether they played or not. */
export async function nextOfAll(db: Reader, asked: UsersAsked, keyset: Keyset): Promise<readonly string[]> {
  const some = someMembers(asked)
  const { rows } = await sql<{ id: string }>`
    select p.member_id as id from (select m.id as member_id from members m
      ${some === null ? sql`` : sql`where m.id = any(array(${some}))`}) p
     where ${keyset.where ?? sql`true`} order by ${keyset.orderBy} limit ${sql.lit(keyset.limit)}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
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
      ${some === null ? sql`` : sql`where m.id = any(array(${some}))`} limit ${sql.lit(countMax + 1)}) x`
  const { all, rows } = places(asked)
  const read =
    some === null
      ? sql`select n.member_id from ${all} s cross join lateral (select p.member_id from ${rows}) n`
      : sql`select p.member_id from ${playedBy(asked)} and p.member_id = any(array(${some}))`
  return sql`select count(distinct x.member_id)::integer as members, count(*)::integer as read
    from (${read} limit ${sql.lit(readMax + 1)}) x`
}
export const isAllRead = (read: number): boolean => read <= readMax
