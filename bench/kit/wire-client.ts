import { connect, type Socket } from 'node:net'
import { parentPort, Worker, workerData } from 'node:worker_threads'

// HTTP/1.1 over kept connections with as little work of its own as can be: on two cores a client of comfort
// would be measured with the server.

/** What a run sends: `form` and `path` of each request are drawn by number. */
export interface WireRun {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** Whole requests, one after the other on each connection, from the beginning again at the end. */
  readonly requests: readonly string[]
  /** An answer is good if its body has this. */
  readonly good: string
}

export interface WireResult {
  readonly count: number
  readonly perSecond: number
  readonly tookMs: readonly number[]
  /** The first answer that was not good. */
  readonly bad: string | null
}

/** A request as it goes over the wire. */
export const wireRequest = (path: string, form: Readonly<Record<string, string>>): string => {
  const body = new URLSearchParams(form).toString()
  return (
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/x-www-form-urlencoded\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}

/** Runs in a thread of its own. */
export const runWire = (run: WireRun): Promise<WireResult> =>
  new Promise((done, fail) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: run })
    worker.once('message', done)
    worker.once('error', fail)
  })

const headEnd = Buffer.from('\r\n\r\n')

/** The body of the first whole answer in some bytes; null until it is there. */
function bodyOf(bytes: Buffer): string | null {
  const at = bytes.indexOf(headEnd)
  if (at < 0) return null
  const length = /content-length: (\d+)/i.exec(bytes.toString('latin1', 0, at))?.[1]
  if (length === undefined) return ''
  const end = at + headEnd.length + Number(length)
  return bytes.length < end ? null : bytes.toString('utf8', at + headEnd.length, end)
}

async function work({ port, connections, seconds, requests, good }: WireRun): Promise<WireResult> {
  const tookMs: number[] = []
  let bad: string | null = null
  let next = 0
  const begun = performance.now()
  const until = begun + seconds * 1000
  const one = (socket: Socket): Promise<void> =>
    new Promise((done, fail) => {
      let held: Buffer = Buffer.alloc(0)
      let sentAt = 0
      const send = (): void => {
        sentAt = performance.now()
        if (sentAt >= until) return void socket.end(() => done())
        socket.write(requests[next % requests.length] ?? '')
        next += 1
      }
      socket.on('data', (part: Buffer) => {
        held = held.length === 0 ? part : Buffer.concat([held, part])
        const body = bodyOf(held)
        if (body === null) return
        held = Buffer.alloc(0)
        tookMs.push(performance.now() - sentAt)
        if (!body.includes(good)) bad ??= body
        send()
      })
      socket.once('error', fail)
      socket.once('connect', send)
    })
  await Promise.all(Array.from({ length: connections }, () => one(connect(port, '127.0.0.1').setNoDelay())))
  const perSecond = tookMs.length / ((performance.now() - begun) / 1000)
  return { count: tookMs.length, perSecond, tookMs, bad }
}

if (parentPort && workerData) parentPort.postMessage(await work(workerData as WireRun))
