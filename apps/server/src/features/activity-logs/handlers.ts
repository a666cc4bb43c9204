import type { activityLogs } from '@khlang/contract/activity-logs.ts'
import type { HandlerInput } from '@khlang/contract/define.ts'
import type { EmployeeActor } from '../../platform/actor.ts'
import { recordActivity } from '../../platform/activity.ts'
import type { Handlers, Services } from '../../platform/context.ts'
import { exportRows } from '../../platform/exports.ts'
import { activityFile } from './activity-file.ts'
import * as queries from './queries.ts'

/** A list without a filter is as long as the chain. */
const isWhole = (input: object): boolean =>
  Object.entries(input).every(
    ([name, value]) => ['size', 'after', 'before'].includes(name) || value === undefined,
  )

const hourMs = 3_600_000
/** What was read by whom, and when that was last written down; of this process. */
const readings = new Map<string, number>()
const readingsMax = 10_000

/** Reading the log is in the log: each filter of a session once an hour (safety A2). */
async function noteReading(
  { db, now }: Services,
  actor: EmployeeActor,
  requestId: string,
  input: HandlerInput<typeof activityLogs.list>,
): Promise<void> {
  const { size: _, after: __, before: ___, ...filter } = input
  const key = `${actor.session.id} ${JSON.stringify(filter)}`
  if (now() - (readings.get(key) ?? -hourMs) < hourMs) return
  if (readings.size >= readingsMax) readings.clear()
  await recordActivity(db, actor, requestId, { entity: 'activity', action: 'logRead', detail: { filter } })
  readings.set(key, now())
}

export const activityLogHandlers: Handlers<typeof activityLogs> = {
  list: async ({ input, actor, settings, services, requestId }) => {
    const db = services.listDb
    await noteReading(services, actor, requestId, input)
    const page = await queries.listActivity(db, { actor, input, settings, secrets: services.secrets })
    const totalCount = isWhole(input) ? (await queries.chainState(db)).sealedCount : null
    return { ...page, totalCount }
  },
  mine: async ({ input, actor, settings, services }) => {
    const { listDb, secrets } = services
    const page = await queries.listOwnActivity(listDb, { actor, input, settings, secrets })
    return { ...page, totalCount: null }
  },
  listEntities: async ({ db }) => ({ entities: await queries.knownValues(db, 'entity') }),
  listActions: async ({ db }) => ({ actions: await queries.knownValues(db, 'action') }),
  chain: ({ db }) => queries.chainState(db),

  exportList: (context) => {
    const { input, actor, settings, services } = context
    const { format: _, columns: __, ...filter } = input
    const { secrets } = services
    return exportRows(context, activityFile({ actor, settings, secrets, nowMs: services.now(), filter }))
  },
}
