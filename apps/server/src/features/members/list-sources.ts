import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import {
  foundMax,
  mayReveal,
  membersFound,
  membersInOrder,
  searchCondition,
} from '../../platform/people/member-search.ts'
import {
  allOf,
  facetCondition,
  rangesOf,
  type Condition,
  type MemberFilter,
  type MemberSort,
  type Seen,
} from './list-filter.ts'
import { membersWaiting } from './waiting-changes.ts'

/** How much a question may read before another way is taken. Tests set their own: every way is gone. */
export interface ReadBounds {
  /** Members that one condition may give to be looked through. */
  readonly candidates: number
  /** Members that a total looks through before it is an estimate. */
  readonly examined: number
  /** Combinations of facets that are read one by one and merged. */
  readonly facets: number
}
export const usualBounds: ReadBounds = { candidates: 5_000, examined: 20_000, facets: 400 }
const fewCounted = 500

const columns = sql`f.member_id, f.facet_id, f.username, f.created_at, f.balance_minor, f.deposit_minor,
  f.withdrawal_minor, f.net_minor, f.last_deposit_at`

/** What it costs to read a member found in another table; from an index of member_facts alone it is 1. */
const lookUpCost = 4

/** Rows of member_facts, each member once. */
interface Source {
  readonly name: 'createdAt' | 'balance' | 'facets' | 'search' | 'waiting'
  /** At most so many; null: all. */
  readonly rows: (most: number | null) => RawBuilder<unknown>
  /** What it costs to read, counted no further than this. */
  readonly countTo: (most: number) => RawBuilder<unknown>
}

/** A filter taken apart: every part is answered by one index of its own. */
export interface Asked {
  /** Same text, same question: what its smallest source is remembered by. */
  readonly key: string
  /** Null: all of them. Empty: nobody has such values. */
  readonly facets: readonly number[] | null
  readonly ranges: { readonly createdAt: Condition | null; readonly balance: Condition | null }
  /** Those whose change of account waits: always few. */
  readonly waiting: Condition | null
  readonly sources: readonly Source[]
  readonly search: Condition | null
  /** Whom the search finds, with their places, the nearest first. */
  readonly inOrder: RawBuilder<unknown> | null
}

// Either keeps other conditions out, which would tempt the planner to another index.
const atMost = (most: number | null) => (most === null ? sql`offset 0` : sql`limit ${sql.lit(most)}`)

function rangeSource(name: Source['name'], condition: Condition): Source {
  const from = sql`from member_facts f where ${condition}`
  return {
    name,
    rows: (most) => sql`select ${columns} ${from} ${atMost(most)}`,
    countTo: (most) => sql`select count(*) from (select ${from} limit ${sql.lit(most)}) x`,
  }
}

/**
 * What a search finds, the nearest members of many. Where it finds too many to be all of them, any other
 * source that is small enough comes first: it leads to every member there is.
 */
function searchSource(filter: MemberFilter, { actor }: Seen): Source | null {
  const found = membersFound(actor, filter.search)
  if (found === null) return null
  return {
    name: 'search',
    rows: (most) => sql`select ${columns} from member_facts f
      where f.member_id = any(array(${found})) ${atMost(most)}`,
    countTo: (most) => {
      // Past what may be looked through nobody needs the rest of them.
      const enough = Math.min(Math.ceil(most / lookUpCost), foundMax)
      return sql`select case when count(*) >= ${sql.lit(enough)} then ${sql.lit(most)}
        else count(*) * ${sql.lit(lookUpCost)} end
        from (select from (${found}) f limit ${sql.lit(enough)}) x`
    },
  }
}

async function facetsOf(db: Reader, filter: MemberFilter): Promise<number[] | null> {
  const condition = facetCondition(filter)
  if (condition === null) return null
  const { rows } = await sql<{ ids: number[] | null }>`
    select array_agg(c.id) as ids from member_facets c where ${condition}`.execute(db)
  return rows[0]?.ids ?? []
}

const isOfFacets = (facets: readonly number[]): Condition =>
  sql`f.facet_id = any(${[...facets]}::integer[])`

/** @throws dateRange, outOfRange */
export async function askedOf(db: Reader, filter: MemberFilter, seen: Seen): Promise<Asked> {
  const ranges = rangesOf(filter, seen.settings)
  const facets = await facetsOf(db, filter)
  const found = searchSource(filter, seen)
  // An array is read once, before the rows.
  const waiting = filter.accountChange
    ? sql<boolean>`f.member_id = any(array(${membersWaiting(seen.actor, filter.accountChange)}))`
    : null
  return {
    key: JSON.stringify([filter, mayReveal(seen.actor)]),
    facets,
    ranges,
    waiting,
    search: searchCondition(seen.actor, filter.search),
    inOrder: membersInOrder(seen.actor, filter.search),
    sources: [
      ...(waiting ? [rangeSource('waiting', waiting)] : []),
      ...(found ? [found] : []),
      ...(ranges.createdAt ? [rangeSource('createdAt', ranges.createdAt)] : []),
      ...(ranges.balance ? [rangeSource('balance', ranges.balance)] : []),
      ...(facets ? [rangeSource('facets', isOfFacets(facets))] : []),
    ],
  }
}

