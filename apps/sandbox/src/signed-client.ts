import { createHmac, randomBytes } from 'node:crypto'

export interface Key {
  readonly id: string
  /** Hexadecimal. */
  readonly secret: string
}

/** The server refused, with the code and text of its answer. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** The signature of a request: what the server computes again from the bytes it got. */
export const signatureOf = (
  secret: string,
  request: { timestamp: string; nonce: string; method: string; path: string; body: string },
): string =>
  createHmac('sha256', Buffer.from(secret, 'hex'))
    .update(`${request.timestamp}.${request.nonce}.${request.method}.${request.path}.${request.body}`)
    .digest('hex')

export interface SignedClient {
  /**
   * Calls the server and answers its `data`.
   * @throws Refused for an answer that is not 2xx; TypeError or TimeoutError when none came
   */
  readonly post: (key: Key, path: string, input: object, idempotencyKey?: string) => Promise<unknown>
}

/** Speaks to `/auto` and `/member` with keys of its own; the only way this process reaches the server. */
export function signedClient(base: string, now: () => number = Date.now): SignedClient {
  return {
    post: async (key, path, input, idempotencyKey) => {
      const body = JSON.stringify(input)
      const timestamp = String(Math.floor(now() / 1000))
      const nonce = randomBytes(16).toString('hex')
      const response = await fetch(`${base}${path}`, {
        method: 'POST',
        body,
        signal: AbortSignal.timeout(10_000),
        headers: {
          'content-type': 'application/json',
          'x-khlang-key': key.id,
          'x-khlang-timestamp': timestamp,
          'x-khlang-nonce': nonce,
          'x-khlang-signature': signatureOf(key.secret, { timestamp, nonce, method: 'POST', path, body }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
      })
      const text = await response.text()
      if (!response.ok) throw refusedBy(response.status, text)
      return (JSON.parse(text) as { data: unknown }).data
    },
  }
}

function refusedBy(status: number, text: string): Refused {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: string; message?: string } }
    return new Refused(status, error?.code ?? 'unknown', error?.message ?? text.slice(0, 200))
  } catch {
    return new Refused(status, 'unknown', text.slice(0, 200))
  }
}
