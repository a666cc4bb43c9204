import { createServer, type IncomingHttpHeaders } from 'node:http'

interface Heard {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A server that hears everything and gives the answers that are laid out, one after the other. */
export async function fakeServer() {
  const heard: Heard[] = []
  const answers: { status: number; body: string; headers?: Record<string, string> }[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      heard.push({
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
      })
      const { status, body, headers } = answers.shift() ?? { status: 503, body: '' }
      response.writeHead(status, headers).end(body)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    base: `http://127.0.0.1:${port}`,
    heard,
    answer: (data: object) => answers.push({ status: 200, body: JSON.stringify({ data }) }),
    refuse: (status: number, code: string) =>
      answers.push({ status, body: JSON.stringify({ error: { code, message: `no: ${code}` } }) }),
    raw: (status: number, body: string, headers: Record<string, string> = {}) =>
      answers.push({ status, body, headers }),
    stop: () => new Promise((done) => server.close(done)),
  }
}
