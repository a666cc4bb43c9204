import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { fileFaults } from '@khlang/contract/payments/statement-files.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { FileFault } from '../../statement-files/reading/bounds.ts'
import type { ReportReading } from './read-report.ts'
import type { ReportMapping } from './report-layout.ts'

const limitMs = 30_000

interface Task {
  readonly bytes: Uint8Array
  readonly said: ReportMapping | null
  readonly nowMs: number
}
type Said = { readonly reading: ReportReading } | { readonly fault: FileFault }

/**
 * Reads a report on a thread of its own, which has little memory and little time, as statements are read.
 * @throws statementUnreadable
 */
export const readReportOf = (
  bytes: Buffer,
  said: ReportMapping | null,
  nowMs: number,
): Promise<ReportReading> =>
  new Promise((done, failed) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { providerReport: { bytes, said, nowMs } satisfies Task },
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    const refuse = (reason: FileFault, cause?: unknown): void => {
      clearTimeout(timer)
      failed(new ApiError('statementUnreadable', { details: { reason }, cause }))
      void worker.terminate()
    }
    const timer = setTimeout(() => refuse('unreadable'), limitMs)
    worker.once('message', (answer: Said) => {
      if ('fault' in answer) return refuse(answer.fault)
      clearTimeout(timer)
      done(answer.reading)
    })
    // Out of memory is an error of the thread: such a file is larger than it said.
    worker.once('error', (cause) => refuse('unpackedTooLarge', cause))
    worker.once('exit', () => refuse('unreadable'))
  })

const isFault = (value: unknown): value is FileFault => fileFaults.some((fault) => fault === value)

/** The file that the thread was started with; null on every other thread. */
const given = isMainThread
  ? null
  : ((workerData as { providerReport?: Task } | null)?.providerReport ?? null)
if (given !== null) {
  // Only here: the thread of the calls has no use for what reads files.
  const { textSheetOf } = await import('../../statement-files/reading/text-sheet.ts')
  const { readReport } = await import('./read-report.ts')
  const answer: Said = await textSheetOf(Buffer.from(given.bytes))
    .then((sheet) => ({ reading: readReport(sheet, given.said, given.nowMs) }))
    .catch((error: { fault?: unknown }) => ({ fault: isFault(error.fault) ? error.fault : 'unreadable' }))
  parentPort?.postMessage(answer)
}
