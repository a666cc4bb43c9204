import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { raiseAlarm } from '../../platform/db/alarms.ts'
import type { Reader } from '../../platform/db/db.ts'
import type { PeriodicWork } from '../../platform/work/periodic.ts'
import { prepaidOf } from './invoices/prepaid-queries.ts'

const code = 'provider.lowBalance'

/** Raises and ends the alarms of distributors that are paid ahead and have too little left of ours. */
export async function watchPrepaid(db: Reader): Promise<void> {
  const { rows } = await sql<{ id: string; name: string; lowMinor: number }>`
    select id, name, low_balance_minor as "lowMinor" from distributors
     where billing = 'prepaid' and state = 'active' and low_balance_minor > 0 order by name, id`.execute(db)
  const prepaid = await prepaidOf(
    db,
    rows.map(({ id }) => id),
  )
  const low: string[] = []
  for (const { id, name, lowMinor } of rows) {
    const kept = prepaid(id)
    if (kept === null || kept.leftMinor >= lowMinor) continue
    const entityId = encodeId('distributor', id)
    low.push(entityId)
    const detail = { label: name, lowMinor, ...kept }
    await raiseAlarm(db, { code, entity: 'distributor', entityId, detail })
  }
  await sql`update alarms set cleared_at = now() where code = ${code} and cleared_at is null
    and entity_id <> all(${low}::text[])`.execute(db)
}

export const prepaidWork: PeriodicWork = {
  name: 'distributorBalances',
  everyMs: 600_000,
  run: ({ db }) => watchPrepaid(db),
}
