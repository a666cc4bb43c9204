import type { activityLogs } from '@khlang/contract/activity-logs.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { exportRows, fileAskOf } from '../../platform/files/exports.ts'
import { noteReading } from '../../platform/call/readings.ts'
import { seesBrand } from '../../platform/people/visibility.ts'
import { activityFile } from './activity-file.ts'
import * as queries from './queries.ts'

/** A list without a filter is as long as the chain. */
const isWhole = (input: object): boolean =>
  Object.entries(input).every(
    ([name, value]) => ['size', 'after', 'before'].includes(name) || value === undefined,
  )

export const activityLogHandlers: Handlers<typeof activityLogs> = {
  list: async ({ input, actor, settings, services, requestId }) => {
    const db = services.listDb
    // Reading the log is in the log.
    const { size: _, after: __, before: ___, ...filter } = input
    const reading = { entity: 'activity' as const, action: 'logRead', detail: { filter } }
    await noteReading(services, actor, requestId, reading)
    const page = await queries.listActivity(db, { actor, input, settings, secrets: services.secrets })
    const totalCount = isWhole(input) ? (await queries.chainState(db, actor)).sealedCount : null
    return { ...page, totalCount }
  },
  mine: async ({ input, actor, settings, services }) => {
    const { listDb, secrets } = services
    const page = await queries.listOwnActivity(listDb, { actor, input, settings, secrets })
    return { ...page, totalCount: null }
  },
  listEntities: async ({ db, actor }) => ({
    entities: seesBrand(actor) ? await queries.knownValues(db, 'entity') : [],
  }),
  listActions: async ({ db, actor }) => ({
    actions: seesBrand(actor) ? await queries.knownValues(db, 'action') : [],
  }),
  chain: ({ db, actor }) => queries.chainState(db, actor),

  exportList: (context) => exportRows(context, activityFile(fileAskOf(context))),
}
