import { get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { methodOf, pathOf } from '@khlang/contract/derived/call-path.ts'

// The strangers of `strangers.ts`, in a thread of their own so that their work is not counted as the clerk's.

const { port, token } = workerData as { port: number; token: string }
const bodies = 200
const streams = 1000
/** After so long a browser asks again for a stream that ended. */
const askedAgainMs = 3000

/** A request of a thousand letters, one each second; cut off or answered, it is begun again. */
function sendSlowly(open: Set<Socket>): void {
  const [method, path] = [methodOf('auth.login'), pathOf('auth.login')]
  const socket = connect(port, '127.0.0.1', () => {
    open.add(socket)
    socket.write(
      `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\n` +
        'content-length: 1000\r\n\r\n{',
    )
  })
  const timer = setInterval(() => socket.write(' '), 1000)
  socket.on('data', () => socket.destroy())
  socket.on('error', () => undefined)
  socket.on('close', () => {
    open.delete(socket)
    clearInterval(timer)
    setTimeout(sendSlowly, 1000, open)
  })
}

const slow = new Set<Socket>()
const heard = new Set<IncomingMessage>()
let asked = 0
let refused = 0

/** A live stream, asked for again when it ends, as a browser does, or when the refusal says. */
function listen(): void {
  asked += 1
  const again = (waitMs: number) => setTimeout(listen, waitMs)
  const request = get(
    {
      port,
      host: '127.0.0.1',
      path: '/api/v2/live',
      agent: false,
      headers: { authorization: `Bearer ${token}` },
    },
    (answer) => {
      answer.resume()
      const waitS = Number(answer.headers['retry-after'] ?? 0)
      if (answer.statusCode === 200) heard.add(answer)
      else refused += 1
      answer.on('error', () => undefined)
      answer.on('close', () => {
        heard.delete(answer)
        again(waitS > 0 ? waitS * 1000 : askedAgainMs)
      })
    },
  )
  request.on('error', () => {
    refused += 1
    again(askedAgainMs)
  })
}

for (let n = 0; n < bodies; n += 1) sendSlowly(slow)
for (let n = 0; n < streams; n += 1) listen()
parentPort?.once('message', () =>
  parentPort?.postMessage({ bodies: slow.size, streams: heard.size, asked, refused }),
)
