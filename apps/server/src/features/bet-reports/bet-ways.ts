import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import { seesBrand } from '../../platform/people/visibility.ts'
import {
  asksWithinDay,
  conditionsOf,
  foundBy,
  isBySettlement,
  isOfOneDay,
  settledOn,
  unindexed,
  type BetFilter,
  type BetsAsked,
  type Order,
  type Way,
} from './bet-conditions.ts'

// Several indexes have bets in the order of their ids. Which of them finds the next ones of a filter soonest
// is decided here: plans are kept, and are the same whatever the values.

/** States that few bets are in, or stay in: an index of their own has them. */
const seldom: readonly string[] = ['running', 'draw', 'void']
/** Of these hardly one was ever settled; of what is void, what was settled before has an index of its own. */
const unsettled: readonly string[] = ['running', 'void']
const areAll = (
  states: readonly string[] | undefined,
  of: readonly string[],
): states is readonly string[] => states?.every((each) => of.includes(each)) === true

/** So few games are looked up one by one; of more of them there is a bet every moment. */
const gamesMost = 60

/** How much is read for an answer. */
export interface Reading {
  /** So few outcomes of some days are all read, whatever they are. */
  readonly outcomesMost: number
  /** Of more of them no further than so many bets; null: as far as it takes. */
  readonly betsMost: number | null
}
export const forPage: Reading = { outcomesMost: 5000, betsMost: null }
export const forSums: Reading = { outcomesMost: 30_000, betsMost: 60_000 }

/** The ids of bets, as a subquery. */
interface Next {
  readonly ids: RawBuilder<unknown>
  /** Whether some may be missing that lie further back than is read. */
  readonly isCut: boolean
}
/** What was played is weighed by the last of its days. */
const daysWeighed = 31

/** What conditions ask beside bets aliased b. */
const joined = ({ actor, filter }: BetsAsked): RawBuilder<unknown> => sql`
  ${seesBrand(actor) ? sql`` : sql`join members m on m.id = b.member_id`}
  ${filter.type === undefined ? sql`` : sql`join games g on g.id = b.game_id`}`

/** The ids of the next bets that are as asked, by one way. */
function next(asked: BetsAsked, order: Order, way: Way, where = sql`true`): RawBuilder<unknown> {
  const { where: beyond, orderBy, limit } = order(sql.ref('b.id'))
  return sql`select b.id from bets b ${joined(asked)}
    where ${conditionsOf(asked, way)} and ${where} and ${beyond ?? sql`true`}
    order by ${orderBy} limit ${sql.lit(limit)}`
}

/** Of what each of some values has, the next. */
function ofEach(order: Order, values: RawBuilder<unknown>, each: RawBuilder<unknown>): RawBuilder<unknown> {
  const { orderBy, limit } = order(sql.ref('f.id'))
  return sql`select f.id from ${values} v (value) cross join lateral (${each}) f
    order by ${orderBy} limit ${sql.lit(limit)}`
}

