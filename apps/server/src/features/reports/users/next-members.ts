import { sql, type RawBuilder } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import type { Keyset } from '../../../platform/db/cursor.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { monthsOf } from '../period.ts'
import { gamesOf, isOfGames } from '../play-sums.ts'
import { isOneOfMany } from './whose.ts'
import {
  isSome,
  ofMember,
  placesOf,
  playedBy,
  someMembers,
  type Places,
  type UsersAsked,
} from './user-members.ts'

/** Games of so many days are not gone through one by one. */
const placesMost = 1000

async function areManyPlaces(db: Reader, asked: UsersAsked, most: number): Promise<boolean> {
  if (!isOfGames(asked.filter)) return false
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    from (select from ${placesOf(asked).all} s limit ${sql.lit(most + 1)}) p`.execute(db)
  return (rows[0]?.count ?? 0) > most
}

interface Next {
  readonly beyond: RawBuilder<unknown>
  readonly orderBy: Keyset['orderBy']
  readonly most: number
}

/** The next members aliased p: of each place by its index, and of all these. */
const nextIn = ({ all, rows }: Places, { beyond, orderBy, most }: Next) => sql`(
    select distinct n.member_id from ${all} s cross join lateral (
      select p.member_id from ${rows} and ${beyond} order by ${orderBy} limit ${sql.lit(most)}) n) p
  order by ${orderBy} limit ${sql.lit(most)}`

/** Among whom members are looked for who are something. */
interface Look {
  readonly places: Places
  /** What a member aliased p has to be. */
  readonly is: RawBuilder<boolean>
  /** So many are looked at and no more. */
  readonly most?: number
}

/** Players of such games among all who played in the months of a period. The offset: each by itself. */
const playersOfGames = ({ actor, period, filter }: UsersAsked): Look => ({
  places: {
    all: sql`(select x.day as starts_on from unnest(${monthsOf(period)}::date[]) x (day))`,
    rows: sql`play_members p where p.span = 'month' and p.starts_on = s.starts_on`,
  },
  is: sql`(${isOneOfMany(actor, filter, ofMember)} and exists (select from play_member_games n
    where n.member_id = p.member_id and n.business_on between ${period.from}::date and ${period.to}::date
      and n.game_id = any(${gamesOf(filter)}) offset 0))`,
})

const lookedFirst = 200
const lookedTimes = 4
/** Of some who hardly play none may be found among so many. */
const lookedMost = 100_000

/**
 * Members are looked at in their order until a page is full: many of them are what is asked for.
 * @throws reportTooLarge
 */
async function lookedFor(
  db: Reader,
  { places, is, most: atMost = Infinity }: Look,
  keyset: Keyset,
): Promise<readonly string[]> {
  const found: string[] = []
  let looked = 0
  let beyond: RawBuilder<unknown> = keyset.where ?? sql`true`
  for (let most = lookedFirst; ; most *= lookedTimes) {
    const { rows } = await sql<{ id: string; isOne: boolean }>`
      select p.member_id as id, ${is} as "isOne"
        from (select p.member_id from ${nextIn(places, { beyond, orderBy: keyset.orderBy, most })}) p
       order by ${keyset.orderBy}`.execute(db)
    found.push(...rows.flatMap(({ id, isOne }) => (isOne ? [id] : [])))
    looked += rows.length
    const [first, last] = [rows[0], rows.at(-1)]
    if (!first || !last || rows.length < most || found.length >= keyset.limit) break
    if (looked >= atMost) throw new ApiError('reportTooLarge', { field: 'from' })
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
  if (some === null && (await areManyPlaces(db, asked, most)))
    return lookedFor(db, playersOfGames(asked), keyset)
  if (some === null && asked.filter.isOfMany) {
    const is = isOneOfMany(asked.actor, asked.filter, ofMember)
    return lookedFor(db, { places: placesOf(asked), is, most: lookedMost }, keyset)
  }
  const { orderBy, limit } = keyset
  const beyond = keyset.where ?? sql`true`
  const next =
    some === null
      ? sql<{ id: string }>`select p.member_id as id
          from ${nextIn(placesOf(asked), { beyond, orderBy, most: limit })}`
      : sql<{ id: string }>`select distinct p.member_id as id from ${playedBy(asked)}
           and p.member_id = any(array(${some})) and ${beyond} order by ${orderBy} limit ${sql.lit(limit)}`
  const found = await next.execute(db)
  return found.rows.map(({ id }) => id)
}

/** The same of all members, whether they played or not. */
export async function nextOfAll(db: Reader, asked: UsersAsked, keyset: Keyset): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.member_id as id
      from (select m.id as member_id from members m where ${isSome(asked, someMembers(asked))}) p
     where ${keyset.where ?? sql`true`} order by ${keyset.orderBy} limit ${sql.lit(keyset.limit)}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
