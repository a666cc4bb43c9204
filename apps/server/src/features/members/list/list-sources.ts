import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../../platform/db/db.ts'
import { foundMax } from '../../../platform/people/member-search.ts'
import {
  columns,
  conditionsBut,
  expectedOf,
  fewestOf,
  type Asked,
  type Part,
  type ReadBounds,
  type Source,
} from './list-asked.ts'
import type { Condition, MemberSort } from './list-filter.ts'

/** What it costs to look somebody up for the search; from an index of member_facts alone a member costs 1. */
const lookUpCost = 4

/** The order and the place of a page in it, as conditions on member_facts aliased f. */
export interface Place {
  readonly sort: MemberSort
  readonly bounds: Condition
  readonly orderBy: RawBuilder<unknown>
  readonly limit: number
  /** Towards the beginning, from a place behind it. */
  readonly isBack: boolean
}

/** The members of one page, in order, as a subquery with the columns that are sorted by. */
export interface PageSource {
  readonly rows: RawBuilder<unknown>
  /** Of the many that the search finds, only the nearest were sorted. */
  readonly isOfNearest: boolean
}

/** So many members a page looks up beside a search: with those it found, it reads 20 for each it shows. */
const besideMost = 110

/** The source by which nobody is left out of a search that finds many: where a few are to be looked up. */
async function besideSearch(
  db: Reader,
  asked: Asked,
  few: number,
  most: ReadBounds,
): Promise<Source | null> {
  // Those of the facets have been searched already.
  const isMore = ({ parts }: Source) => !asked.isFoundWithin || parts.some((part) => part !== 'facets')
  if (!asked.sources.some(isMore)) return null
  const { source, count } = fewestOf(await expectedOf(db, asked, most), isMore)
  return count <= few ? source : null
}

/** From such a share of all on, whoever comes next in the list's order mostly is found by the search. */
const commonShare = 0.9

/**
 * The members of a page by walking the list's order past the few whom the search does not find; null where it
 * finds fewer, or the page is not full with a quarter more than it shows.
 */
async function walkedSearch(
  db: Reader,
  asked: Asked,
  place: Place,
  most: ReadBounds,
): Promise<readonly string[] | null> {
  const { all, found } = await expectedOf(db, asked, most)
  if (asked.ranges.createdAt || asked.ranges.balance || asked.waiting || found < all * commonShare)
    return null
  const walked = Math.ceil(place.limit * 1.25)
  const { rows } = await sql<{ id: string; fits: boolean }>`
    select f.member_id as id, ${conditionsBut(asked, ['facets'])} as fits
      from (${walkedSource(asked, { ...place, limit: walked }, most)}) f`.execute(db)
  const fit = rows.filter(({ fits }) => fits)
  return fit.length >= place.limit || rows.length < walked ? fit.map(({ id }) => id) : null
}

/** A search by another order than its own: whom it finds are sorted, the nearest of many. */
async function sortedSearch(db: Reader, asked: Asked, place: Place, most: ReadBounds): Promise<PageSource> {
  const end = sql`order by ${place.orderBy} limit ${sql.lit(place.limit)}`
  const pageOf = (from: RawBuilder<unknown>, answered: readonly Part[]) =>
    sql`select ${columns} from (${from}) f
      where ${conditionsBut(asked, answered)} and ${place.bounds} ${end}`
  const among = (ids: readonly string[]) => sql`select ${columns} from member_facts f
    where f.member_id = any(${[...ids]}::uuid[]) offset 0`
  const walked = await walkedSearch(db, asked, place, most)
  if (walked) return { rows: pageOf(among(walked), ['search']), isOfNearest: false }
  const { rows } = await sql<{ id: string }>`${asked.found?.(most.sorted)}`.execute(db)
  const nearest = pageOf(among(rows.map(({ id }) => id)), ['search'])
  // As many as were asked for may not be all.
  if (rows.length < most.sorted) return { rows: nearest, isOfNearest: false }
  const few = Math.min(besideMost, most.candidates / lookUpCost)
  const source = await besideSearch(db, asked, few, most)
  if (source) return { rows: pageOf(source.rows(null), source.parts), isOfNearest: false }
  return { rows: nearest, isOfNearest: true }
}

/**
 * Combinations of facets, each read in the list's order, merged. First a few of each; only one whose last is
 * so near the beginning that more of it may belong to the page is read on, and no further than that.
 */
