import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** Begins to listen on the loopback. @returns the port, one that was free where 0 was asked for */
export async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(port, '127.0.0.1', () => done())
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

/** Ends what is under way, and listens no more. */
export async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise<void>((done) => server.close(() => done()))
}

const bodyMax = 64 * 1024

/** The body as text. Throws a RangeError beyond `max` bytes, 64 KiB unless told. */
export async function readBody(request: IncomingMessage, max: number = bodyMax): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request) {
    const bytes = Buffer.from(part as Uint8Array)
    length += bytes.length
    if (length > max) throw new RangeError('body too large')
    parts.push(bytes)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Answers JSON, unless the caller has gone. */
export function sendJson(
  response: ServerResponse,
  status: number,
  value: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.writableEnded || response.destroyed) return
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...headers,
  })
  response.end(JSON.stringify(value))
}

const policyOf = (isFrame: boolean): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${isFrame ? "'self'" : "'none'"}`,
  ].join('; ')

/**
 * Answers a page on which nothing runs.
 * @param how.everyS reads itself anew after so many seconds, in a frame inside a page of ours
 */
export function sendPage(
  response: ServerResponse,
  page: string,
  { everyS, status = 200 }: { readonly everyS?: number; readonly status?: number } = {},
): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(everyS !== undefined),
      'x-content-type-options': 'nosniff',
      // Without a referrer a browser sends its forms with the origin `null`, which is nobody's.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
      ...(everyS === undefined ? {} : { refresh: String(everyS) }),
    })
    .end(page)
}
