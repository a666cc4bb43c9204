import { sql } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { assertDateRange } from '../../platform/business-day.ts'
import type { Reader } from '../../platform/db/db.ts'
import { findsTooMany } from '../../platform/people/member-search.ts'
import { readRollup } from '../../platform/work/rollups.ts'
import type { SharedReads } from '../../platform/people/shared-reads.ts'
import { seesBrand } from '../../platform/people/visibility.ts'
import { amountOfDeposit, conditions, searchArms, type QueueFilter } from './queries.ts'

const countedMax = 10_000

interface QueueGroup {
  readonly kind: 'deposit' | 'withdrawal'
  readonly state: string
  readonly count: number
  readonly sum: number
}

type Filter = Omit<QueueFilter, 'tab'>

/** Filters that only rows themselves can answer; the others are kept counted. */
const asksRows = (filter: Filter): boolean =>
  [filter.search, filter.memberId, filter.amountMinor, filter.amountMinMinor, filter.amountMaxMinor].some(
    (asked) => asked !== undefined && asked !== '',
  )

/** Counts and sums by kind and state of all rows of a filter, from what is kept counted. */
async function rolledGroups(db: Reader, filter: Filter): Promise<QueueGroup[]> {
  const { on, from = '-infinity', to = 'infinity', accountId, state } = filter
  const asksDays = [on, filter.from, filter.to].some((day) => day !== undefined)
  const isOutside = on !== undefined && ((filter.from ?? on) > on || (filter.to ?? on) < on)
  if (isOutside) return []
  const counted = await readRollup(db, 'queue', asksDays ? { from: on ?? from, to: on ?? to } : null)
  return counted.flatMap(({ parts: [kind, rowState, account], entries, amountMinor }) => {
    const isMeant =
      (accountId === undefined || account === accountId) && state?.includes(rowState ?? '') !== false
    if (!isMeant || (kind !== 'deposit' && kind !== 'withdrawal')) return []
    return [{ kind, state: rowState ?? '', count: entries, sum: amountMinor }]
  })
}

/**
 * Counts and sums by kind and state over a filter without its tab. Where rows must be looked at they are
 * counted to 10,000 of each kind, those of the nearest members alone where a text finds too many, for this
 * person alone: what a search finds depends on what they may see.
 */
export async function groupsOfQueue(
  db: Reader,
  actor: EmployeeActor,
  asked: QueueFilter,
  reads: SharedReads,
): Promise<{ rows: readonly QueueGroup[]; isEstimate: boolean }> {
  const { tab: _, ...filter } = asked
  assertDateRange(filter.from, filter.to)
  if (seesBrand(actor) && !asksRows(filter)) {
    const rows = await reads.read(`queue ${JSON.stringify(filter)}`, () => rolledGroups(db, filter))
    return { rows, isEstimate: false }
  }
  const all = { ...filter, tab: 'all' as const }
  const end = sql`order by q.id desc limit ${sql.lit(countedMax + 1)}`
  const arms = searchArms(actor, all).flatMap((way) => [
    sql`(select 'deposit' as kind, q.state, coalesce(${amountOfDeposit}, 0) as amount from deposits q
      where ${conditions(actor, 'deposit', all)} and ${way} ${end})`,
    sql`(select 'withdrawal', q.state, q.amount_minor from withdrawals q
      where ${conditions(actor, 'withdrawal', all)} and ${way} ${end})`,
  ])
  const [{ rows }, isCut] = await Promise.all([
    sql<QueueGroup>`
      select kind, state, count(*)::int as count, sum(amount)::bigint as sum
        from (${sql.join(arms, sql` union all `)}) x group by 1, 2`.execute(db),
    findsTooMany(db, actor, filter.search),
  ])
  const counted = (kind: string) =>
    rows.filter((row) => row.kind === kind).reduce((sum, row) => sum + row.count, 0)
  const isMore = counted('deposit') > countedMax || counted('withdrawal') > countedMax
  return { rows, isEstimate: isCut || isMore }
}
