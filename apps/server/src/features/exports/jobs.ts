import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeId } from '@khlang/contract/values.ts'
import { recordActivity, type Activity } from '../../platform/activity.ts'
import type { Services } from '../../platform/context.ts'
import { announce } from '../../platform/live.ts'
import type { PeriodicWork } from '../../platform/periodic.ts'
import { expireJobs, failJob, finishJob, keptIds, requeueJobs, takeJob, type Job } from './job-queries.ts'
import { askerOf, makeFile, pathOf, usualBounds, type Ending, type FileBounds } from './make-file.ts'

/** Begun so often, a job is at fault itself. */
const triesMax = 3
const fileName = /^([\da-f-]{36})\.csv$/

/** Removes what nobody may fetch any more: files that are over, and the halves of those never finished. */
async function clearFolder({ db, exportDir }: Services): Promise<void> {
  const names = await readdir(exportDir).catch(() => [])
  if (names.length === 0) return
  const kept = await keptIds(db)
  for (const name of names) {
    const id = fileName.exec(name)?.[1]
    if (id !== undefined && !kept.has(id)) await rm(join(exportDir, name), { force: true })
  }
}

/** Says what became of a job, with the log's row, in one transaction. */
async function settle(services: Services, job: Job, ending: Ending): Promise<void> {
  if (ending.kind === 'left') return
  await services.db.transaction().execute(async (tx) => {
    const about = { filter: job.filter, columns: job.columns, job: encodeId('export', job.id) }
    const told = (activity: Pick<Activity, 'action' | 'result' | 'detail'>) =>
      recordActivity(tx, ending.actor ?? 'system', job.requestId, {
        entity: 'export',
        entityId: job.list,
        ...activity,
      })
    if (ending.kind === 'failed') {
      const { failure } = ending
      if (!(await failJob(tx, job.id, failure))) return
      await told({ action: 'exportFailed', result: 'failed', detail: { ...about, failure } })
    } else {
      const { rows, isCut, sha256 } = ending
      if (!(await finishJob(tx, job.id, ending))) return
      const facts = { format: 'csv', ...about, rows, isCut, sha256 }
      await told({ action: 'exported', detail: facts })
    }
    await announce(tx, 'export', encodeId('export', job.id))
  })
}

async function make(
  services: Services,
  job: Job,
  stopping: AbortSignal,
  bounds: FileBounds,
): Promise<Ending> {
  const fault = async (): Promise<Ending> => {
    const { actor } = await askerOf(services.db, job)
    return { kind: 'failed', failure: 'fault', actor }
  }
  if (job.tries > triesMax) return fault()
  try {
    const made = await makeFile(services, job, stopping, bounds)
    if (made.kind !== 'made') return made
    // He may have lost the right while the last rows were written.
    const { actor, mayHave } = await askerOf(services.db, job)
    return mayHave ? made : { kind: 'failed', failure: 'rightLost', actor }
  } catch (error) {
    services.log.error({ error, job: job.id }, 'making an export failed')
    return fault()
  }
}

/** Makes the files that wait, one after the other, and removes those whose time is over. */
export async function makeExports(
  services: Services,
  stopping: AbortSignal,
  bounds: FileBounds = usualBounds,
): Promise<void> {
  const { db, exportDir } = services
  await expireJobs(db)
  // This work runs alone: what is under way now is what another server left.
  await requeueJobs(db)
  await clearFolder(services)
  while (!stopping.aborted) {
    const job = await takeJob(db)
    if (!job) return
    const ending = await make(services, job, stopping, bounds)
    await settle(services, job, ending)
    if (ending.kind !== 'made') await rm(pathOf(exportDir, job.id), { force: true })
  }
}

/** A run makes every file that waits, each of up to a million rows. */
export const exportWork: PeriodicWork = {
  name: 'exports',
  everyMs: 2_000,
  limitMs: 7_200_000,
  run: makeExports,
}
