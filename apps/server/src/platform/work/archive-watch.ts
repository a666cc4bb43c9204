import { sql } from 'kysely'
import { clearAlarm, raiseAlarm } from '../db/alarms.ts'
import type { Services } from '../call/context.ts'
import type { Reader } from '../db/db.ts'
import type { PeriodicWork } from './periodic.ts'

const code = 'backup.archiveFailing'
/** A file ends after a minute; one that is not in the archive after this time will not come by itself. */
const lateAfter = sql`interval '10 minutes'`

/** `failing`: the last file could not be handed over; `late`: none was for long, though there is some. */
export interface ArchiveReport {
  readonly state: 'off' | 'ok' | 'late' | 'failing'
  /** Since when it is late or failing. */
  readonly since: string | null
  readonly lastArchivedAt: string | null
  /** The file that was not taken at the last failure. */
  readonly failedFile: string | null
}

/** How PostgreSQL gets rid of its log. The database may be the operator's own: its archive is read alike. */
export async function readArchive(db: Reader): Promise<ArchiveReport> {
  const { rows } = await sql<ArchiveReport>`
    select x.state, x."lastArchivedAt",
           case x.state when 'failing' then a.last_failed_wal end as "failedFile",
           case x.state when 'failing' then a.last_failed_time when 'late' then x.waits end as since
      from pg_stat_archiver a, lateral (
        select a.last_archived_time as "lastArchivedAt",
               coalesce(a.last_archived_time, pg_postmaster_start_time()) as waits,
               case when current_setting('archive_mode') = 'off' then 'off'
                    when a.last_failed_time > coalesce(a.last_archived_time, '-infinity') then 'failing'
                    when greatest(a.last_archived_time, pg_postmaster_start_time()) < now() - ${lateAfter}
                     and exists (select from activity_seals where at > now() - ${lateAfter}
                                   and at < now() - interval '2 minutes') then 'late'
                    else 'ok' end as state) x`.execute(db)
  return rows[0] ?? { state: 'off', since: null, lastArchivedAt: null, failedFile: null }
}

/** What is not in the archive is lost with the disk, and the disk fills: people are told. */
async function watchArchive({ db }: Services): Promise<void> {
  const { since, failedFile } = await readArchive(db)
  if (since === null) return clearAlarm(db, code, 'brand')
  const detail = { since, file: failedFile ?? '' }
  await raiseAlarm(db, { code, entity: 'brand', entityId: 'brand', detail })
}

export const archiveWork: PeriodicWork = { name: 'archiveWatch', everyMs: 30_000, run: watchArchive }
