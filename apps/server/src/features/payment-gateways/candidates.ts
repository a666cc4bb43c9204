import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import { breakerOf, type Health } from './breaker.ts'
import type { Candidate } from './routing.ts'

type Row = Omit<Candidate, 'breaker'> & Health

/** All gateways as routing looks at them now: what went through today, and how its last orders ended. */
export async function candidatesOf(db: Reader, on: string, nowMs: number): Promise<Candidate[]> {
  const { rows } = await sql<Row>`
    select g.id, g.name, g.state, g.direction, g.methods, g.min_minor as "minMinor",
           g.max_minor as "maxMinor", g.day_cap_minor as "dayCapMinor",
           g.exact_minor::text[]::float8[] as "exactMinor", g.levels,
           g.opens_minute as "opensMinute", g.closes_minute as "closesMinute", g.priority, g.weight,
           g.fee_bps as "feeBps", g.fee_fixed_minor as "feeFixedMinor", g.fee_by as "feeBy",
           coalesce(h.failures, 0) as failures, h.opened_at as "openedAt", h.probe_at as "probeAt",
           d.ordered as "orderedTodayMinor", e.ended::int as "endedCount", e.failed::int as "failedCount"
      from payment_gateways g left join gateway_health h on h.gateway_id = g.id
     cross join lateral (select coalesce(sum(o.amount_minor), 0)::bigint as ordered from gateway_orders o
        where o.gateway_id = g.id and o.business_on = ${on}::date
          and o.state in ('created', 'pending', 'paid', 'refunded', 'unknown')) d
     cross join lateral (select count(*) filter (where l.state in ('paid', 'failed')) as ended,
          count(*) filter (where l.state = 'failed') as failed
        from (select o.state from gateway_orders o where o.gateway_id = g.id
               order by o.id desc limit 30) l) e
     order by g.priority, g.id`.execute(db)
  return rows.map(({ failures, openedAt, probeAt, ...row }) => ({
    ...row,
    breaker: breakerOf({ failures, openedAt, probeAt }, nowMs),
  }))
}

/** The minute of the day in Bangkok. */
export const minuteOf = (nowMs: number): number => Math.floor(nowMs / 60_000 + 7 * 60) % 1440
