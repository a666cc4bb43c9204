import { stat } from 'node:fs/promises'
import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { exports } from '@khlang/contract/exports.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { ApiError } from '../../platform/api-error.ts'
import { cancelJobOf } from '../../platform/background/job-rows.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { mayExport, mimeTypes } from '../../platform/files/exports.ts'
import { cancelJob, findJob, ownJobs, type Job } from './job-queries.ts'
import { pathOf } from './make-file.ts'

/** What its owner is shown of a job. */
const toRow = (job: Job): HandlerOutput<typeof exports.list>['records'][number] => ({
  id: job.id,
  list: job.list,
  fileName: job.fileName,
  isXlsxAsked: job.isXlsxAsked,
  state: job.state,
  rows: job.rows,
  isCut: job.isCut,
  bytes: job.bytes,
  sha256: job.sha256,
  failure: job.failure,
  createdAt: job.createdAt,
  doneAt: job.doneAt,
  expiresAt: job.expiresAt,
})

export const exportHandlers: Handlers<typeof exports> = {
  list: async ({ db, actor }) => {
    const own = await ownJobs(db, actor.id)
    return { records: own.filter(({ call }) => mayExport(actor, call)).map(toRow) }
  },

  cancel: async ({ tx, input, actor, record }) => {
    const job = await findJob(tx, input.id)
    if (!job || !mayExport(actor, job.call)) throw new ApiError('notFound')
    if (!(await cancelJob(tx, input.id))) throw new ApiError('stateRefused')
    await cancelJobOf(tx, 'export', input.id)
    await record({
      entity: 'export',
      entityId: job.list,
      action: 'exportCancelled',
      detail: { job: encodeId('export', job.id), rows: job.rows },
    })
    return {}
  },

  download: async ({ tx, input, actor, services, record, sendFile }) => {
    const job = await findJob(tx, input.id)
    if (!job || !mayExport(actor, job.call) || job.state !== 'done') throw new ApiError('notFound')
    const path = pathOf(services.exportDir, job.id)
    const bytes = await stat(path).then(
      ({ size }) => size,
      (cause: unknown) => {
        throw new ApiError('notFound', { cause })
      },
    )
    const { rows, isCut, sha256 } = job
    await record({
      entity: 'export',
      entityId: job.list,
      action: 'exportFetched',
      detail: { job: encodeId('export', job.id), rows, isCut, sha256 },
    })
    sendFile({ path, bytes, name: job.fileName, mimeType: mimeTypes.csv })
    return {}
  },
}
