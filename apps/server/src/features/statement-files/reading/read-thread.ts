import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { fileFaults } from '@khlang/contract/payments/statement-files.ts'
import { FileRefused, type FileFault } from './bounds.ts'
import type { FileReading, ReadingWish } from './read-statement.ts'

const limitMs = 30_000

interface Task {
  readonly bytes: Uint8Array
  readonly wish: ReadingWish | null
}
type Said = { readonly reading: FileReading } | { readonly fault: FileFault }

/**
 * Reads a file on a thread of its own, which has little memory and little time: whatever is in it, money
 * waits for none of it.
 * @throws FileRefused
 */
export const readOnThread = (bytes: Buffer, wish: ReadingWish | null): Promise<FileReading> =>
  new Promise((done, failed) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { statementFile: { bytes, wish } satisfies Task },
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    const refuse = (fault: FileFault, cause?: unknown): void => {
      clearTimeout(timer)
      failed(new FileRefused(fault, { cause }))
      void worker.terminate()
    }
    const timer = setTimeout(() => refuse('unreadable'), limitMs)
    worker.once('message', (said: Said) => {
      if ('fault' in said) return refuse(said.fault)
      clearTimeout(timer)
      done(said.reading)
    })
    // Out of memory is an error of the thread: such a file is larger than it said.
    worker.once('error', (cause) => refuse('unpackedTooLarge', cause))
    worker.once('exit', () => refuse('unreadable'))
  })

const isFault = (value: unknown): value is FileFault => fileFaults.some((fault) => fault === value)

/** The file that the thread was started with; null on every other thread. */
const given = isMainThread ? null : ((workerData as { statementFile?: Task } | null)?.statementFile ?? null)
if (given !== null) {
  // Only here: the thread of the calls has no use for what reads files.
  const { textSheetOf } = await import('./text-sheet.ts')
  const { readStatement } = await import('./read-statement.ts')
  const said: Said = await textSheetOf(Buffer.from(given.bytes))
    .then((sheet) => ({ reading: readStatement(sheet, given.wish) }))
    .catch((error: { fault?: unknown }) => ({ fault: isFault(error.fault) ? error.fault : 'unreadable' }))
  parentPort?.postMessage(said)
}
