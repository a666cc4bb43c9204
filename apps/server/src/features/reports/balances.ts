import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { Period } from './period.ts'
import { isOfAll, type WhoseFilter } from './users/whose.ts'

/**
 * What all members together might spend at the end of each day of a period: the sum of all that moved in
 * wallets until then, from the ready sums of days.
 * @returns null of some members, and for whom it is not to know
 */
export async function balancesByDay(
  db: Reader,
  actor: EmployeeActor,
  { period: { from, to }, filter }: { readonly period: Period; readonly filter: WhoseFilter },
): Promise<ReadonlyMap<string, number> | null> {
  if (!isOfAll(actor, filter)) return null
  const { rows } = await sql<{ day: string; balance: number }>`
    with days as (
      select business_on, sum(in_minor - out_minor) as moved from wallet_days
       where business_on <= ${to}::date group by 1)
    select d.day::date as day, (select coalesce(sum(moved), 0) from days where business_on < ${from}::date)
             ::bigint + coalesce(sum(coalesce(x.moved, 0)) over (order by d.day), 0)::bigint as balance
      from generate_series(${from}::date, ${to}::date, interval '1 day') d (day)
      left join days x on x.business_on = d.day`.execute(db)
  return new Map(rows.map(({ day, balance }) => [day, balance]))
}
