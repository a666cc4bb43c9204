import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobKindName } from '@khlang/contract/background-jobs.ts'
import type { JobHelpers, TaskList, WorkerEvents } from 'graphile-worker'
import type { Services } from '../call/context.ts'
import { workerSchema } from '../migrations/install-worker.ts'
import type { JobKinds } from './job-kinds.ts'
import { runJob } from './run-job.ts'
import { rowOf, workerLockClass } from './worker-queue.ts'

/** The worker hears of new jobs at once; it looks this often for those whose pause is over. */
const usualLookMs = 2_000
/** After a failure: the database was away, most often. */
const againMs = 2_000
const pingEveryMs = 5_000
/** When to look for the next job of a lane after one has ended. */
const freeAfterMs = [20, 100, 500]
/** How long a stop waits for jobs under way. What it leaves, the next process takes over. */
const stopMs = 1_500

export interface BackgroundWorker {
  /** Whether it is there to do jobs; null: it is only just starting. */
  readonly isRunning: () => boolean | null
  readonly stop: () => Promise<void>
}

const namesOf = (kinds: JobKinds) => Object.keys(kinds) as JobKindName[]

/** What the package calls for each kind of job. */
export function tasksOf(services: Services, kinds: JobKinds, stopping: AbortSignal): TaskList {
  const tasks: TaskList = {}
  for (const name of namesOf(kinds))
    tasks[name] = (payload: unknown, { job }: JobHelpers) => {
      const worker = { jobId: Number(job.id), attempts: job.attempts, stopping }
      return runJob(services, { name, kind: kinds[name], id: rowOf(payload) }, worker)
    }
  return tasks
}

/**
 * The ends of jobs are written down in batches, which are waited for. One by one nobody would wait for them,
 * and what could not be written down would end the process; so it ends the worker, which is begun anew.
 */
const batched = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

interface Life {
  readonly stopping: AbortSignal
  readonly lookEveryMs: number
  readonly onStart: () => void
}

/** Loads the package, which takes its time, and begins. */
async function startPool(
  services: Services,
  kinds: JobKinds,
  { stopping, lookEveryMs }: Omit<Life, 'onStart'>,
) {
  const { Logger, runTaskList } = await import('graphile-worker')
  const logger = new Logger(() => (level, message) => {
    if (level === 'error') services.log.error({ message }, 'worker of background jobs')
  })
  // Of each lane one at a time, so that nothing long keeps another lane waiting.
  const concurrency = new Set(Object.values(kinds).flatMap(({ lanes }) => lanes)).size
  const events: WorkerEvents = new EventEmitter()
  const options = {
    schema: workerSchema,
    concurrency,
    events,
    pollInterval: lookEveryMs,
    // The process ends in its own order.
    noHandleSignals: true,
    logger,
    preset: batched,
  }
  const started = runTaskList(options, tasksOf(services, kinds, stopping), services.jobPool)
  const lookForNext = (): void => {
    try {
      started.nudge(concurrency)
    } catch {
      // A worker that is ending refuses, and needs none. From a timer it would end the process.
    }
  }
  // A lane is free once the end of its job is written down, of which the package tells nobody.
  events.on('job:complete', () => {
    for (const ms of freeAfterMs) setTimeout(lookForNext, ms).unref()
  })
  // Wrapped, because whoever awaits the pool itself waits for its end.
  return { started }
}

/**
 * One life of a worker. While its connection lives it holds a lock of its name: without it, it is taken for
 * dead and others get its jobs. So it ends, and its jobs with it, when that connection does.
 */
async function live(
  services: Services,
  kinds: JobKinds,
  { stopping, lookEveryMs, onStart }: Life,
): Promise<void> {
  const holder = await services.jobPool.connect()
  const lost = new AbortController()
  const over = AbortSignal.any([stopping, lost.signal])
  let pinging: NodeJS.Timeout | undefined
  try {
    const { started } = await startPool(services, kinds, { stopping: over, lookEveryMs })
    // Its end is waited for below; one that comes before is no failure that nobody heard of.
    Promise.resolve(started.promise).catch(() => undefined)
    const shutDown = (): void => void Promise.resolve(started.gracefulShutdown()).catch(() => undefined)
    holder.once('end', () => lost.abort())
    over.addEventListener('abort', shutDown)
    try {
      await holder.query('select pg_advisory_lock($1, hashtext($2))', [workerLockClass, started.id])
    } catch (error) {
      lost.abort(error)
    }
    if (over.aborted) shutDown()
    else onStart()
    // A connection that is mute ends when it owes an answer: sooner than others take its jobs over.
    pinging = setInterval(() => void holder.query('select 1').catch(() => undefined), pingEveryMs)
    await started.promise
  } finally {
    clearInterval(pinging)
    holder.release(true)
  }
}

/** Does background jobs until it is stopped; a worker that ends by itself is begun anew. */
export function startWorker(
  services: Services,
  kinds: JobKinds,
  lookEveryMs = usualLookMs,
): BackgroundWorker {
  const stopping = new AbortController()
  const { signal } = stopping
  let isRunning: boolean | null = null
  const onStart = (): void => {
    isRunning = true
  }
  const keep = async (): Promise<void> => {
    while (!signal.aborted) {
      await live(services, kinds, { stopping: signal, lookEveryMs, onStart }).catch((error: unknown) =>
        services.log.error({ error: String(error) }, 'worker of background jobs ended'),
      )
      isRunning = false
      await sleep(againMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  const kept = keep()
  return {
    isRunning: () => isRunning,
    stop: async () => {
      stopping.abort()
      await Promise.race([kept, sleep(stopMs, undefined, { ref: false })])
    },
  }
}
