import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import { seesBrand } from '../../platform/people/visibility.ts'
import {
  conditionsOf,
  isBySettlement,
  type BetFilter,
  type BetsAsked,
  type Order,
} from './bet-conditions.ts'

// Bets stand in the order of their ids, and several indexes have them in it. Which of them finds the next ones
// of a filter soonest is decided here: plans are kept, and are the same whatever the values.

/** States that few bets are in, or stay in: an index of their own has them. */
const seldom: readonly string[] = ['running', 'draw', 'void']
/** Of these hardly one was ever settled. */
const unsettled: readonly string[] = ['running', 'void']
const areAll = (
  states: readonly string[] | undefined,
  of: readonly string[],
): states is readonly string[] => states?.every((each) => of.includes(each)) === true

/** So few games are looked up one by one; of more of them there is a bet every moment. */
const gamesMost = 60
/** What games were played of late is weighed over so many days. */
const daysWeighed = 31
const pageWeighed = 26

/** The ids of the next bets that are as asked, from rows that have their id. */
function next(
  asked: BetsAsked,
  order: Order,
  { from, id, where }: { from: RawBuilder<unknown>; id: 'b.id' | 'o.bet_id'; where: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const { where: beyond, orderBy, limit } = order(sql.ref(id))
  const members = seesBrand(asked.actor) ? sql`` : sql`join members m on m.id = b.member_id`
  const games = asked.filter.type === undefined ? sql`` : sql`join games g on g.id = b.game_id`
  const once = id === 'b.id' ? sql`` : sql`distinct`
  return sql`select ${once} ${sql.ref(id)} as id from ${from} ${members} ${games}
    where ${where} and ${conditionsOf(asked)} and ${beyond ?? sql`true`}
    order by ${orderBy} limit ${sql.lit(limit)}`
}

/** Of what each of some values has, the next. */
function ofEach(order: Order, values: RawBuilder<unknown>, each: RawBuilder<unknown>): RawBuilder<unknown> {
  const { orderBy, limit } = order(sql.ref('f.id'))
  return sql`select distinct f.id from ${values} v (value) cross join lateral (${each}) f
    order by ${orderBy} limit ${sql.lit(limit)}`
}

const hasGames = ({ gameId, providerId, type }: BetFilter): boolean =>
  [gameId, providerId, type].some((each) => each !== undefined)

async function gamesOf(db: Reader, { gameId, providerId, type }: BetFilter): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`select g.id from games g
    where ${gameId === undefined ? sql`true` : sql`g.id = ${gameId}`}
      and ${providerId === undefined ? sql`true` : sql`g.provider_id = ${providerId}`}
      and ${type === undefined ? sql`true` : sql`g.type = any(${[...type]}::text[])`}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Bets themselves. */
const plainly = (asked: BetsAsked, order: Order, where: RawBuilder<unknown>) =>
  next(asked, order, { from: sql`bets b`, id: 'b.id', where })

/** Bets in states that few are in. */
function ofSeldom(asked: BetsAsked, order: Order, states: readonly string[], where: RawBuilder<unknown>) {
  const listed = sql.join(seldom.map((each) => sql.lit(each)))
  const each = plainly(asked, order, sql`b.state = v.value and b.state in (${listed}) and ${where}`)
  return ofEach(order, sql`unnest(${[...states]}::text[])`, each)
}

/** By the moment of placing. */
async function byPlacing(db: Reader, asked: BetsAsked, order: Order): Promise<RawBuilder<unknown>> {
  const { state, gameId, memberId, providerId, type, search } = asked.filter
  const way = (where: RawBuilder<unknown>) => plainly(asked, order, where)
  if (memberId !== undefined || search !== undefined) return way(sql`true`)
  if (areAll(state, seldom)) return ofSeldom(asked, order, state, sql`true`)
  if (gameId !== undefined || type === undefined) return way(sql`true`)
  const games = await gamesOf(db, { providerId, type })
  if (games.length > gamesMost) return way(sql`true`)
  return ofEach(order, sql`unnest(${[...games]}::uuid[])`, way(sql`b.game_id = v.value`))
}

/** The days of a filter on which anything became of bets at all. */
const settledDays = ({ settledFrom, settledTo }: BetFilter): RawBuilder<unknown> => sql`(
  select day::date from generate_series(
    greatest(${settledFrom ?? null}::date, (select min(business_on) from bet_outcomes))::timestamp,
    least(${settledTo ?? null}::date, current_date + 1)::timestamp, interval '1 day') day)`

const settledOn = ({ settledFrom, settledTo }: BetFilter): RawBuilder<unknown> => sql`
  o.business_on between coalesce(${settledFrom ?? null}::date, '-infinity')
    and coalesce(${settledTo ?? null}::date, 'infinity')`

/** Whether fewer outcomes of the games lie on the days than would be met before a page of theirs is full. */
async function areFew(db: Reader, filter: BetFilter, games: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ ours: number; all: number; days: number }>`
    select coalesce(sum(p.bets) filter (where p.game_id = any(${[...games]}::uuid[])), 0)::float8 as ours,
           coalesce(sum(p.bets), 0)::float8 as all, count(distinct p.business_on)::float8 as days
      from play_games p where p.business_on between greatest(
          coalesce(${filter.settledFrom ?? null}::date, '-infinity'),
          least(${filter.settledTo ?? null}::date, current_date) - ${daysWeighed}::integer)
        and coalesce(${filter.settledTo ?? null}::date, 'infinity')`.execute(db)
  const { ours, all, days } = rows[0] ?? { ours: 0, all: 0, days: 0 }
  return ours * ours < pageWeighed * days * all
}

/** By the days on which something became of them. */
async function bySettlement(db: Reader, asked: BetsAsked, order: Order): Promise<RawBuilder<unknown>> {
  const { filter } = asked
  const { memberId, search, state } = filter
  const games = memberId === undefined && hasGames(filter) ? await gamesOf(db, filter) : null
  const whose = sql.join(
    [
      ...(memberId === undefined ? [] : [sql`o.member_id = ${memberId}`]),
      ...(games === null ? [] : [sql`o.game_id = any(${[...games]}::uuid[])`]),
      sql`true`,
    ],
    sql` and `,
  )
  // The offset: each bet is looked at alone, never all outcomes for it.
  const isSettled = sql`exists (select from bet_outcomes o
    where o.bet_id = b.id and ${settledOn(filter)} offset 0)`
  if (search !== undefined) return plainly(asked, order, isSettled)
  if (memberId === undefined && areAll(state, unsettled)) return ofSeldom(asked, order, state, isSettled)
  if (memberId !== undefined || (games !== null && (await areFew(db, filter, games)))) {
    const few = sql`(select o.bet_id from bet_outcomes o where ${settledOn(filter)} and ${whose} offset 0) o
      join bets b on b.id = o.bet_id`
    return next(asked, order, { from: few, id: 'o.bet_id', where: sql`true` })
  }
  const each = next(asked, order, {
    from: sql`bet_outcomes o join bets b on b.id = o.bet_id`,
    id: 'o.bet_id',
    where: sql`o.business_on = v.value and ${whose}`,
  })
  return ofEach(order, settledDays(filter), each)
}

/** The ids of the next bets that a person may see and asked for, each once, as a subquery. */
export const nextBets = (db: Reader, asked: BetsAsked, order: Order): Promise<RawBuilder<unknown>> =>
  isBySettlement(asked.filter) ? bySettlement(db, asked, order) : byPlacing(db, asked, order)

/** Of bets aliased b, what became of them on the days of a filter. */
export const settledSums = (filter: BetFilter): RawBuilder<unknown> => sql`
  select sum(o.stake_minor) as stake, sum(o.valid_minor) as valid, sum(o.payout_minor) as payout
    from bet_outcomes o where o.bet_id = b.id and ${settledOn(filter)}`
