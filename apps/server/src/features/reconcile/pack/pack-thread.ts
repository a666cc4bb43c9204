import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { PackPaper } from './pack-table.ts'

interface PackFiles {
  readonly pdf: Buffer
  readonly xlsx: Buffer
}

/** Writes both files of a pack on a thread of its own: fonts take their time, and money waits for none. */
export const packFiles = (paper: PackPaper): Promise<PackFiles> =>
  new Promise((done, failed) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { packPaper: paper },
      // No environment of ours: it needs no address and no key.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    worker.once('message', ({ pdf, xlsx }: { pdf: Uint8Array; xlsx: Uint8Array }) =>
      done({ pdf: Buffer.from(pdf), xlsx: Buffer.from(xlsx) }),
    )
    worker.once('error', failed)
    worker.once('exit', (code) => failed(new Error(`The thread that writes packs ended with ${code}`)))
  })

/** What the thread was started with; null on every other thread. */
const given = isMainThread ? null : ((workerData as { packPaper?: PackPaper } | null)?.packPaper ?? null)
if (given !== null) {
  const [{ packPdf }, { packXlsx }] = await Promise.all([import('./pack-pdf.ts'), import('./pack-xlsx.ts')])
  parentPort?.postMessage({ pdf: await packPdf(given), xlsx: await packXlsx(given) })
}
