import { rm } from 'node:fs/promises'
import { encodeId } from '@khlang/contract/values/values.ts'
import { recordActivity, type Activity } from '../../platform/people/activity.ts'
import type { JobEnd, JobKind, Running } from '../../platform/background/job-kinds.ts'
import type { Services } from '../../platform/call/context.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { mayExport } from '../../platform/files/exports.ts'
import { announce } from '../../platform/live/live.ts'
import {
  beginFile,
  cancelJob,
  failJob,
  findJob,
  finishJob,
  readyFiles,
  wantedFiles,
  type Job,
} from './job-queries.ts'
import { askerOf, makeFile, pathOf, usualBounds, type Ending, type FileBounds } from './make-file.ts'

type Told = Pick<Activity, 'action' | 'result' | 'detail'>

const tell = (tx: Tx, job: Job, actor: Extract<Ending, { kind: 'failed' }>['actor'], told: Told) =>
  recordActivity(tx, actor ?? 'system', job.requestId, { entity: 'export', entityId: job.list, ...told })

const aboutOf = ({ filter, columns, id }: Job) => ({ filter, columns, job: encodeId('export', id) })

const announceFile = (tx: Tx, { id }: Job) => announce(tx, 'export', encodeId('export', id))

/** Writes down that a file will not be made, with the log's row. */
async function fail(tx: Tx, job: Job, ending: Extract<Ending, { kind: 'failed' }>): Promise<void> {
  const { failure, actor } = ending
  if (!(await failJob(tx, job.id, failure))) return
  await tell(tx, job, actor, {
    action: 'exportFailed',
    result: 'failed',
    detail: { ...aboutOf(job), failure },
  })
  await announceFile(tx, job)
}

/** Writes down what a file became, with the log's row. */
async function finish(tx: Tx, job: Job, made: Extract<Ending, { kind: 'made' }>): Promise<void> {
  if (!(await finishJob(tx, job.id, made))) return
  const { rows, isCut, sha256, actor } = made
  const detail = { format: 'csv', ...aboutOf(job), rows, isCut, sha256 }
  await tell(tx, job, actor, { action: 'exported', detail })
  await announceFile(tx, job)
}

/** They may have lost the right while the last rows were written. */
async function whileAllowed(db: Reader, job: Job, ending: Ending): Promise<Ending> {
  if (ending.kind !== 'made') return ending
  const { actor, mayHave } = await askerOf(db, job)
  return mayHave ? ending : { kind: 'failed', failure: 'rightLost', actor }
}

/** Makes the file of a job, from its beginning, and writes down what came of it. */
async function makeExport(
  services: Services,
  id: string,
  running: Running,
  bounds: FileBounds,
): Promise<JobEnd> {
  const { db, exportDir } = services
  const job = await beginFile(db, id)
  if (job === null) return { kind: 'left' }
  const ending = await whileAllowed(db, job, await makeFile(services, job, running, bounds))
  if (ending.kind !== 'made') await rm(pathOf(exportDir, id), { force: true })
  if (ending.kind === 'left') return ending
  await db
    .transaction()
    .execute((tx) => (ending.kind === 'made' ? finish(tx, job, ending) : fail(tx, job, ending)))
  return ending.kind === 'made' ? { kind: 'done' } : { kind: 'failed', failure: ending.failure }
}

/** Files of long lists, one at a time. @param bounds tests set their own */
export const exportKind = (bounds: FileBounds = usualBounds): JobKind => ({
  lanes: ['files'],
  triesMax: 3,
  limitMs: 7_200_000,
  wanted: wantedFiles,
  run: (services, { subjectId }, running) => makeExport(services, subjectId, running, bounds),
  giveUp: async (tx, services, { subjectId }) => {
    const job = await findJob(tx, subjectId)
    if (job)
      await fail(tx, job, { kind: 'failed', failure: 'fault', actor: (await askerOf(tx, job)).actor })
    await rm(pathOf(services.exportDir, subjectId), { force: true })
    return 'fault'
  },
  cancel: cancelJob,
  blames: async (db, subjectId) => ({
    entity: 'export',
    entityId: (await findJob(db, subjectId))?.list ?? 'export',
  }),
  filesOf: async (db, actor, subjectIds) => {
    const ready = await readyFiles(db, subjectIds)
    return new Set(ready.filter(({ call }) => mayExport(actor, call)).map(({ id }) => id))
  },
})
