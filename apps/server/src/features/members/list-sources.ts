import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../platform/db.ts'
import {
  allOf,
  facetCondition,
  rangesOf,
  type Condition,
  type MemberFilter,
  type MemberSort,
  type Seen,
} from './list-filter.ts'
import { searchCondition, searchWays } from './search.ts'

/** How much a question may read before another way is taken. Tests set their own, so that every way is gone. */
export interface ReadBounds {
  /** Members that one condition may give to be looked through. */
  readonly candidates: number
  /** Combinations of facets that are read one by one and merged. */
  readonly facets: number
}
export const usualBounds: ReadBounds = { candidates: 12_000, facets: 400 }

const columns = sql`f.member_id, f.facet_id, f.username, f.created_at, f.balance_minor, f.deposit_minor,
  f.withdrawal_minor, f.net_minor, f.last_deposit_at`

/** Rows of member_facts in which some members may stand twice, though never more than `times` times. */
interface Source {
  readonly name: 'createdAt' | 'balance' | 'facets' | 'search'
  readonly rows: RawBuilder<unknown>
  /** How many it gives, counted no further than this. */
  readonly countTo: (most: number) => RawBuilder<unknown>
  readonly times: number
}

/** A filter taken apart: every part is answered by one index of its own. */
export interface Asked {
  /** Null: all of them. Empty: nobody has such values. */
  readonly facets: readonly number[] | null
  readonly ranges: { readonly createdAt: Condition | null; readonly balance: Condition | null }
  readonly sources: readonly Source[]
  readonly search: Condition | null
}

function rangeSource(name: Source['name'], condition: Condition): Source {
  const from = sql`from member_facts f where ${condition}`
  return {
    name,
    // The offset keeps other conditions out, which would tempt the planner to another index.
    rows: sql`select ${columns} ${from} offset 0`,
    countTo: (most) => sql`select count(*) from (select ${from} limit ${sql.lit(most)}) x`,
    times: 1,
  }
}

function searchSource(filter: MemberFilter, { actor }: Seen): Source | null {
  const ways = searchWays(filter.search, actor.role.abilities.revealPii)
  if (ways.length === 0) return null
  const all = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql` union all `)
  const byName = ways.filter((way) => way.of === 'username')
  const others = ways.filter((way) => way.of === 'members')
  const found = (most: RawBuilder<unknown>) =>
    others.map((way) => sql`(select m.id from members m where ${way.condition} ${most})`)
  const ids = found(sql`offset 0`).map(
    (part) => sql`(select ${columns} from ${part} s join member_facts f on f.member_id = s.id)`,
  )
  const names = byName.map((way) => sql`(select ${columns} from member_facts f where ${way.condition})`)
  return {
    name: 'search',
    rows: all([...names, ...ids]),
    countTo: (most) => {
      const limit = sql`limit ${sql.lit(most)}`
      const named = byName.map(
        (way) => sql`(select f.member_id from member_facts f where ${way.condition}
        ${limit})`,
      )
      return sql`select count(*) from (select from (${all([...named, ...found(limit)])}) y ${limit}) x`
    },
    times: ways.length,
  }
}

async function facetsOf(db: Reader, filter: MemberFilter): Promise<number[] | null> {
  const condition = facetCondition(filter)
  if (condition === null) return null
  const { rows } = await sql<{ ids: number[] | null }>`
    select array_agg(c.id) as ids from member_facets c where ${condition}`.execute(db)
  return rows[0]?.ids ?? []
}

export const isOfFacets = (facets: readonly number[]): Condition =>
  sql`f.facet_id = any(${[...facets]}::integer[])`

/** @throws dateRange, outOfRange */
export async function askedOf(db: Reader, filter: MemberFilter, seen: Seen): Promise<Asked> {
  const ranges = rangesOf(filter, seen.settings)
  const facets = await facetsOf(db, filter)
  const found = searchSource(filter, seen)
  return {
    facets,
    ranges,
    search: searchCondition(filter.search, seen.actor.role.abilities.revealPii),
    sources: [
      ...(found ? [found] : []),
      ...(ranges.createdAt ? [rangeSource('createdAt', ranges.createdAt)] : []),
      ...(ranges.balance ? [rangeSource('balance', ranges.balance)] : []),
      ...(facets ? [rangeSource('facets', isOfFacets(facets))] : []),
    ],
  }
}

