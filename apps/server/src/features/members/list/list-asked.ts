import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../../platform/db/db.ts'
import {
  foundMax,
  inOrder,
  mayReveal,
  membersFound,
  membersFoundWithin,
  searchCondition,
} from '../../../platform/people/member-search.ts'
import {
  allOf,
  facetCondition,
  rangesOf,
  type Condition,
  type MemberFilter,
  type Seen,
} from './list-filter.ts'
import { membersWaiting } from '../waiting-changes.ts'

/** How much a question may read before another way is taken. Tests set their own: every way is gone. */
export interface ReadBounds {
  /** Members that one condition may give to be looked through. */
  readonly candidates: number
  /** Members that a total looks through before it is an estimate. */
  readonly examined: number
  /** Combinations of facets that are read one by one and merged. */
  readonly facets: number
  /** The nearest of a search that are sorted by a column. */
  readonly sorted: number
}
export const usualBounds: ReadBounds = { candidates: 5_000, examined: 20_000, facets: 400, sorted: 200 }

export const columns = sql`f.member_id, f.facet_id, f.username, f.created_at, f.balance_minor,
  f.deposit_minor, f.withdrawal_minor, f.net_minor, f.last_deposit_at`

/** What a filter asks, each answered by another condition. */
export type Part = 'createdAt' | 'balance' | 'facets' | 'search' | 'waiting'

/** Rows of member_facts that lead to all members of some parts of a filter, each member once. */
export interface Source {
  readonly parts: readonly Part[]
  /** As one condition on member_facts aliased f, for the planner to say how many there are. */
  readonly condition: Condition
  /** At most so many; null: all. */
  readonly rows: (most: number | null) => RawBuilder<unknown>
}

/** A filter taken apart: every part is answered by one index of its own. */
export interface Asked {
  /** Same text, same question: what is expected of its sources is remembered by it. */
  readonly key: string
  /** Null: all of them. Empty: nobody has such values. */
  readonly facets: readonly number[] | null
  readonly ranges: { readonly createdAt: Condition | null; readonly balance: Condition | null }
  /** Those whose change of account waits: always few. */
  readonly waiting: Condition | null
  readonly sources: readonly Source[]
  readonly search: Condition | null
  /** The ids of whom the search finds, the nearest so many of them. */
  readonly found: ((most: number) => RawBuilder<unknown>) | null
  /** Whether all of those fit the facets. */
  readonly isFoundWithin: boolean
  /** Whom the search finds, with their places, the nearest first. */
  readonly inOrder: RawBuilder<unknown> | null
}

// Either keeps other conditions out, which would tempt the planner to another index.
const atMost = (most: number | null) => (most === null ? sql`offset 0` : sql`limit ${sql.lit(most)}`)

const sourceOf = (parts: readonly Part[], condition: Condition): Source => ({
  parts,
  condition,
  rows: (most) => sql`select ${columns} from member_facts f where ${condition} ${atMost(most)}`,
})

const isOfFacets = (facets: readonly number[]): Condition =>
  sql`f.facet_id = any(${[...facets]}::integer[])`

/**
 * A range within some combinations: each is a range of one index, so that no other member is read. First the
 * numbers alone, which that index has: for the rest a plan would take a wider one, and read the whole
 * combination.
 */
const facetRange = (part: Part, facets: readonly number[], range: Condition): Source => ({
  parts: ['facets', part],
  condition: allOf([isOfFacets(facets), range]),
  rows: (most) => sql`select ${columns} from unnest(${[...facets]}::integer[]) k (facet_id)
    cross join lateral (select f.member_id as id from member_facts f
      where f.facet_id = k.facet_id and ${range} offset 0) w
    cross join lateral (select * from member_facts where member_id = w.id offset 0) f ${atMost(most)}`,
})

async function facetsOf(db: Reader, filter: MemberFilter): Promise<number[] | null> {
  const condition = facetCondition(filter)
  if (condition === null) return null
  const { rows } = await sql<{ ids: number[] | null }>`
    select array_agg(c.id order by c.id) as ids from member_facets c where ${condition}`.execute(db)
  return rows[0]?.ids ?? []
}

