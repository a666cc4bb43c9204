import type { IncomingMessage, ServerResponse } from 'node:http'

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
