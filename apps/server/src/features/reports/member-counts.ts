import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { Reader } from '../../platform/db/db.ts'
import { dayPlay, gamesAlone, isOfGames, memberPlay, type Asked, type PlayFilter } from './play-sums.ts'
import type { Period } from './period.ts'
import { isNarrowed, isOfAll } from './users/whose.ts'

/** Beyond so many members of games and days it takes too long to count each once. */
const countedMax = 300_000

/**
 * Whether what some members played is little enough to go through; of all it stands ready. Where they are
 * many, all that was played is gone through.
 */
export async function isReadable(
  db: Reader,
  { actor, period, filter }: Pick<Asked, 'actor' | 'period' | 'filter'>,
): Promise<boolean> {
  if (!isNarrowed(filter)) return true
  const read: PlayFilter = filter.isOfMany ? gamesAlone(filter) : filter
  const pairs = isOfAll(actor, read)
    ? sql`select coalesce(sum(p.members), 0)::float8 as pairs from ${dayPlay(actor, period, read)}`
    : sql`select count(*)::float8 as pairs
        from (select from ${memberPlay(actor, period, read)} limit ${sql.lit(countedMax + 1)}) x`
  const { rows } = await sql<{ pairs: number }>`${pairs}`.execute(db)
  return (rows[0]?.pairs ?? 0) <= countedMax
}

/** Whose members are counted, each once for each key. */
export interface Counting {
  readonly period: Period
  readonly filter: PlayFilter
  /** An expression on `play_member_games` aliased p and, where `joinsGames`, games aliased g. */
  readonly key: RawBuilder<unknown>
  readonly joinsGames: boolean
}

/**
 * How many members played, by key.
 * @param pairs how many members the games of each day had, summed
 * @returns null where that are too many to count
 */
export async function membersBy(
  db: Reader,
  actor: EmployeeActor,
  { period, filter, key, joinsGames }: Counting,
  pairs: number,
): Promise<ReadonlyMap<string, number> | null> {
  if (pairs > countedMax) return null
  const { rows } = await sql<{ key: string; members: number }>`
    select x.key::text as key, count(*)::bigint as members from (
      select distinct ${key} as key, p.member_id
        from (select p.* from ${memberPlay(actor, period, filter)}) p
        ${joinsGames ? sql`join games g on g.id = p.game_id` : sql``}) x
     group by 1`.execute(db)
  return new Map(rows.map((row) => [row.key, row.members]))
}

/** How many members played on each day, whatever they played, as far as the person sees them. */
export async function membersOfDays(
  db: Reader,
  actor: EmployeeActor,
  { period, filter }: Pick<Counting, 'period' | 'filter'>,
  pairs: number,
): Promise<ReadonlyMap<string, number> | null> {
  if (!isOfAll(actor, filter) || isOfGames(filter))
    return membersBy(db, actor, { period, filter, key: sql`p.business_on`, joinsGames: false }, pairs)
  const { rows } = await sql<{ day: string; members: number }>`
    select business_on as day, members from play_days
     where business_on between ${period.from}::date and ${period.to}::date`.execute(db)
  return new Map(rows.map(({ day, members }) => [day, members]))
}

/** How many members played in a period, each once; null where they are too many to count. */
export async function membersOfPeriod(
  db: Reader,
  actor: EmployeeActor,
  { period, filter }: Pick<Counting, 'period' | 'filter'>,
  pairs: number,
): Promise<number | null> {
  if (period.from === period.to && isOfAll(actor, filter) && !isOfGames(filter))
    return (await membersOfDays(db, actor, { period, filter }, pairs))?.get(period.from) ?? 0
  const all = { period, filter, key: sql`'all'::text`, joinsGames: false }
  const counted = await membersBy(db, actor, all, pairs)
  return counted && (counted.get('all') ?? 0)
}
