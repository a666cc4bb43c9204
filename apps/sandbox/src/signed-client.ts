import { createHash, createHmac, randomBytes } from 'node:crypto'
import { Refused, post, textToSign } from '@khlang/phone-client/phone-api.ts'

export interface Key {
  readonly id: string
  /** Hexadecimal. */
  readonly secret: string
}

/** The signature of a request: what the server computes again from the bytes it got. */
export const signatureOf = (secret: string, request: Parameters<typeof textToSign>[0]): string =>
  createHmac('sha256', Buffer.from(secret, 'hex')).update(textToSign(request)).digest('hex')

export interface SignedClient {
  /**
   * Calls the server and answers its `data`.
   * @throws Refused for what the server refuses; any other error where it gave no answer of its own
   */
  readonly post: <T>(key: Key, path: string, input: object, idempotencyKey?: string) => Promise<T>
  /** Sends bytes whose SHA-256 is the end of the path: what is signed is the path with an empty body. */
  readonly upload: (key: Key, path: string, bytes: Uint8Array, idempotencyKey: string) => Promise<void>
}

/** Speaks to `/auto` and `/member` with a shared secret, as the member site and phones of before do. */
export function signedClient(base: string, now: () => number = Date.now): SignedClient {
  const headersOf = (key: Key, target: string, body: string) => {
    const timestamp = String(Math.floor(now() / 1000))
    const nonce = randomBytes(16).toString('hex')
    const signed = { timestamp, nonce, method: 'POST', target, body }
    return {
      'x-khlang-key': key.id,
      'x-khlang-timestamp': timestamp,
      'x-khlang-nonce': nonce,
      'x-khlang-signature': signatureOf(key.secret, signed),
    }
  }
  return {
    post: (key, path, input, idempotencyKey) => {
      const body = JSON.stringify(input)
      return post(`${base}${path}`, body, {
        ...headersOf(key, path, body),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      })
    },
    upload: async (key, path, bytes, idempotencyKey) => {
      const target = `${path}/${createHash('sha256').update(bytes).digest('hex')}`
      const response = await fetch(`${base}${target}`, {
        method: 'POST',
        body: new Uint8Array(bytes),
        signal: AbortSignal.timeout(20_000),
        headers: {
          ...headersOf(key, target, ''),
          'content-type': 'image/png',
          'idempotency-key': idempotencyKey,
        },
      })
      if (response.ok) return
      const { error } = (await response.json()) as { error?: { code: string; message: string } }
      throw new Refused(response.status, error?.code ?? 'unknown', error?.message ?? 'no answer')
    },
  }
}
