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
