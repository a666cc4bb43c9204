import { encodeId } from '@khlang/contract/values/values.ts'
import { raiseAlarm } from '../../platform/db/alarms.ts'
import { readSettings } from '../../platform/db/brand-settings.ts'
import type { Services } from '../../platform/call/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { announce } from '../../platform/live/live.ts'
import { recordActivity, type Activity } from '../../platform/people/activity.ts'
import type { PeriodicWork } from '../../platform/work/periodic.ts'
import { afters, befores, staleKeys } from './changes.ts'
import * as queries from './queries.ts'

/** A change that was agreed to did not begin: what it was to change is not as it was any more. */
const notBegun = 'settings.notBegun'

/** Puts a version in force in this transaction, records it and tells open screens. */
export async function activate(
  tx: Tx,
  version: queries.LockedVersion,
  record: (activity: Activity) => Promise<void>,
): Promise<void> {
  const entityId = encodeId('settingsVersion', version.id)
  await queries.putInForce(tx, version.id)
  await record({
    entity: 'settingsVersion',
    entityId,
    action: 'settingsActivated',
    reason: version.reason,
    before: befores(version.changes),
    after: afters(version.changes),
    detail: { number: version.number },
  })
  await announce(tx, 'settingsVersion', entityId, version.number)
}

/** Begins what is due, or refuses it with an alarm; whoever was faster has done it. */
async function begin(tx: Tx, id: string): Promise<void> {
  await queries.holdSettings(tx)
  const version = await queries.lockVersion(tx, { id })
  if (version?.state !== 'scheduled' || !version.isDue) return
  const record = (activity: Activity) => recordActivity(tx, 'system', null, activity)
  const stale = staleKeys(await readSettings(tx), version.changes)
  if (stale.length === 0) return activate(tx, version, record)
  const entityId = encodeId('settingsVersion', id)
  await queries.endVersion(tx, id, { state: 'refused', by: null, reason: stale.join(', ') })
  await record({
    entity: 'settingsVersion',
    entityId,
    action: 'settingsRefused',
    result: 'refused',
    reason: version.reason,
    after: afters(version.changes),
    detail: { number: version.number, stale },
  })
  const detail = { label: String(version.number), stale: stale.join(', ') }
  await raiseAlarm(tx, { code: notBegun, entity: 'settingsVersion', entityId, detail })
  await announce(tx, 'settingsVersion', entityId, version.number)
}

/** Begins every change whose time has come, one after the other. Repeating is harmless, in any process. */
export async function beginDueSettings({ db, settings }: Services): Promise<void> {
  const due = await queries.dueVersions(db)
  for (const id of due) await db.transaction().execute((tx) => begin(tx, id))
  if (due.length > 0) settings.forget()
}

export const settingsWork: PeriodicWork = { name: 'settings', everyMs: 1000, run: beginDueSettings }
