import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { Book } from './xlsx-book.ts'

/**
 * Writes an XLSX file on a thread of its own: ten thousand rows take seconds, and money waits for none of
 * them.
 */
export const xlsxOf = (book: Book): Promise<Buffer> =>
  new Promise((done, failed) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { xlsxBook: book },
      // No environment of ours: it needs no address and no key.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    worker.once('message', (bytes: Uint8Array) => done(Buffer.from(bytes)))
    worker.once('error', failed)
    worker.once('exit', (code) => failed(new Error(`The thread that writes files ended with ${code}`)))
  })

/** The book that the thread was started with; null on every other thread. */
const given = isMainThread ? null : ((workerData as { xlsxBook?: Book } | null)?.xlsxBook ?? null)
if (given !== null) {
  // Only here: the thread of the calls has no use for what writes the file, and would hold it for good.
  const { writeBook } = await import('./xlsx-book.ts')
  parentPort?.postMessage(await writeBook(given))
}
