import { z } from 'zod'
import { defineCalls } from './kit/define.ts'
import { none } from './kit/error-details.ts'
import { Instant, idOf } from './values/values.ts'

/**
 * What people have done in the background: files of long lists, messages to their chat groups, trials of
 * taught formats, what those read again, and reports of providers that are compared.
 */
export const jobKinds = [
  'export',
  'chatDelivery',
  'formatTrial',
  'formatReread',
  'reportComparison',
] as const
export type JobKindName = (typeof jobKinds)[number]

export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
/**
 * Why nothing came of a job: the right was lost on the way, no room on the disk, a chat service that did not
 * take it for a day, or a fault of ours.
 */
const jobFailures = ['rightLost', 'noRoom', 'noAnswer', 'fault'] as const
export type JobFailure = (typeof jobFailures)[number]

const BackgroundJob = z.strictObject({
  id: idOf('backgroundJob'),
  kind: z.enum(jobKinds),
  /** As its owner knows it: the file's name, the group's. */
  name: z.string(),
  state: z.enum(jobStates),
  /** Beginnings so far. More than one that is not over: it failed and is tried again. */
  tries: z.int(),
  progressDone: z.int(),
  /** Null: nobody knows how much it will be. */
  progressTotal: z.int().nullable(),
  failure: z.enum(jobFailures).nullable(),
  /** The file to fetch, while it is kept and its list may be exported. */
  exportId: idOf('export').nullable(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
})

const scope = 'own jobs; of messages to chat groups, those that failed and are not done'

/** One's own work in the background: how far each job is, what came of it, and the way to cancel it. */
export const backgroundJobs = defineCalls({
  list: {
    method: 'GET',
    path: '/api/v2/background-job/list',
    requires: 'token',
    scope,
    summary: 'The newest 50 of one’s own jobs in the background, and how far each is.',
    input: z.strictObject({}),
    output: z.strictObject({ records: z.array(BackgroundJob) }),
  },
  cancel: {
    method: 'POST',
    path: '/api/v2/background-job/cancel/{id}',
    requires: 'token',
    scope,
    subject: 'backgroundJob',
    summary: 'Cancels a job that waits or runs. One that is over stays as it is.',
    input: z.strictObject({ id: idOf('backgroundJob') }),
    output: z.strictObject({}),
    errors: { stateRefused: none },
  },
})
