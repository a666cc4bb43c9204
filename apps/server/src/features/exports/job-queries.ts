import type { exportFailures } from '@khlang/contract/exports.ts'
import { sql } from 'kysely'
import { hasJob } from '../../platform/background/job-rows.ts'
import type { Wanted } from '../../platform/background/job-kinds.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import type { ExportCall } from '../../platform/files/exports.ts'
import type { Language } from '../../platform/texts.ts'

const keptHours = 24
const open = ['queued', 'running']

export type Failure = (typeof exportFailures)[number]
export type Job = Awaited<ReturnType<typeof ownJobs>>[number]

const jobs = (db: Reader) =>
  db.selectFrom('export_jobs as j').select([
    'j.id',
    'j.employee_id as employeeId',
    sql<ExportCall>`j.call`.as('call'),
    'j.list',
    'j.filter',
    'j.columns',
    sql<Language>`j.language`.as('language'),
    'j.is_xlsx_asked as isXlsxAsked',
    'j.session_id as sessionId',
    'j.address',
    'j.device',
    'j.request_id as requestId',
    'j.file_name as fileName',
    // A file is over when its time is, even before the job has removed it.
    sql<'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'expired'>`
        case when j.state = 'done' and j.expires_at <= now() then 'expired' else j.state end`.as('state'),
    'j.row_count as rows',
    'j.is_cut as isCut',
    'j.bytes',
    'j.sha256',
    sql<Failure | null>`j.failure`.as('failure'),
    'j.created_at as createdAt',
    'j.done_at as doneAt',
    'j.expires_at as expiresAt',
  ])

/** The newest 20 of a person. */
export const ownJobs = (db: Reader, employeeId: string) =>
  jobs(db).where('j.employee_id', '=', employeeId).orderBy('j.id', 'desc').limit(20).execute()

export const findJob = (db: Reader, id: string): Promise<Job | undefined> =>
  jobs(db).where('j.id', '=', id).executeTakeFirst()

/** Stops a job that is not over yet. @returns whether it was still open */
export async function cancelJob(db: Reader, id: string): Promise<boolean> {
  const done = await db
    .updateTable('export_jobs')
    .set({ state: 'cancelled', done_at: sql`now()` })
    .where('id', '=', id)
    .where('state', 'in', open)
    .returning('id')
    .executeTakeFirst()
  return done !== undefined
}

/** The files that wait to be made, or that were being made when their server ended; the oldest first. */
export async function wantedFiles(tx: Tx): Promise<Wanted[]> {
  const { rows } = await sql<Wanted>`
    select e.id as "subjectId", e.employee_id as "ownerId", e.file_name as name, 'files' as lane
      from export_jobs e
     where e.state in ('queued', 'running') and not ${hasJob('export', sql.ref('e.id'))}
     order by e.id limit 100`.execute(tx)
  return rows
}

/** Begins a file, anew where it was begun before. @returns null when it is over: somebody cancelled it */
export async function beginFile(db: Reader, id: string): Promise<Job | null> {
  const begun = await db
    .updateTable('export_jobs')
    .set({ state: 'running', row_count: 0 })
    .where('id', '=', id)
    .where('state', 'in', open)
    .returning('id')
    .executeTakeFirst()
  return (begun && (await findJob(db, begun.id))) ?? null
}

/** Writes how far a job is. @returns false when it is to be made no further: somebody cancelled it */
export async function noteRows(db: Reader, id: string, rows: number): Promise<boolean> {
  const noted = await db
    .updateTable('export_jobs')
    .set({ row_count: rows })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

export interface Made {
  readonly rows: number
  readonly isCut: boolean
  readonly bytes: number
  readonly sha256: string
}

/** @returns false when it was cancelled meanwhile */
export async function finishJob(db: Reader, id: string, made: Made): Promise<boolean> {
  const done = await db
    .updateTable('export_jobs')
    .set({
      state: 'done',
      row_count: made.rows,
      is_cut: made.isCut,
      bytes: made.bytes,
      sha256: made.sha256,
      done_at: sql`now()`,
      expires_at: sql<string>`now() + make_interval(hours => ${keptHours})`,
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return done !== undefined
}

/** @returns false when it was cancelled meanwhile */
export async function failJob(db: Reader, id: string, failure: Failure): Promise<boolean> {
  const done = await db
    .updateTable('export_jobs')
    .set({ state: 'failed', failure, done_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return done !== undefined
}

export async function expireJobs(db: Reader): Promise<void> {
  await db
    .updateTable('export_jobs')
    .set({ state: 'expired' })
    .where('state', '=', 'done')
    .where('expires_at', '<=', sql<string>`now()`)
    .execute()
}

/** The jobs whose files may be fetched, or are being made. */
export async function keptIds(db: Reader): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('export_jobs')
    .select('id')
    .where('state', 'in', ['done', 'running'])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Of these, those whose files lie ready. */
export const readyFiles = (db: Reader, ids: readonly string[]) =>
  jobs(db)
    .where('j.id', 'in', ids.length === 0 ? [null] : [...ids])
    .where('j.state', '=', 'done')
    .where('j.expires_at', '>', sql<string>`now()`)
    .execute()
