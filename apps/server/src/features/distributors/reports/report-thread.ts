import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { fileFaults } from '@khlang/contract/payments/statement-files.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { FileFault } from '../../statement-files/reading/bounds.ts'
import type { ReadingClock, ReportLine, ReportReading } from './read-report.ts'
import type { ReportMapping } from './report-layout.ts'

// A report is read on a thread of its own, which has little memory and little time, as statements are read.
// Its lines come from there in parts, the next one when the one before was taken.

const limitMs = 60_000
const rowsMax = 300_000
const linesAtOnce = 5000

interface Task {
  readonly bytes: Uint8Array
  readonly said: ReportMapping | null
  readonly clock: ReadingClock
  readonly wants: 'reading' | 'lines'
}
type Said =
  | { readonly reading: ReportReading }
  | { readonly lines: readonly ReportLine[] }
  | { readonly isDone: true }
  | { readonly fault: FileFault }

/** What the thread says next. @throws statementUnreadable, with the thread ended */
async function next(worker: Worker): Promise<Exclude<Said, { fault: FileFault }>> {
  const refused = (reason: FileFault, cause?: unknown) =>
    new ApiError('statementUnreadable', { details: { reason }, cause })
  const limit = AbortSignal.timeout(limitMs)
  // Out of memory is an error of the thread: such a file is larger than it said.
  const [said] = (await once(worker, 'message', { signal: limit }).catch((cause: unknown) => {
    throw refused(limit.aborted ? 'unreadable' : 'unpackedTooLarge', cause)
  })) as [Said]
  if ('fault' in said) throw refused(said.fault)
  return said
}

function threadFor(task: Task): Worker {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { providerReport: task },
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  // While nobody waits for its word an error is nobody's; whoever asks next gets no answer in time.
  worker.on('error', () => {})
  return worker
}

/** What is in a report. @throws statementUnreadable */
export async function readReportOf(
  bytes: Buffer,
  said: ReportMapping | null,
  clock: ReadingClock,
): Promise<ReportReading> {
  const worker = threadFor({ bytes, said, clock, wants: 'reading' })
  try {
    const answer = await next(worker)
    if ('reading' in answer) return answer.reading
    throw new Error('the thread was asked for a reading')
  } finally {
    await worker.terminate()
  }
}

/** The lines of a report that is understood, in parts. @throws statementUnreadable */
export async function* reportLinesOf(
  bytes: Buffer,
  mapping: ReportMapping,
  clock: ReadingClock,
): AsyncGenerator<readonly ReportLine[], void> {
  const worker = threadFor({ bytes, said: mapping, clock, wants: 'lines' })
  try {
    for (let answer = await next(worker); 'lines' in answer; answer = await next(worker)) {
      yield answer.lines
      worker.postMessage('next')
    }
  } finally {
    await worker.terminate()
  }
}

const isFault = (value: unknown): value is FileFault => fileFaults.some((fault) => fault === value)

/** The file that the thread was started with; null on every other thread. */
const given = isMainThread
  ? null
  : ((workerData as { providerReport?: Task } | null)?.providerReport ?? null)

async function sayLines(task: Task, say: (said: Said) => void): Promise<void> {
  const { textSheetOf } = await import('../../statement-files/reading/text-sheet.ts')
  const { isLine, linesOf, readReport } = await import('./read-report.ts')
  const sheet = await textSheetOf(Buffer.from(task.bytes), rowsMax)
  if (task.wants === 'reading' || task.said === null)
    return say({ reading: readReport(sheet, task.said, task.clock) })
  const sayPart = async (lines: readonly ReportLine[]) => {
    const taken = parentPort && once(parentPort, 'message')
    say({ lines })
    await taken
  }
  let lines: ReportLine[] = []
  for (const line of linesOf(sheet, task.said, task.clock.nowMs)) {
    if (isLine(line)) lines.push(line)
    if (lines.length < linesAtOnce) continue
    await sayPart(lines)
    lines = []
  }
  if (lines.length > 0) await sayPart(lines)
  return say({ isDone: true })
}

if (given !== null) {
  const say = (said: Said): void => parentPort?.postMessage(said)
  await sayLines(given, say).catch((error: { fault?: unknown }) =>
    say({ fault: isFault(error.fault) ? error.fault : 'unreadable' }),
  )
}
