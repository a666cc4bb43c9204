import { jobKinds, type JobKindName, type backgroundJobs } from '@khlang/contract/background-jobs.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { JobKinds } from '../../platform/background/job-kinds.ts'
import { cancelJobOf } from '../../platform/background/job-rows.ts'
import type { Handlers } from '../../platform/call/context.ts'
import type { Reader } from '../../platform/db/db.ts'
import { lockJob, ownJobs, type OwnJob } from './queries.ts'

/** Of these jobs, those about a file that its owner may fetch now; each is known by what it is about. */
async function filesOf(
  db: Reader,
  { kinds, actor }: { readonly kinds: JobKinds; readonly actor: EmployeeActor },
  jobs: readonly OwnJob[],
): Promise<ReadonlySet<string>> {
  const found = await Promise.all(
    jobKinds.map(async (name: JobKindName) => {
      const done = jobs.filter(({ kind, state }) => kind === name && state === 'done')
      const ids = done.map(({ subjectId }) => subjectId)
      return ids.length === 0 ? [] : [...((await kinds[name].filesOf?.(db, actor, ids)) ?? [])]
    }),
  )
  return new Set(found.flat())
}

/** One's own work in the background. */
export const backgroundJobHandlers = (kinds: JobKinds): Handlers<typeof backgroundJobs> => ({
  list: async ({ db, actor }) => {
    const jobs = await ownJobs(db, actor.id)
    const files = await filesOf(db, { kinds, actor }, jobs)
    return {
      records: jobs.map(({ subjectId, ...job }) => ({
        ...job,
        exportId: files.has(subjectId) ? subjectId : null,
      })),
    }
  },

  cancel: async ({ tx, input, record }) => {
    const job = await lockJob(tx, input.id)
    if (!job) throw new ApiError('notFound')
    if (!(await kinds[job.kind].cancel(tx, job.subjectId))) throw new ApiError('stateRefused')
    await cancelJobOf(tx, job.kind, job.subjectId)
    await record({
      entity: 'backgroundJob',
      entityId: encodeId('backgroundJob', input.id),
      action: 'backgroundJobCancelled',
      detail: { kind: job.kind, name: job.name },
    })
    return {}
  },
})
