import { sql } from 'kysely'
import { clearAlarm, raiseAlarm } from './alarms.ts'
import type { Services } from './context.ts'
import type { PeriodicWork } from './periodic.ts'

const code = 'backup.archiveFailing'
/** A file ends after a minute; one that is not in the archive after this time will not come by itself. */
const lateAfter = sql`interval '10 minutes'`

/**
 * Looks whether PostgreSQL gets rid of its log: what is not in the archive is lost with the disk, and the
 * disk fills. The database may be the operator's own, whose archive is watched alike.
 */
async function watchArchive({ db }: Services): Promise<void> {
  const { rows } = await sql<{ since: string | null; file: string | null }>`
    select case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_time
                when greatest(last_archived_time, pg_postmaster_start_time()) < now() - ${lateAfter}
                 and exists (select from activity_log where at > now() - ${lateAfter}
                               and at < now() - interval '2 minutes')
                then coalesce(last_archived_time, pg_postmaster_start_time()) end as since,
           last_failed_wal as file
      from pg_stat_archiver where current_setting('archive_mode') = 'on'`.execute(db)
  const [row] = rows
  const since = row?.since ?? null
  if (since === null) return clearAlarm(db, code, 'brand')
  const detail = { since, file: row?.file ?? '' }
  await raiseAlarm(db, { code, entity: 'brand', entityId: 'brand', detail })
}

export const archiveWork: PeriodicWork = { name: 'archiveWatch', everyMs: 30_000, run: watchArchive }
