import type { JobKindName } from '@khlang/contract/background-jobs.ts'
import type { Services } from '../call/context.ts'
import { JobOverdue, type Job, type JobEnd, type JobKind, type Running } from './job-kinds.ts'
import { longestPauseMs } from './worker-queue.ts'
import {
  beginRow,
  buryRow,
  cancelJobOf,
  endRow,
  failRow,
  noteProgress,
  tellOf,
  waitAgain,
} from './job-rows.ts'

/** Open screens are told of progress no more often than this. */
const toldEveryMs = 1000

function runningOf(
  { db }: Services,
  job: Job,
  { stopping, attempts }: { readonly stopping: AbortSignal; readonly attempts: number },
): Running {
  let toldAtMs = 0
  return {
    stopping,
    nextPauseMs: pauseMs(attempts),
    report: async (done, total) => {
      if (!(await noteProgress(db, job.id, { done, total: total ?? null }))) return false
      if (performance.now() - toldAtMs >= toldEveryMs) {
        toldAtMs = performance.now()
        await tellOf(db, job.id)
      }
      return true
    },
  }
}

/**
 * The worker's pause after a failed try, which doubles and more; the periodic step cuts it to an hour. Pure.
 */
const pauseMs = (attempts: number): number =>
  Math.min(longestPauseMs, Math.round(Math.exp(Math.min(attempts, 10)) * 1000))

/** Writes down how a job ended, with what belongs to it, in one transaction. */
async function settle(
  { db }: Services,
  named: { readonly name: JobKindName; readonly kind: JobKind; readonly job: Job },
  end: JobEnd,
): Promise<void> {
  const { name, kind, job } = named
  await db.transaction().execute(async (tx) => {
    if (end.kind === 'failed') {
      const { failure, isDead } = end
      if (isDead)
        await buryRow(tx, { ...job, kind: name }, { failure, blamed: await kind.blames(tx, job.subjectId) })
      else await failRow(tx, job.id, failure)
    } else if (end.kind === 'done') await endRow(tx, job.id, await kind.blames(tx, job.subjectId))
    else if (end.kind === 'again') await waitAgain(tx, job.id, false)
    else await cancelJobOf(tx, name, job.subjectId)
    await tellOf(tx, job.id)
  })
}

/**
 * Does one job that the worker hands out. What it throws the worker takes for a failed try, and comes again
 * after a pause. A process that stops gives the job back without counting it: the next one begins it anew.
 */
export async function runJob(
  services: Services,
  given: { readonly name: JobKindName; readonly kind: JobKind; readonly id: string },
  worker: { readonly jobId: number; readonly attempts: number; readonly stopping: AbortSignal },
): Promise<void> {
  const { name, kind, id } = given
  const { db } = services
  const job = await beginRow(db, id, worker.jobId)
  if (job === null) return
  await tellOf(db, id)
  const overdue = AbortSignal.timeout(kind.limitMs)
  const stopping = AbortSignal.any([worker.stopping, overdue])
  const running = runningOf(services, job, { stopping, attempts: worker.attempts })
  try {
    const end = await kind.run(services, job, running)
    const isCut = end.kind === 'left' && stopping.aborted
    if (!isCut) await settle(services, { name, kind, job }, end)
    else if (worker.stopping.aborted) await waitAgain(db, id, false)
    else throw new JobOverdue(`${name} ${id} took longer than ${kind.limitMs} ms`)
  } catch (error) {
    await waitAgain(db, id, true)
    await tellOf(db, id)
    throw error
  }
}
