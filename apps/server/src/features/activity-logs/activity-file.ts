import type { ExportedList, FileAsk } from '../../platform/files/exports.ts'
import { seesBrand } from '../../platform/people/visibility.ts'
import { activityColumns } from './file-columns.ts'
import { logProof } from './verify.ts'
import { firstActivity, listActivity, type ActivityRow } from './queries.ts'

/** The file of the log, newest first. */
export function activityFile(ask: FileAsk<'activityLogs.exportList'>): ExportedList<ActivityRow> {
  const { actor, settings, secrets, filter } = ask
  return {
    call: 'activityLogs.exportList',
    list: 'activity',
    name: 'activity',
    dates: filter,
    area: 'activity-logs',
    columns: activityColumns,
    // How long the log is and whether it is whole is told to whom it is shown.
    ...(seesBrand(actor) ? { proof: logProof } : {}),
    first: (db, limit) => firstActivity(db, filter, { actor, settings }, limit),
    page: (db, place) => listActivity(db, { actor, settings, secrets, input: { ...filter, ...place } }),
  }
}
