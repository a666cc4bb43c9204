import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

const secondsMax = 10

/**
 * The texts of the QR codes in a picture, on a thread of its own: looking for them takes a tenth of a second
 * and more, and money waits for none of it. None where the thread does not end in time.
 */
export const codesIn = (picture: Buffer): Promise<readonly string[]> =>
  new Promise((done) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { slipPicture: new Uint8Array(picture) },
      // No environment of ours: it needs no address and no key.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    const timer = setTimeout(() => void worker.terminate(), secondsMax * 1000)
    worker.once('message', (texts: readonly string[]) => done(texts))
    worker.once('error', () => done([]))
    worker.once('exit', () => {
      clearTimeout(timer)
      done([])
    })
  })

/** What the thread was started with; null on every other thread. */
const given = isMainThread
  ? null
  : ((workerData as { slipPicture?: Uint8Array } | null)?.slipPicture ?? null)
if (given !== null) {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  // The library would fetch this file from elsewhere.
  const file = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(file)).buffer } })
  const found = await readBarcodes(given, { formats: ['QRCode'], tryHarder: true, maxNumberOfSymbols: 8 })
  parentPort?.postMessage(found.filter(({ isValid }) => isValid).map(({ text }) => text))
}
