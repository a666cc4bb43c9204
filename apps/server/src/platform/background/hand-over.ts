import type { JobKindName } from '@khlang/contract/background-jobs.ts'
import { sql } from 'kysely'
import type { Services } from '../call/context.ts'
import type { PeriodicWork } from '../work/periodic.ts'
import type { Job, JobKind, JobKinds } from './job-kinds.ts'
import { buryRow, openRows, removeOldRows, tellOf } from './job-rows.ts'
import {
  giveToWorker,
  goneWorkers,
  shortenPauses,
  takeSpent,
  unlockWorkers,
  untaken,
} from './worker-queue.ts'

/** A worker that lost its connection takes another at once; one that is gone for so long is no more. */
const goneAfterMs = 10_000

const entriesOf = (kinds: JobKinds) => Object.entries(kinds) as [JobKindName, JobKind][]

/** Makes a job of each row that wants one, and gives it to the worker: both or neither. */
async function handOver(services: Services, name: JobKindName, kind: JobKind): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const wanted = await kind.wanted(tx, services)
    if (wanted.length === 0) return
    const rows = await openRows(tx, name, wanted)
    await giveToWorker(tx, name, { rows, triesMax: kind.triesMax })
    for (const { id } of rows) await tellOf(tx, id)
  })
}

/** Writes down of each job that was tried to the end that nothing came of it, and cuts long pauses. */
async function settleTried(services: Services, kinds: JobKinds): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    await shortenPauses(tx)
    for (const { id, workerJobId } of await takeSpent(tx)) {
      const { rows } = await sql<Job & { kind: JobKindName }>`
        select id, kind, subject_id as "subjectId", owner_id as "ownerId", name, tries from background_jobs
         where id = ${id}::uuid and worker_job_id = ${workerJobId} for update`.execute(tx)
      const [job] = rows
      if (job === undefined) continue
      const kind = kinds[job.kind]
      const blamed = await kind.blames(tx, job.subjectId)
      await buryRow(tx, job, { failure: await kind.giveUp(tx, services, job), blamed })
      await tellOf(tx, id)
    }
  })
}

/** Whom this process saw without a connection, and when first. */
class Missing {
  readonly #seenAt = new Map<string, number>()

  /** @returns those of them that are missing for long enough */
  see(workers: readonly string[], nowMs: number): string[] {
    for (const known of this.#seenAt.keys()) if (!workers.includes(known)) this.#seenAt.delete(known)
    for (const worker of workers) if (!this.#seenAt.has(worker)) this.#seenAt.set(worker, nowMs)
    return workers.filter((worker) => nowMs - (this.#seenAt.get(worker) ?? nowMs) >= goneAfterMs)
  }
}

/**
 * The one place where rows become jobs of the worker. It also takes from workers that are no more what they
 * had under way, so that another goes on with it, and tells people of what was given up.
 */
export function handOverWork(kinds: JobKinds, clock: () => number = () => performance.now()): PeriodicWork {
  const missing = new Missing()
  return {
    name: 'backgroundJobs',
    everyMs: 1_000,
    progress: ({ db }) => untaken(db),
    run: async (services) => {
      const { db } = services
      const gone = missing.see(await goneWorkers(db), clock())
      if (gone.length > 0) await unlockWorkers(db, gone)
      await settleTried(services, kinds)
      for (const [name, kind] of entriesOf(kinds)) await handOver(services, name, kind)
      await removeOldRows(db)
    },
  }
}
