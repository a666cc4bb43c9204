import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import type { Explanation } from './day-shapes.ts'

/** What people last said of each thing of a day, by its key and amount. */
export async function explanationsOf(db: Reader, on: string): Promise<Map<string, Explanation>> {
  const { rows } = await sql<Explanation & { key: string; amountMinor: number }>`
    select distinct on (x.item_key) x.item_key as key, x.amount_minor as "amountMinor",
           x.reason_code as "reasonCode", x.note, e.display_name as by, x.created_at as at
      from reconcile_explanations x join employees e on e.id = x.employee_id
     where x.business_on = ${on}::date
     order by x.item_key, x.id desc`.execute(db)
  return new Map(
    rows.map(({ key, amountMinor, reasonCode, note, by, at }) => [
      `${key} ${amountMinor}`,
      { reasonCode, note, by, at: new Date(at).toISOString() },
    ]),
  )
}

/**
 * What people decided of rounds that providers have otherwise than we do, where they decided all of a kind:
 * by the key of what differs, the last that was said.
 */
export async function decidedRounds(db: Reader, on: string): Promise<Map<string, Explanation>> {
  const { rows } = await sql<{ key: string; open: number; note: string; by: string; at: Date }>`
    select distinct on (p.id, f.kind) 'play:' || outside_id('gpr', p.id) || ':' || f.kind as key,
           count(*) filter (where f.state = 'open') over (partition by p.id, f.kind)::int as open,
           f.reason as note, e.display_name as by, f.decided_at as at
      from game_providers p cross join lateral (select report_of(p.id, ${on}::date) as id) r
      join provider_report_differences f on f.report_id = r.id and f.business_on = ${on}::date
      left join employees e on e.id = f.decided_by
     order by p.id, f.kind, f.decided_at desc nulls last, f.id`.execute(db)
  return new Map(
    rows
      .filter(({ open }) => open === 0)
      .map(({ key, note, by, at }) => [
        key,
        { reasonCode: 'askedProvider', note, by, at: new Date(at).toISOString() },
      ]),
  )
}
