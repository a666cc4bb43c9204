import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { fileFaults } from '@khlang/contract/payments/statement-files.ts'
import { FileRefused, type FileFault, type TextSheet } from './bounds.ts'
import type { FileReading, ReadingWish } from './read-statement.ts'

const limitMs = 30_000

interface Task {
  readonly bytes: Uint8Array
  /** How a statement is read in it; a number: so many rows of any table, as text. */
  readonly wish: ReadingWish | number | null
}
type Read = FileReading | TextSheet
type Said = { readonly read: Read } | { readonly fault: FileFault }

/**
 * Reads a file on a thread of its own, which has little memory and little time: whatever is in it, money
 * waits for none of it.
 * @throws FileRefused
 */
export const readOnThread = (bytes: Buffer, wish: ReadingWish | null): Promise<FileReading> =>
  onThread<FileReading>({ bytes, wish })

/** The rows of any table as text, on such a thread. @throws FileRefused */
export const readTextOnThread = (bytes: Buffer, rowsMax: number): Promise<TextSheet> =>
  onThread<TextSheet>({ bytes, wish: rowsMax })

const onThread = <R extends Read>(task: Task): Promise<R> =>
  new Promise((done, failed) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { statementFile: task },
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
      done(said.read as R)
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
  const { bytes, wish } = given
  const said: Said = await textSheetOf(Buffer.from(bytes), ...(typeof wish === 'number' ? [wish] : []))
    .then((sheet) => ({ read: typeof wish === 'number' ? sheet : readStatement(sheet, wish) }))
    .catch((error: { fault?: unknown }) => ({ fault: isFault(error.fault) ? error.fault : 'unreadable' }))
  parentPort?.postMessage(said)
}