function mergedFacets(
  facets: readonly number[],
  conditions: Condition,
  orderBy: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> {
  const few = Math.max(1, Math.min(limit, Math.ceil((2 * limit) / facets.length)))
  const firstOf = (facet: string, count: number) => sql`select ${columns} from member_facts f
    where f.facet_id = ${sql.ref(facet)} and ${conditions} order by ${orderBy} limit ${sql.lit(count)}`
  if (few === limit)
    return sql`select ${columns} from unnest(${[...facets]}::integer[]) k (facet_id)
      cross join lateral (${firstOf('k.facet_id', limit)}) f order by ${orderBy} limit ${sql.lit(limit)}`
  return sql`
    with heads as materialized (
      select f.*, row_number() over (order by ${orderBy}) as nth from unnest(${[...facets]}::integer[]) k (id)
        cross join lateral (${firstOf('k.id', few)}) f),
    further as materialized (
      select facet_id as id, count(*) + ${sql.lit(limit)} - max(nth) as enough from heads group by facet_id
      having count(*) = ${sql.lit(few)} and max(nth) < ${sql.lit(limit)})
    select ${columns} from (
      select ${columns} from heads f where f.facet_id not in (select id from further)
      union all
      select ${columns} from further k
        cross join lateral (select * from (${firstOf('k.id', limit)}) f limit k.enough) f
    ) f order by ${orderBy} limit ${sql.lit(limit)}`
}

/**
 * Few enough candidates are looked through, of a search the nearest; combinations of facets are read in the
 * list's order and merged; else the order itself is walked past those who do not fit, where they come often.
 */
export async function pageSource(
  db: Reader,
  asked: Asked,
  { sort, bounds, orderBy, limit, isBack }: Place,
  most: ReadBounds,
): Promise<PageSource> {
  const end = sql`order by ${orderBy} limit ${sql.lit(limit)}`
  if (sort === 'match' && asked.inOrder) {
    // Found in order, so that it ends with the page.
    const enough = isBack ? sql`` : sql`limit ${sql.lit(limit)}`
    const rows = sql`select * from (select f.* from (
        select ${columns}, w.place from (${asked.inOrder}) w
          cross join lateral (select * from member_facts where member_id = w.id offset 0) f
      ) f where ${bounds} and ${conditionsBut(asked, ['search'])} ${enough}) f ${end}`
    return { rows, isOfNearest: false }
  }
  const place = { sort, bounds, orderBy, limit, isBack }
  if (asked.found) return sortedSearch(db, asked, place, most)
  const source = await leadingSource(db, asked, place, most)
  const rows = source
    ? sql`select ${columns} from (${source.rows(null)}) f
        where ${conditionsBut(asked, source.parts)} and ${bounds} ${end}`
    : walkedSource(asked, place, most)
  return { rows, isOfNearest: false }
}

const isMerged = ({ facets }: Asked, most: ReadBounds): boolean =>
  facets !== null && facets.length <= most.facets

/** The list's own order, past all who do not fit but for the search. */
function walkedSource(asked: Asked, place: Place, most: ReadBounds): RawBuilder<unknown> {
  const { bounds, orderBy, limit } = place
  if (asked.facets === null || !isMerged(asked, most))
    return sql`select ${columns} from member_facts f
      where ${conditionsBut(asked, ['search'])} and ${bounds} order by ${orderBy} limit ${sql.lit(limit)}`
  const conditions = sql<boolean>`${conditionsBut(asked, ['search', 'facets'])} and ${bounds}`
  return mergedFacets(asked.facets, conditions, orderBy, limit)
}

/** A source with less to read than the list's order, walked past all who do not fit; else null. */
async function leadingSource(
  db: Reader,
  asked: Asked,
  { sort, limit }: Place,
  most: ReadBounds,
): Promise<Source | null> {
  // What the order's own index answers costs nothing.
  const isCrossing = ({ parts: [part, ...more] }: Source): boolean =>
    more.length === 0 && part !== sort && (part !== 'facets' || !isMerged(asked, most))
  if (!asked.sources.some((source) => isCrossing(source) && source.parts[0] !== 'facets')) return null
  const expected = await expectedOf(db, asked, most)
  let walked = limit
  for (const [source, count] of expected.sources)
    if (isCrossing(source)) walked *= expected.all / Math.max(1, count)
  const { source, count } = fewestOf(expected)
  return count <= Math.min(walked, most.candidates) ? source : null
}

/** What a total is counted from: rows of member_facts with `fits`, and how many were looked at at most. */
export interface Counted {
  readonly rows: RawBuilder<unknown>
  readonly examinedMost: number
}

/** Members of a filter for counting, each once; `enough` of them are enough. */
export async function countSource(
  db: Reader,
  asked: Asked,
  enough: number,
  most: ReadBounds,
): Promise<Counted> {
  const { sources, found } = asked
  const rowsOf = (from: RawBuilder<unknown>, parts: Source['parts']) =>
    sql`select ${columns}, ${conditionsBut(asked, parts)} as fits from (${from}) f`
  const beside = found ? await besideSearch(db, asked, most.candidates / lookUpCost, most) : null
  if (found && beside === null) {
    const rows = sql`select ${columns} from member_facts f where f.member_id = any(array(${found(foundMax)}))
      offset 0`
    // As many as a search finds at most may not be all.
    return { rows: rowsOf(rows, ['search']), examinedMost: foundMax - 1 }
  }
  const [first, ...others] = sources
  if (!first)
    return { rows: sql`select ${columns}, true as fits from member_facts f`, examinedMost: enough }
  const isAlone = others.length === 0 && !found
  const source = beside ?? (isAlone ? first : fewestOf(await expectedOf(db, asked, most)).source) ?? first
  const examinedMost = isAlone ? enough : Math.max(most.examined, enough)
  return { rows: rowsOf(source.rows(examinedMost + 1), source.parts), examinedMost }
}
