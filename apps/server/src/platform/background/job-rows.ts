import type { JobFailure, JobKindName } from '@khlang/contract/background-jobs.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql, type RawBuilder } from 'kysely'
import { alarmCleared, alarmRaised } from '../db/alarms.ts'
import type { Reader, Tx } from '../db/db.ts'
import { announce } from '../live/live.ts'
import { deadJob, type Blamed, type Job, type Wanted } from './job-kinds.ts'

/** How long one's own list remembers what is over. */
const keptDays = 30
const removedAtOnce = 1000

/** Whether the worker has a job about this row: a condition for `wanted`. */
export const hasJob = (kind: JobKindName, subjectId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from background_jobs j where j.kind = ${sql.lit(kind)} and j.subject_id = ${subjectId}
    and j.state in ('queued', 'running') and j.worker_job_id is not null)`

export const tellOf = (db: Reader, id: string): Promise<void> =>
  announce(db, 'backgroundJob', encodeId('backgroundJob', id))

/** A row for each thing that wants work; one that was tried before goes on with its own. */
export async function openRows(
  tx: Tx,
  kind: JobKindName,
  wanted: readonly Wanted[],
): Promise<readonly { readonly id: string; readonly lane: string }[]> {
  const lanes = new Map(wanted.map(({ subjectId, lane }) => [subjectId, lane]))
  const rows = wanted.map(({ subjectId, ownerId, name }) => ({ subjectId, ownerId, name }))
  const { rows: opened } = await sql<{ id: string; subjectId: string }>`
    insert into background_jobs (kind, subject_id, owner_id, name)
    select ${kind}, w."subjectId", w."ownerId", w.name
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) w ("subjectId" uuid, "ownerId" uuid, name text)
    on conflict (kind, subject_id) do update
      set state = 'queued', owner_id = excluded.owner_id, name = excluded.name, failure = null,
          ended_at = null
    returning id, subject_id as "subjectId"`.execute(tx)
  return opened.flatMap(({ id, subjectId }) => {
    const lane = lanes.get(subjectId)
    return lane === undefined ? [] : [{ id, lane }]
  })
}

/** Begins a job that the worker hands out. @returns null when it is not this one's turn: it was cancelled */
export async function beginRow(db: Reader, id: string, workerJobId: number): Promise<Job | null> {
  const { rows } = await sql<Job>`
    update background_jobs set state = 'running', tries = tries + 1, progress_done = 0, progress_total = null,
           started_at = coalesce(started_at, now())
     where id = ${id}::uuid and worker_job_id = ${workerJobId} and state in ('queued', 'running')
    returning id, subject_id as "subjectId", owner_id as "ownerId", name, tries`.execute(db)
  return rows[0] ?? null
}

/** @returns false when it is to be done no further: somebody cancelled it */
export async function noteProgress(
  db: Reader,
  id: string,
  { done, total }: { readonly done: number; readonly total: number | null },
): Promise<boolean> {
  const most = total === null ? null : Math.max(total, done)
  const { rows } = await sql`
    update background_jobs set progress_done = ${done}, progress_total = ${most}::bigint
     where id = ${id}::uuid and state = 'running' returning 1`.execute(db)
  return rows.length > 0
}

/** Waits for its next turn: at the worker, which has set the time, or in its own row where it left that. */
export async function waitAgain(db: Reader, id: string, isWithWorker: boolean): Promise<void> {
  await sql`update background_jobs set state = 'queued', worker_job_id =
      case when ${isWithWorker}::boolean then worker_job_id end
     where id = ${id}::uuid and state in ('queued', 'running')`.execute(db)
}

/** Something came of it: what was wrong with others about the same is over. */
export async function endRow(tx: Tx, id: string, blamed: Blamed): Promise<void> {
  const { rows } = await sql`
    update background_jobs set state = 'done', ended_at = now(), worker_job_id = null
     where id = ${id}::uuid and state in ('queued', 'running') returning 1`.execute(tx)
  if (rows.length > 0) await alarmCleared(deadJob, blamed.entityId).execute(tx)
}

export async function failRow(tx: Tx, id: string, failure: JobFailure): Promise<boolean> {
  const { rows } = await sql`
    update background_jobs set state = 'failed', failure = ${failure}, ended_at = now(), worker_job_id = null
     where id = ${id}::uuid and state in ('queued', 'running') returning 1`.execute(tx)
  return rows.length > 0
}

/** Nothing came of it, though everything was tried: somebody must look. */
export async function buryRow(
  tx: Tx,
  job: Pick<Job, 'id' | 'name'> & { readonly kind: JobKindName },
  { failure, blamed }: { readonly failure: JobFailure; readonly blamed: Blamed },
): Promise<void> {
  if (!(await failRow(tx, job.id, failure))) return
  const detail = { kind: job.kind, work: job.name, failure }
  await alarmRaised({ code: deadJob, ...blamed, detail }).execute(tx)
}

/** Ends the job about a row that its area ended by itself. */
export async function cancelJobOf(tx: Tx, kind: JobKindName, subjectId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update background_jobs set state = 'cancelled', ended_at = now(), worker_job_id = null
     where kind = ${kind} and subject_id = ${subjectId}::uuid and state in ('queued', 'running')
    returning id`.execute(tx)
  for (const { id } of rows) await tellOf(tx, id)
}

/** Jobs that were given up and nobody has seen to: one for each thing that is wrong. */
export async function countDeadJobs(db: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from alarms where code = ${deadJob} and cleared_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

/** Forgets what was over long ago. */
export async function removeOldRows(db: Reader): Promise<void> {
  await sql`delete from background_jobs where id in (select id from background_jobs
    where ended_at < now() - make_interval(days => ${keptDays}) limit ${removedAtOnce})`.execute(db)
}
