import { lowBatteryBps, skewMaxMs } from '@khlang/contract/values/value-lists.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { raiseAlarm } from '../../platform/db/alarms.ts'
import type { Reader } from '../../platform/db/db.ts'
import type { Services } from '../../platform/call/context.ts'
import type { PeriodicWork } from '../../platform/work/periodic.ts'

/** When a phone wants a look. Source: domain 4.22. */
const silentMinutes = 3

/** What is wrong with a phone that should be heard; `isBad` is a condition on rows of devices, aliased d. */
const since = sql`coalesce(d.last_seen_at,
  (select a.settled_at from approvals a where a.id = d.trust_approval_id))`
const heard = sql`${since} > now() - make_interval(mins => ${sql.lit(silentMinutes)})`
const troubles = [
  { code: 'device.offline', isBad: sql`not (${heard})` },
  {
    code: 'device.lowBattery',
    isBad: sql`${heard} and d.battery_bps < ${sql.lit(lowBatteryBps)} and d.is_charging is not true`,
  },
  { code: 'device.clockOff', isBad: sql`${heard} and abs(d.skew_ms) > ${sql.lit(skewMaxMs)}` },
] as const

/** Alarms of phones that two agreed to, or of before; each ends when its phone is well again, or stopped. */
export async function watchDevices(db: Reader): Promise<void> {
  for (const { code, isBad } of troubles) {
    const { rows } = await sql<{ id: string; label: string }>`
      select d.id, d.name as label from devices d
       where d.state = 'online' and ${since} is not null and ${isBad} order by d.name`.execute(db)
    const ids = rows.map(({ id }) => encodeId('device', id))
    for (const [position, { label }] of rows.entries()) {
      const detail = { label, phone: label }
      await raiseAlarm(db, { code, entity: 'device', entityId: ids[position] ?? '', detail })
    }
    await sql`update alarms set cleared_at = now() where code = ${code} and cleared_at is null
      and entity_id <> all(${ids}::text[])`.execute(db)
  }
}

/** Phones were not heard while no server ran: they get the time that any phone has to be heard. */
function afterStart(): (services: Services) => Promise<void> {
  let begunMs: number | null = null
  return async ({ db, now }) => {
    begunMs ??= now()
    if (now() - begunMs >= silentMinutes * 60_000) await watchDevices(db)
  }
}

export const deviceWork: PeriodicWork = { name: 'devices', everyMs: 30_000, run: afterStart() }
