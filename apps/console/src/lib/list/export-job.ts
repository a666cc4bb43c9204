import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import type { Tone } from '../../ui/figures/Status.tsx'

export type ExportJob = OutputOf<CallOf<'exports.list'>>['records'][number]

/** Files are kept so long that every state but these two is for good, until their time is over. */
export const isUnderWay = ({ state }: Pick<ExportJob, 'state'>): boolean =>
  state === 'queued' || state === 'running'

export const jobTones: Readonly<Record<ExportJob['state'], Tone>> = {
  queued: 'grey',
  running: 'blue',
  done: 'green',
  failed: 'red',
  cancelled: 'grey',
  expired: 'grey',
}

/** Bytes as people say them: `840 kB`, `12.3 MB`. */
export function formatBytes(bytes: number): string {
  const kB = bytes / 1000
  if (kB < 1000) return `${Math.max(1, Math.round(kB))} kB`
  return `${(kB / 1000).toFixed(1)} MB`
}

/** What is worth saying of a file besides its name and state, as names of texts under `files.`. */
export function jobNotes(job: Pick<ExportJob, 'state' | 'failure' | 'isXlsxAsked' | 'isCut'>): string[] {
  if (job.failure !== null) return [`failures.${job.failure}`]
  if (job.state !== 'done' && !isUnderWay(job)) return []
  return [...(job.isXlsxAsked ? ['asCsv'] : []), ...(job.isCut ? ['cut'] : [])]
}
