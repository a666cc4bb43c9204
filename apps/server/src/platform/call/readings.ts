import type { EmployeeActor } from '../people/actor.ts'
import { recordActivity, type Activity } from '../people/activity.ts'
import type { Services } from './context.ts'

const hourMs = 3_600_000
/** What was read by whom, and when that was last written down; of this process. */
const readings = new Map<string, number>()
const readingsMax = 10_000

/**
 * Records that a person read something, the same reading of a session once an hour: a screen that asks
 * again does not fill the log. What was read is told by `activity.detail` (safety A2).
 */
export async function noteReading(
  { db, now }: Services,
  actor: EmployeeActor,
  requestId: string,
  activity: Activity,
): Promise<void> {
  const key = `${actor.session.id} ${activity.action} ${JSON.stringify(activity.detail)}`
  if (now() - (readings.get(key) ?? -hourMs) < hourMs) return
  if (readings.size >= readingsMax) readings.clear()
  await recordActivity(db, actor, requestId, activity)
  readings.set(key, now())
}
