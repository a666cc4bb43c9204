import type { JobFailure, JobKindName } from '@khlang/contract/background-jobs.ts'
import type { EmployeeActor } from '../people/actor.ts'
import type { Services } from '../call/context.ts'
import type { Reader, Tx } from '../db/db.ts'
import type { About } from '../db/outside-ids.ts'

/** A row of some area that wants work done now, and has no job yet. */
export interface Wanted {
  readonly subjectId: string
  /** Null: the system wants it, and it is nobody's own. */
  readonly ownerId: string | null
  /** As its owner knows it. */
  readonly name: string
  /** The place it waits for. Of each lane one job runs at a time, whichever process runs it. */
  readonly lane: string
}

export interface Job {
  readonly id: string
  readonly subjectId: string
  readonly ownerId: string | null
  readonly name: string
  /** How often it was begun, this time among them. */
  readonly tries: number
}

/** What a job is given while it runs. */
export interface Running {
  /** Aborted when the process stops or the job takes too long: it then ends early, as `left`. */
  readonly stopping: AbortSignal
  /** Says how far it is. @returns false when somebody cancelled it: it is to end, as `left` */
  readonly report: (done: number, total?: number) => Promise<boolean>
  /** How long the worker waits until it tries again what fails now. */
  readonly nextPauseMs: number
}

/**
 * `failed`: nothing will come of it, and its owner reads why; with `isDead` people must know, too. `again`:
 * its row waits, and asks anew in its time. `left`: somebody ended its row, or `stopping` was aborted.
 * Whatever is thrown instead is tried again by the worker, after a pause that grows.
 */
export type JobEnd =
  | { readonly kind: 'done' | 'again' | 'left' }
  | { readonly kind: 'failed'; readonly failure: JobFailure; readonly isDead?: true }

/**
 * A kind of work in the background. To add one: its name in the contract's `jobKinds`, a file `job-kind.ts`
 * in its area, and a row in `app/job-kinds.ts`. See docs/how-to/job.md.
 */
export interface JobKind {
  readonly lanes: readonly string[]
  /** Begun so often, a job is given up: people are told. */
  readonly triesMax: number
  /** A job that takes longer is ended, and counts as failed. */
  readonly limitMs: number
  /**
   * The rows that want a job now. Asked each second: cheap. Those that have one are left out by
   * `hasJob(kind, column)`.
   */
  readonly wanted: (tx: Tx, services: Services) => Promise<readonly Wanted[]>
  readonly run: (services: Services, job: Job, running: Running) => Promise<JobEnd>
  /** Writes down in the area's own row that it was tried to the end. @returns what its owner reads */
  readonly giveUp: (tx: Tx, services: Services, job: Job) => Promise<JobFailure>
  /** Ends the area's own row. @returns false when it is over already */
  readonly cancel: (tx: Tx, subjectId: string) => Promise<boolean>
  /** What is wrong when a job is dead. The next job about the same that succeeds ends the alarm. */
  readonly blames: (db: Reader, subjectId: string) => Promise<Blamed>
  /** Of what jobs were about, those whose file may be fetched now. */
  readonly filesOf?: (
    db: Reader,
    actor: EmployeeActor,
    subjectIds: readonly string[],
  ) => Promise<ReadonlySet<string>>
}

export interface Blamed {
  readonly entity: About['entity']
  readonly entityId: string
}

export type JobKinds = Readonly<Record<JobKindName, JobKind>>

/** People must know: work was tried to the end, and nothing came of it. */
export const deadJob = 'job.dead'

/** A job took longer than it may. */
export class JobOverdue extends Error {}