/** All conditions on rows of member_facts aliased f but the one a source has answered already. */
export function conditionsBut({ facets, ranges, search }: Asked, source?: Source['name']): Condition {
  const asks: [Source['name'], Condition | null][] = [
    ['createdAt', ranges.createdAt],
    ['balance', ranges.balance],
    ['facets', facets && isOfFacets(facets)],
    ['search', search && sql`(select ${search} from members m where m.id = f.member_id)`],
  ]
  return allOf(asks.flatMap(([name, condition]) => (condition && name !== source ? [condition] : [])))
}

/** The source that gives the fewest members; null when each gives more than may be looked through. */
export async function smallestSource(
  db: Reader,
  sources: readonly Source[],
  most: number,
): Promise<Source | null> {
  const counts = sql.join(
    sources.map((source) => sql`(${source.countTo(most + 1)})`),
    sql`, `,
  )
  const { rows } = await sql<{ counts: number[] }>`select array[${counts}]::integer[] as counts`.execute(db)
  const counted = rows[0]?.counts ?? []
  const least = Math.min(...counted)
  return least > most ? null : (sources[counted.indexOf(least)] ?? null)
}

/** The order and the place of a page in it, as conditions on member_facts aliased f. */
export interface Place {
  readonly sort: MemberSort
  readonly bounds: Condition
  readonly orderBy: RawBuilder<unknown>
  readonly limit: number
}

/**
 * The members of one page, in order, as a subquery with the columns that are sorted by. Three ways: few enough
 * candidates are looked through; combinations of facets are read in the list's order and merged; else the
 * order itself is walked past those who do not fit, which then come often.
 */
export async function pageSource(
  db: Reader,
  asked: Asked,
  { sort, bounds, orderBy, limit }: Place,
  most: ReadBounds,
): Promise<RawBuilder<unknown>> {
  const ends = sql`order by ${orderBy} limit ${sql.lit(limit)}`
  const crossing = asked.sources.some(({ name }) => name !== 'facets' && name !== sort)
  const source = crossing ? await smallestSource(db, asked.sources, most.candidates) : null
  if (source) {
    const rest = sql`select ${columns} from (${source.rows}) f where ${conditionsBut(asked, source.name)}
      and ${bounds} order by ${orderBy}`
    if (source.times === 1) return sql`${rest} limit ${sql.lit(limit)}`
    // Found in several ways, a member stands there as often, side by side.
    return sql`select ${columns} from (select distinct ${columns} from (
      ${rest} limit ${sql.lit(limit * source.times)}) f) f ${ends}`
  }
  const { facets } = asked
  if (crossing || facets === null || facets.length > most.facets) {
    return sql`select ${columns} from member_facts f where ${conditionsBut(asked)} and ${bounds} ${ends}`
  }
  return sql`select ${columns} from unnest(${[...facets]}::integer[]) k (facet_id)
    cross join lateral (select ${columns} from member_facts f
      where f.facet_id = k.facet_id and ${conditionsBut(asked, 'facets')} and ${bounds} ${ends}) f ${ends}`
}

/** Rows of a filter for counting, each member once, `limit` of them at most. */
export async function countSource(
  db: Reader,
  asked: Asked,
  limit: number,
  most: ReadBounds,
): Promise<RawBuilder<unknown>> {
  const ends = sql`limit ${sql.lit(limit)}`
  const least = asked.sources.length > 1 ? await smallestSource(db, asked.sources, most.candidates) : null
  const source = least ?? asked.sources[0]
  if (!source) return sql`select ${columns} from member_facts f ${ends}`
  const rows = sql`select ${source.times > 1 ? sql`distinct` : sql``} ${columns} from (${source.rows}) f
    where ${conditionsBut(asked, source.name)}`
  return sql`select ${columns} from (${rows} ${ends}) f`
}
