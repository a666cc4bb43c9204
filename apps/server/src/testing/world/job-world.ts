import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { jobKinds } from '../../app/job-kinds.ts'
import type { Job, JobEnd, JobKind, JobKinds, Running } from '../../platform/background/job-kinds.ts'
import { hasJob } from '../../platform/background/job-rows.ts'
import type { Person } from '../server.ts'

type Work = (job: Job, running: Running) => Promise<JobEnd>

/** Files that are no files: what their making does is up to a test. */
export interface JobWorld {
  readonly kinds: JobKinds
  /** Wants one more job of a person. @returns its id inside */
  readonly want: (owner: Person) => string
  /** What every job does from now on. */
  readonly does: (work: Work) => void
  /** What was written down of those that were tried to the end. */
  readonly said: readonly string[]
}

/** @param blamed what is wrong with them when they are dead */
export function jobWorld(blamed: string, triesMax = 2): JobWorld {
  const said: string[] = []
  const waiting: { subjectId: string; ownerId: string; name: string; lane: string }[] = []
  let work: Work = () => Promise.resolve({ kind: 'done' })
  const kind: JobKind = {
    lanes: ['files'],
    triesMax,
    limitMs: 60_000,
    wanted: async (tx) => {
      const ids = waiting.map(({ subjectId }) => subjectId)
      const { rows } = await sql<{ id: string }>`select id from unnest(${ids}::uuid[]) u (id)
        where not ${hasJob('export', sql.ref('u.id'))} and not exists (select from background_jobs b
          where b.subject_id = u.id and b.ended_at is not null)`.execute(tx)
      return waiting.filter(({ subjectId }) => rows.some(({ id }) => id === subjectId))
    },
    run: (_, job, running) => work(job, running),
    giveUp: (_tx, _services, { name }) => {
      said.push(`gave up ${name}`)
      return Promise.resolve('fault')
    },
    cancel: () => Promise.resolve(true),
    blames: () => Promise.resolve({ entity: 'export', entityId: blamed }),
  }
  return {
    said,
    kinds: { ...jobKinds, export: kind },
    want: ({ id: ownerId }) => {
      const subjectId = randomUUID()
      waiting.push({ subjectId, ownerId, name: `file ${waiting.length}`, lane: 'files' })
      return subjectId
    },
    does: (next) => {
      work = next
    },
  }
}
