import type { JobKindName } from '@khlang/contract/background-jobs.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/db.ts'
import type { Progress } from '../work/vitals.ts'

// The worker's own tables, which belong to the role `khlang_jobs`. The periodic step alone comes here, and
// becomes that role for these statements.

/** A worker that lives holds the lock of its name; the class keeps it apart from the locks of works. */
export const workerLockClass = 0x6b776f

/** What a job's payload says: its row of `background_jobs`. */
export const rowOf = (payload: unknown): string =>
  payload !== null && typeof payload === 'object' && 'id' in payload ? String(payload.id) : ''

async function asWorker<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`set local role khlang_jobs`.execute(tx)
  const done = await work()
  await sql`reset role`.execute(tx)
  return done
}

interface Given {
  readonly id: string
  readonly lane: string
}

/** Gives rows to the worker, and notes the worker's numbers of them. */
export async function giveToWorker(
  tx: Tx,
  kind: JobKindName,
  { rows, triesMax }: { readonly rows: readonly Given[]; readonly triesMax: number },
): Promise<void> {
  const { rows: given } = await asWorker(tx, () =>
    sql<{ key: string; workerJobId: number }>`
      select key, id as "workerJobId" from graphile_worker.add_jobs(array(
        select row(${kind}::text, json_build_object('id', w.id), w.lane, null, ${triesMax}::smallint, w.id,
                   null, null)::graphile_worker.job_spec
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) w (id text, lane text)))`.execute(tx),
  )
  await sql`update background_jobs b set worker_job_id = g."workerJobId"
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) g (key uuid, "workerJobId" bigint)
    where b.id = g.key`.execute(tx)
}

/** The pauses between tries grow; none is longer than this. */
export const longestPauseMs = 3_600_000

/** The worker's own pauses grow to six hours: a place that answers again would hear of it too late. */
export const shortenPauses = (tx: Tx): Promise<unknown> =>
  asWorker(tx, () =>
    sql`select count(*) from graphile_worker.reschedule_jobs(
        array(select id from graphile_worker._private_jobs where attempts > 0 and locked_at is null
          and run_at > now() + make_interval(secs => ${longestPauseMs / 1000})),
        run_at => now() + make_interval(secs => ${longestPauseMs / 1000}))`.execute(tx),
  )

/** The jobs that the worker has tried to the end; they are its own no more. */
export async function takeSpent(
  tx: Tx,
): Promise<readonly { readonly id: string; readonly workerJobId: number }[]> {
  const { rows } = await asWorker(tx, () =>
    sql<{ id: string; workerJobId: number }>`
      select d.payload ->> 'id' as id, d.id as "workerJobId" from graphile_worker.complete_jobs(array(
        select id from graphile_worker._private_jobs
         where attempts >= max_attempts and locked_at is null limit 100)) d`.execute(tx),
  )
  return rows
}

/**
 * Jobs that are due and that somebody could take, by the worker's numbers: what waits for its lane waits by
 * right, and so does what pauses before another try.
 */
export const untaken = (db: Database): Promise<readonly Progress[]> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await asWorker(tx, () =>
      sql<Progress>`
        select coalesce(min(j.id) - 1, 0) as done, coalesce(max(j.id), 0) as newest
          from graphile_worker._private_jobs j
          left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
         where j.locked_at is null and j.run_at <= now() and j.attempts < j.max_attempts
           and q.locked_at is null`.execute(tx),
    )
    return rows
  })

/** Workers that have jobs, and do not live: the connection that held their lock is gone. */
export const goneWorkers = (db: Database): Promise<string[]> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await asWorker(tx, () =>
      sql<{ worker: string }>`
        select worker from (
          select locked_by as worker from graphile_worker._private_jobs where locked_by is not null
          union select locked_by from graphile_worker._private_job_queues where locked_by is not null) w
         where pg_try_advisory_xact_lock(${workerLockClass}, hashtext(worker))`.execute(tx),
    )
    return rows.map(({ worker }) => worker)
  })

/** Lets others have the jobs of workers that are gone. */
export const unlockWorkers = (db: Database, workers: readonly string[]): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await asWorker(tx, () =>
      sql`select graphile_worker.force_unlock_workers(${[...workers]}::text[])`.execute(tx),
    )
  })
