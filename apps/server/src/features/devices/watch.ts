import { lowBatteryBps, skewMaxMs } from '@khlang/contract/values/value-lists.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql, type RawBuilder } from 'kysely'
import { raiseAlarm } from '../../platform/db/alarms.ts'
import type { Reader } from '../../platform/db/db.ts'
import type { Services } from '../../platform/call/context.ts'
import type { PeriodicWork } from '../../platform/work/periodic.ts'
import { isOlder } from './app-version.ts'
import { sweepGaps } from './asks.ts'
import { heard, silentMinutes, since } from './heard.ts'
import { disagreeing, unlikePeers } from './watch-messages.ts'

interface Phone {
  readonly id: string
  readonly label: string
  readonly appVersion: string | null
}

/** What is wrong with a phone that should be heard; `isBad` is a condition on rows of devices, aliased d. */
const troubles = [
  { code: 'device.offline', isBad: sql`not (${heard})` },
  {
    code: 'device.lowBattery',
    isBad: sql`${heard} and d.battery_bps < ${sql.lit(lowBatteryBps)} and d.is_charging is not true`,
  },
  { code: 'device.clockOff', isBad: sql`${heard} and abs(d.skew_ms) > ${sql.lit(skewMaxMs)}` },
] as const

const phones = async (db: Reader, isBad: RawBuilder<unknown>): Promise<readonly Phone[]> => {
  const { rows } = await sql<Phone>`
    select d.id, d.name as label, d.app_version as "appVersion" from devices d
     where d.state = 'online' and ${since} is not null and ${isBad} order by d.name`.execute(db)
  return rows
}

interface Trouble {
  readonly id: string
  readonly label: string
  /** The phone that it is about, where that is not its label. */
  readonly phone?: string
}

/** Alarms of one code: raised for what is wrong, ended for what is not any more. */
async function settle(
  db: Reader,
  code: string,
  entity: 'device' | 'bankAccount',
  found: readonly Trouble[],
) {
  const ids = found.map(({ id }) => encodeId(entity, id))
  for (const [position, { label, phone = label }] of found.entries())
    await raiseAlarm(db, { code, entity, entityId: ids[position] ?? '', detail: { label, phone } })
  await sql`update alarms set cleared_at = now() where code = ${code} and cleared_at is null
    and entity_id <> all(${ids}::text[])`.execute(db)
}

/** Alarms of phones that two agreed to, or of before; each ends when its phone is well again, or stopped. */
export async function watchDevices(db: Reader, leastVersion = ''): Promise<void> {
  for (const { code, isBad } of troubles) await settle(db, code, 'device', await phones(db, isBad))
  const old = (await phones(db, heard)).filter(({ appVersion }) => isOlder(appVersion, leastVersion))
  await settle(db, 'device.appOld', 'device', old)
  await settle(db, 'device.noMessages', 'device', await unlikePeers(db))
  await settle(db, 'device.disagree', 'bankAccount', await disagreeing(db))
  await sweepGaps(db)
}

/** Phones were not heard while no server ran: they get the time that any phone has to be heard. */
function afterStart(): (services: Services) => Promise<void> {
  let begunMs: number | null = null
  return async ({ db, now, settings }) => {
    begunMs ??= now()
    if (now() - begunMs < silentMinutes * 60_000) return
    await watchDevices(db, (await settings.get()).phoneAppVersionMin)
  }
}

export const deviceWork: PeriodicWork = { name: 'devices', everyMs: 30_000, run: afterStart() }