/** @throws dateRange, outOfRange */
export async function askedOf(
  db: Reader,
  filter: MemberFilter,
  seen: Seen,
  most: ReadBounds,
): Promise<Asked> {
  const { createdAt, balance } = rangesOf(filter, seen.settings)
  const facets = await facetsOf(db, filter)
  // An array is read once, before the rows.
  const waiting = filter.accountChange
    ? sql<boolean>`f.member_id = any(array(${membersWaiting(seen.actor, filter.accountChange)}))`
    : null
  const isMerged = facets !== null && facets.length <= most.facets
  const search = searchCondition(seen.actor, filter.search)
  const within = isMerged ? membersFoundWithin(seen.actor, filter.search, facets) : null
  const anywhere = search && ((nearest: number) => sql`${membersFound(seen.actor, filter.search, nearest)}`)
  const found = within ?? anywhere
  return {
    key: JSON.stringify([filter, mayReveal(seen.actor)]),
    facets,
    ranges: { createdAt, balance },
    waiting,
    search,
    found,
    isFoundWithin: within !== null,
    inOrder: found && inOrder(found(foundMax)),
    sources: [
      ...(waiting ? [sourceOf(['waiting'], waiting)] : []),
      ...(createdAt ? [sourceOf(['createdAt'], createdAt)] : []),
      ...(balance ? [sourceOf(['balance'], balance)] : []),
      ...(facets ? [sourceOf(['facets'], isOfFacets(facets))] : []),
      ...(isMerged && createdAt ? [facetRange('createdAt', facets, createdAt)] : []),
      ...(isMerged && balance ? [facetRange('balance', facets, balance)] : []),
    ],
  }
}

/** All conditions on rows of member_facts aliased f but those a source has answered already. */
export function conditionsBut(
  { facets, ranges, search, waiting }: Asked,
  answered: readonly Part[] = [],
): Condition {
  const asks: [Part, Condition | null][] = [
    ['createdAt', ranges.createdAt],
    ['balance', ranges.balance],
    ['waiting', waiting],
    ['facets', facets && isOfFacets(facets)],
    ['search', search && sql`(select ${search} from members m where m.id = f.member_id)`],
  ]
  return allOf(asks.flatMap(([part, is]) => (is && !answered.includes(part) ? [is] : [])))
}

/** How many members each source leads to, and how many there are, as the planner expects. */
export interface Expected {
  readonly sources: ReadonlyMap<Source, number>
  readonly all: number
  /** By the search alone. */
  readonly found: number
}

/** For every page and total of a question, what was expected a moment ago is still near. */
const rememberedMs = 60_000
const rememberedMost = 1_000
const remembered = new Map<string, { readonly counts: readonly number[]; readonly until: number }>()

interface Explained {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: { readonly 'Plan Rows': number } }]
}

/**
 * What the planner expects: to count would read what the page is spared. Its figures are off at times, which
 * costs time and leaves nobody out.
 */
export async function expectedOf(
  db: Reader,
  { key, sources, search }: Asked,
  most: ReadBounds,
): Promise<Expected> {
  const question = `${most.facets} ${key}`
  const known = remembered.get(question)
  let counts = known && known.until > performance.now() ? known.counts : null
  if (counts === null) {
    const asked: number[] = []
    for (const from of [
      ...sources.map(({ condition }) => sql`member_facts f where ${condition}`),
      sql`member_facts`,
      sql`members m where ${search ?? sql`true`}`,
    ]) {
      const { rows } = await sql<Explained>`explain (format json) select from ${from}`.execute(db)
      asked.push(rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? Infinity)
    }
    counts = asked
    remembered.delete(question)
    remembered.set(question, { counts, until: performance.now() + rememberedMs })
    for (const oldest of remembered.keys()) {
      if (remembered.size <= rememberedMost) break
      remembered.delete(oldest)
    }
  }
  const countOf = (nth: number): number => counts[nth] ?? Infinity
  return {
    sources: new Map(sources.map((source, nth) => [source, countOf(nth)])),
    all: countOf(sources.length),
    found: countOf(sources.length + 1),
  }
}

/** Of the sources that are meant the one that is expected to lead to the fewest, and to how many. */
export function fewestOf(
  { sources }: Expected,
  isMeant: (source: Source) => boolean = () => true,
): { readonly source: Source | null; readonly count: number } {
  let fewest: { source: Source | null; count: number } = { source: null, count: Infinity }
  for (const [source, count] of sources)
    if (count < fewest.count && isMeant(source)) fewest = { source, count }
  return fewest
}
