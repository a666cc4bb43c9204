import { handOverWork } from '../platform/background/hand-over.ts'
import type { JobKinds } from '../platform/background/job-kinds.ts'
import { workerSchema } from '../platform/migrations/install-worker.ts'
import { tasksOf } from '../platform/background/worker.ts'
import type { Services } from '../platform/call/context.ts'
import { jobKinds } from '../app/job-kinds.ts'
import type { TestDatabase } from './database.ts'

const never = new AbortController().signal

/** Gives the worker what waits now; nobody does it yet. */
export const handOver = (services: Services, kinds: JobKinds = jobKinds): Promise<void> =>
  handOverWork(kinds).run(services, never)

/** What the periodic step and the worker do with all that waits now, and no more. */
export async function runJobs(
  services: Services,
  kinds: JobKinds = jobKinds,
  stopping: AbortSignal = never,
): Promise<void> {
  await handOver(services, kinds)
  const { Logger, runTaskListOnce } = await import('graphile-worker')
  const logger = new Logger(() => (level, message) => {
    if (level === 'error') services.log.error({ message }, 'a job failed')
  })
  const client = await services.jobPool.connect()
  try {
    const options = { schema: workerSchema, noHandleSignals: true, logger }
    await runTaskListOnce(options, tasksOf(services, kinds, stopping), client)
  } finally {
    client.release()
  }
}

interface WorkerJob {
  readonly lane: string
  readonly attempts: number
  readonly dueAtMs: number
  readonly isLocked: boolean
}

/** What the worker has, as only its own role sees it. */
export const workerJobs = (database: TestDatabase): Promise<WorkerJob[]> =>
  database.asAdmin<WorkerJob>(
    `select queue_name as lane, attempts, extract(epoch from run_at)::float8 * 1000 as "dueAtMs",
            locked_at is not null as "isLocked" from graphile_worker.jobs order by id`,
  )

/** The pauses of what failed are over. */
export const endPauses = (database: TestDatabase): Promise<void> =>
  database.plant('update graphile_worker._private_jobs set run_at = now()')
