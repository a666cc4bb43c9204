import { callFaults, callWays, type callOutcomes } from '@khlang/contract/values/play-values.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import { latencyBoundsMs, p95Of } from '../../platform/latency.ts'
import type { Period } from './period.ts'

type Way = (typeof callWays)[number]

interface Counted {
  readonly calls: number
  readonly refused: number
  readonly faults: number
  readonly within: readonly number[]
}

/** The bounds are added up apart: to take arrays to pieces would cost a row for each of them. */
const within = sql`array[${sql.join(latencyBoundsMs.map((_, at) => sql`sum(c.within[${sql.lit(at + 1)}])`))}]`
const isFault = sql`c.outcome = any(${[...callFaults]}::text[])`
const sums: RawBuilder<unknown> = sql`sum(c.calls)::bigint as calls,
  coalesce(sum(c.calls) filter (where c.outcome <> 'done' and not ${isFault}), 0)::bigint as refused,
  coalesce(sum(c.calls) filter (where ${isFault}), 0)::bigint as faults, ${within}::bigint[] as within`

const inPeriod = ({ from, to }: Period) => sql`c.business_on between ${from}::date and ${to}::date`

/** Pure. */
const healthOf = ({ calls, refused, faults, within: counts }: Counted) => ({
  calls,
  refused,
  faults,
  p95Ms: p95Of(counts.map(Number)),
})

/** How calls went, by provider. */
export async function healthByProvider(db: Reader, period: Period) {
  const { rows } = await sql<Counted & { readonly key: string; readonly way: Way }>`
    select c.provider_id as key, c.way, ${sums} from provider_calls c
     where ${inPeriod(period)} group by 1, 2 order by 1, 2`.execute(db)
  const byProvider = new Map<string, ({ way: Way } & ReturnType<typeof healthOf>)[]>()
  for (const { key, way, ...counted } of rows)
    byProvider.set(key, [...(byProvider.get(key) ?? []), { way, ...healthOf(counted) }])
  return byProvider
}

const added = (all: readonly Counted[]): Counted => ({
  calls: all.reduce((sum, { calls }) => sum + calls, 0),
  refused: all.reduce((sum, { refused }) => sum + refused, 0),
  faults: all.reduce((sum, { faults }) => sum + faults, 0),
  within: latencyBoundsMs.map((_, at) => all.reduce((sum, each) => sum + Number(each.within[at]), 0)),
})

/** How calls between one provider and us went, by hour where the period is one day, else by day. */
export async function callsOfProvider(db: Reader, providerId: string, period: Period) {
  const of = sql`c.provider_id = ${providerId} and ${inPeriod(period)}`
  const hour = period.from === period.to ? sql`c.hour_at` : sql`null::timestamptz`
  const [{ rows: points }, outcomes] = await Promise.all([
    sql<Counted & { readonly way: Way; readonly on: string; readonly hourAt: string | null }>`
      select c.business_on as on, ${hour} as "hourAt", c.way, ${sums} from provider_calls c where ${of}
       group by 1, 2, 3 order by 1 desc, 2 desc, 3`.execute(db),
    sql<{ way: Way; outcome: (typeof callOutcomes)[number]; isFault: boolean; calls: number }>`
      select c.way, c.outcome, ${isFault} as "isFault", sum(c.calls)::bigint as calls
        from provider_calls c where ${of} group by 1, 2 order by 4 desc, 1, 2`.execute(db),
  ])
  return {
    ways: callWays.flatMap((way) => {
      const same = points.filter((point) => point.way === way)
      return same.length === 0 ? [] : [{ way, ...healthOf(added(same)) }]
    }),
    outcomes: outcomes.rows,
    points: points.map(({ on, hourAt, way, ...counted }) => ({ on, hourAt, way, ...healthOf(counted) })),
  }
}
