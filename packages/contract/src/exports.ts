import { z } from 'zod'
import { defineCalls } from './kit/define.ts'
import { none } from './kit/error-details.ts'
import { Instant, idOf } from './values/values.ts'

/** What a call that answers its list as a file asks for beside the list's filter. */
export const exportChoice = <const C extends readonly [string, ...string[]]>(columns: C) => ({
  format: z.enum(['csv', 'xlsx']),
  columns: z.array(z.enum(columns)).max(40).optional(),
})

/** The whole list of a filter as a file. */
export const ExportedFile = z.strictObject({
  fileName: z.string(),
  mimeType: z.string(),
  base64: z.string(),
  rows: z.int(),
})
export type ExportedFile = z.infer<typeof ExportedFile>

/** The filter holds more rows than one answer may: its file is made in the background, always as CSV. */
const StartedExport = z.strictObject({ jobId: idOf('export') })
type StartedExport = z.infer<typeof StartedExport>

export const Exported = z.union([ExportedFile, StartedExport])
export type Exported = z.infer<typeof Exported>

const exportStates = ['queued', 'running', 'done', 'failed', 'cancelled', 'expired'] as const
/** Why a file was not made: the right was lost on the way, no room on the disk, or a fault of ours. */
export const exportFailures = ['rightLost', 'noRoom', 'fault'] as const

const ExportJob = z.strictObject({
  id: idOf('export'),
  /** The list, as the activity log names it. */
  list: z.string(),
  fileName: z.string(),
  /** An XLSX file was asked for; so many rows come as CSV. */
  isXlsxAsked: z.boolean(),
  state: z.enum(exportStates),
  /** Rows in the file so far. */
  rows: z.int(),
  /** The filter holds more rows than the longest file. */
  isCut: z.boolean(),
  bytes: z.int().nullable(),
  sha256: z.string().nullable(),
  failure: z.enum(exportFailures).nullable(),
  createdAt: Instant,
  doneAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
})

const scope = 'own files, of lists that the role may still export'

/** The own files that are made in the background. Files are kept for 24 hours. */
export const exports = defineCalls({
  list: {
    method: 'GET',
    path: '/api/v2/export/list',
    requires: 'token',
    scope,
    summary: 'The newest 20 of the own files that are made in the background, and how far each is.',
    input: z.strictObject({}),
    output: z.strictObject({ records: z.array(ExportJob) }),
  },
  cancel: {
    method: 'POST',
    path: '/api/v2/export/cancel/{id}',
    requires: 'token',
    scope,
    subject: 'export',
    summary: 'Stops a file that waits or is being made. One that is ready or over stays as it is.',
    input: z.strictObject({ id: idOf('export') }),
    output: z.strictObject({}),
    errors: { stateRefused: none },
  },
  download: {
    method: 'POST',
    path: '/api/v2/export/file/{id}',
    requires: 'token',
    scope,
    subject: 'export',
    rate: 'export',
    stepUp: 'recent',
    file: 'text/csv',
    summary: 'The bytes of a file that is ready; every download is logged.',
    input: z.strictObject({ id: idOf('export') }),
    output: z.strictObject({}),
    errors: { stepUpRequired: none, notFound: none },
  },
})