/** Bets in states that few are in. */
function ofSeldom(asked: BetsAsked, order: Order, states: readonly string[], where = sql`true`) {
  const listed = sql.join(seldom.map((each) => sql.lit(each)))
  const each = next(asked, order, 'state', sql`b.state = v.value and b.state in (${listed}) and ${where}`)
  return ofEach(order, sql`unnest(${[...states]}::text[])`, each)
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

/** What a filter names that most narrows it. */
function wayOf({ memberId, gameId, providerId }: BetFilter): Way {
  if (memberId !== undefined) return 'member'
  if (gameId !== undefined) return 'game'
  return providerId === undefined ? 'order' : 'provider'
}

/**
 * Of a member's bets of one game: the index of a member's bets knows the games, so that not one of another
 * game is read.
 */
function ofMemberAndGame(asked: BetsAsked, order: Order): RawBuilder<unknown> {
  const { where: beyond, orderBy } = order(sql.ref('b.id'))
  const { orderBy: orderFound, limit } = order(sql.ref('f.id'))
  const isOfGame = unindexed(sql`b.game_id = ${asked.filter.gameId}`)
  return sql`select f.id from (
      select b.id from bets b where ${foundBy(asked, 'member')} and ${isOfGame}
        and ${beyond ?? sql`true`} order by ${orderBy} offset 0) f
    join bets b on b.id = f.id ${joined(asked)} where ${conditionsOf(asked, 'order')}
   order by ${orderFound} limit ${sql.lit(limit)}`
}

/** By the moment of placing. */
async function byPlacing(db: Reader, asked: BetsAsked, order: Order): Promise<RawBuilder<unknown>> {
  const { state, gameId, memberId, type, search } = asked.filter
  if (memberId !== undefined && gameId !== undefined && search === undefined)
    return ofMemberAndGame(asked, order)
  if (memberId !== undefined || search !== undefined) return next(asked, order, wayOf(asked.filter))
  if (areAll(state, seldom)) return ofSeldom(asked, order, state)
  if (gameId !== undefined || type === undefined) return next(asked, order, wayOf(asked.filter))
  const games = await gamesOf(db, asked.filter)
  if (games.length > gamesMost) return next(asked, order, wayOf(asked.filter))
  const each = next(asked, order, 'game', sql`b.game_id = v.value`)
  return ofEach(order, sql`unnest(${[...games]}::uuid[])`, each)
}

/** How much became of the bets of a filter on the last of its days, whatever the states of them. */
async function countSettled(
  db: Reader,
  filter: BetFilter,
  games: readonly string[] | null,
): Promise<number> {
  const { memberId, settledFrom, settledTo } = filter
  const to = sql`least(${settledTo ?? null}::date, current_date + 1)`
  const from = sql`greatest(${settledFrom ?? null}::date, ${to} - ${daysWeighed}::integer)`
  const figures =
    memberId !== undefined
      ? sql`play_members p where p.member_id = ${memberId} and p.span = 'day'
          and p.starts_on between ${from} and ${to}`
      : games === null
        ? sql`play_days p where p.business_on between ${from} and ${to}`
        : sql`play_games p where p.business_on between ${from} and ${to}
            and p.game_id = any(${[...games]}::uuid[])`
  const { rows } = await sql<{ bets: number }>`
    select coalesce(sum(p.bets), 0)::float8 as bets from ${figures}`.execute(db)
  return rows[0]?.bets ?? 0
}

const asksOfBets = (filter: BetFilter): boolean =>
  asksWithinDay(filter) || [filter.state, filter.from, filter.to].some((each) => each !== undefined)

/** From all that became of a member's bets, or of some games', on the days of a filter. */
function fromOutcomes(asked: BetsAsked, order: Order, whose: RawBuilder<unknown>): RawBuilder<unknown> {
  const { orderBy, limit, where } = order(sql.ref('b.id'))
  const outcomes = sql`select distinct o.bet_id as id, o.member_id, o.game_id, o.provider_id
    from bet_outcomes o where ${settledOn(asked.filter)} and ${whose} offset 0`
  // The bets themselves are looked up only for what an outcome does not know.
  const bets = asksOfBets(asked.filter) ? sql`(${outcomes}) o join bets b using (id)` : sql`(${outcomes}) b`
  return sql`select b.id from ${bets} ${joined(asked)}
   where ${conditionsOf(asked, 'order')} and ${where ?? sql`true`}
   order by ${orderBy} limit ${sql.lit(limit)}`
}

/** From bets by one way, read so far and no further. */
function noFurther(
  asked: BetsAsked,
  order: Order,
  most: number,
  where: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { orderBy, limit } = order(sql.ref('b.id'))
  const way = wayOf(asked.filter)
  return sql`select b.id from (
      select b.* from bets b where ${foundBy(asked, way)} order by ${orderBy} limit ${sql.lit(most)}) b
    ${joined(asked)} where ${conditionsOf(asked, way)} and ${where}
   order by ${orderBy} limit ${sql.lit(limit)}`
}

/** Of bets that stay unsettled those of which something became: they run again, or were voided afterwards. */
function ofUnsettled(
  asked: BetsAsked,
  order: Order,
  { states, isSettled }: { readonly states: readonly string[]; readonly isSettled: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const { orderBy, limit } = order(sql.ref('f.id'))
  const wasTakenBack = sql`b.id = any(array(select o.bet_id from bet_outcomes o where o.kind = 'voided'))`
  const arms = states.map((state) =>
    state === 'void'
      ? next(asked, order, 'order', sql`${wasTakenBack} and ${isSettled}`)
      : ofSeldom(asked, order, [state], isSettled),
  )
  const all = sql.join(
    arms.map((arm) => sql`(${arm})`),
    sql` union all `,
  )
  return sql`select f.id from (${all}) f order by ${orderBy} limit ${sql.lit(limit)}`
}

/** By the days on which something became of them. */
async function bySettlement(
  db: Reader,
  asked: BetsAsked,
  order: Order,
  { outcomesMost, betsMost: most }: Reading,
): Promise<Next> {
  const { filter } = asked
  const { memberId, search, state } = filter
  const whole = (ids: RawBuilder<unknown>): Next => ({ ids, isCut: false })
  // The offset: each bet is looked at alone, never all outcomes for it.
  const isSettled = sql`exists (select from bet_outcomes o
    where o.bet_id = b.id and ${unindexed(settledOn(filter))} offset 0)`
  if (search !== undefined) return whole(next(asked, order, 'order', isSettled))
  if (memberId === undefined && areAll(state, unsettled))
    return whole(ofUnsettled(asked, order, { states: state, isSettled }))
  const games = memberId === undefined && hasGames(filter) ? await gamesOf(db, filter) : null
  // These may be few: on the way back through bets of all days they were looked for everywhere.
  const isAllRead = asksWithinDay(filter) && !isOfOneDay(filter)
  if (!isAllRead && (await countSettled(db, filter, games)) > outcomesMost)
    return most === null
      ? whole(next(asked, order, wayOf(filter), isSettled))
      : { ids: noFurther(asked, order, most, isSettled), isCut: true }
  if (memberId !== undefined) return whole(fromOutcomes(asked, order, sql`o.member_id = ${memberId}`))
  const whose = games === null ? sql`true` : sql`o.game_id = any(${[...games]}::uuid[])`
  return whole(fromOutcomes(asked, order, whose))
}

/** The next bets that a person may see and asked for, each once. */
export async function nextBets(
  db: Reader,
  asked: BetsAsked,
  order: Order,
  reading: Reading,
): Promise<Next> {
  if (isBySettlement(asked.filter)) return bySettlement(db, asked, order, reading)
  return { ids: await byPlacing(db, asked, order), isCut: false }
}

/** Of bets aliased b, what became of them on the days of a filter. */
export const settledSums = (filter: BetFilter): RawBuilder<unknown> => sql`
  select sum(o.stake_minor) as stake, sum(o.valid_minor) as valid, sum(o.payout_minor) as payout
    from bet_outcomes o where o.bet_id = b.id and ${unindexed(settledOn(filter))}`
