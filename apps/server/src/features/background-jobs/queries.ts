import type { JobFailure, JobKindName, jobStates } from '@khlang/contract/background-jobs.ts'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/db.ts'

/** The newest so many of a person. */
const listMax = 50

export interface OwnJob {
  readonly id: string
  readonly kind: JobKindName
  readonly subjectId: string
  readonly name: string
  readonly state: (typeof jobStates)[number]
  readonly tries: number
  readonly progressDone: number
  readonly progressTotal: number | null
  readonly failure: JobFailure | null
  readonly createdAt: string
  readonly startedAt: string | null
  readonly endedAt: string | null
}

/**
 * A person's own jobs, the newest first. Messages to their chat groups go out all day, and the group shows
 * them: here are those alone that failed and wait for another try, or were given up.
 */
export async function ownJobs(db: Reader, ownerId: string): Promise<OwnJob[]> {
  const { rows } = await sql<OwnJob>`
    select id, kind, subject_id as "subjectId", name, state, tries, progress_done as "progressDone",
           progress_total as "progressTotal", failure, created_at as "createdAt", started_at as "startedAt",
           ended_at as "endedAt"
      from background_jobs
     where owner_id = ${ownerId}::uuid
       and (kind <> 'chatDelivery' or state = 'failed' or (tries > 0 and state in ('queued', 'running')))
     order by id desc limit ${listMax}`.execute(db)
  return rows
}

/** A job that is to be cancelled, so that it ends once. */
export async function lockJob(
  tx: Tx,
  id: string,
): Promise<Pick<OwnJob, 'kind' | 'subjectId' | 'name'> | undefined> {
  const { rows } = await sql<Pick<OwnJob, 'kind' | 'subjectId' | 'name'>>`
    select kind, subject_id as "subjectId", name from background_jobs
     where id = ${id}::uuid for update`.execute(tx)
  return rows[0]
}