/** All conditions on rows of member_facts aliased f but the one a source has answered already. */
function conditionsBut({ facets, ranges, search, waiting }: Asked, source?: Source['name']): Condition {
  const asks: [Source['name'], Condition | null][] = [
    ['createdAt', ranges.createdAt],
    ['balance', ranges.balance],
    ['waiting', waiting],
    ['facets', facets && isOfFacets(facets)],
    ['search', search && sql`(select ${search} from members m where m.id = f.member_id)`],
  ]
  return allOf(asks.flatMap(([name, condition]) => (condition && name !== source ? [condition] : [])))
}

/** For every page and total of a question, the way found a moment ago is still a good one. */
const rememberedMs = 60_000
const rememberedMost = 1_000
const remembered = new Map<string, { readonly name: Source['name'] | null; readonly until: number }>()

/**
 * The source that leads to all members with the least to read; null when each gives more than may be looked
 * through. An old answer costs time, or finds a few who came since.
 */
async function smallestSource(
  db: Reader,
  { key, sources, search }: Asked,
  most: ReadBounds,
): Promise<Source | null> {
  const question = `${most.candidates} ${key}`
  const known = remembered.get(question)
  if (known && known.until > performance.now())
    return sources.find((source) => source.name === known.name) ?? null
  let found: Source | null = null
  // A few are counted soon; only where every source has more, they are counted to the end.
  for (const budget of [fewCounted, most.candidates].filter((count) => count <= most.candidates)) {
    const counts = sql.join(
      sources.map((source) => sql`(${source.countTo(budget + 1)})`),
      sql`, `,
    )
    const { rows } = await sql<{ counts: number[] }>`select array[${counts}]::integer[] as counts`.execute(
      db,
    )
    const counted = (rows[0]?.counts ?? []).map((count, nth) =>
      // Whoever was not found by the search is looked up for it.
      search && sources[nth]?.name !== 'search' ? count * lookUpCost : count,
    )
    const least = Math.min(...counted)
    if (least > budget) continue
    found = sources[counted.indexOf(least)] ?? null
    break
  }
  remembered.delete(question)
  remembered.set(question, { name: found?.name ?? null, until: performance.now() + rememberedMs })
  for (const oldest of remembered.keys()) {
    if (remembered.size <= rememberedMost) break
    remembered.delete(oldest)
  }
  return found
}

const searchOf = ({ sources }: Asked): Source | undefined => sources.find(({ name }) => name === 'search')

/** The order and the place of a page in it, as conditions on member_facts aliased f. */
export interface Place {
  readonly sort: MemberSort
  readonly bounds: Condition
  readonly orderBy: RawBuilder<unknown>
  readonly limit: number
  /** Towards the beginning, from a place behind it. */
  readonly isBack: boolean
}

/**
 * The members of one page, in order, as a subquery with the columns that are sorted by. Three ways: few
 * enough candidates are looked through, of a search the nearest; combinations of facets are read in the
 * list's order and merged; else the order itself is walked past those who do not fit, which then come often.
 */
export async function pageSource(
  db: Reader,
  asked: Asked,
  { sort, bounds, orderBy, limit, isBack }: Place,
  most: ReadBounds,
): Promise<RawBuilder<unknown>> {
  const ends = sql`order by ${orderBy} limit ${sql.lit(limit)}`
  if (sort === 'match' && asked.inOrder) {
    // Found in order, so that it ends with the page.
    const enough = isBack ? sql`` : sql`limit ${sql.lit(limit)}`
    return sql`select * from (select f.* from (
        select ${columns}, w.place from (${asked.inOrder}) w
          cross join lateral (select * from member_facts where member_id = w.id offset 0) f
      ) f where ${bounds} and ${conditionsBut(asked, 'search')} ${enough}) f ${ends}`
  }
  const crossing = asked.sources.some(({ name }) => name !== 'facets' && name !== sort)
  // A search alone leads to a thousand at most: there is nothing to choose from.
  const isSearchAlone = asked.sources.length === 1 && searchOf(asked) !== undefined
  const least = crossing && !isSearchAlone ? await smallestSource(db, asked, most) : null
  const source = least ?? (crossing ? searchOf(asked) : null)
  if (source) {
    return sql`select ${columns} from (${source.rows(null)}) f
      where ${conditionsBut(asked, source.name)} and ${bounds} ${ends}`
  }
  const { facets } = asked
  if (crossing || facets === null || facets.length > most.facets) {
    return sql`select ${columns} from member_facts f where ${conditionsBut(asked)} and ${bounds} ${ends}`
  }
  return sql`select ${columns} from unnest(${[...facets]}::integer[]) k (facet_id)
    cross join lateral (select ${columns} from member_facts f
      where f.facet_id = k.facet_id and ${conditionsBut(asked, 'facets')} and ${bounds} ${ends}) f ${ends}`
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
  const { sources } = asked
  const least = sources.length > 1 ? await smallestSource(db, asked, most) : null
  const source = least ?? searchOf(asked) ?? sources[0]
  if (!source)
    return { rows: sql`select ${columns}, true as fits from member_facts f`, examinedMost: enough }
  const rowsOf = (from: RawBuilder<unknown>) =>
    sql`select ${columns}, ${conditionsBut(asked, source.name)} as fits from (${from}) f`
  // As many as a search finds at most may not be all.
  if (source.name === 'search') return { rows: rowsOf(source.rows(null)), examinedMost: foundMax - 1 }
  const examinedMost = sources.length > 1 ? Math.max(most.examined, enough) : enough
  return { rows: rowsOf(source.rows(least ? null : examinedMost + 1)), examinedMost }
}
