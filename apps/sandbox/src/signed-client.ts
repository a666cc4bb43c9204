import { createHmac, randomBytes } from 'node:crypto'
import { post, textToSign } from '@khlang/phone-client/phone-api.ts'

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
}

/** Speaks to `/auto` and `/member` with a shared secret, as the member site and phones of before do. */
export function signedClient(base: string, now: () => number = Date.now): SignedClient {
  return {
    post: (key, path, input, idempotencyKey) => {
      const body = JSON.stringify(input)
      const timestamp = String(Math.floor(now() / 1000))
      const nonce = randomBytes(16).toString('hex')
      return post(`${base}${path}`, body, {
        'x-khlang-key': key.id,
        'x-khlang-timestamp': timestamp,
        'x-khlang-nonce': nonce,
        'x-khlang-signature': signatureOf(key.secret, {
          timestamp,
          nonce,
          method: 'POST',
          target: path,
          body,
        }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      })
    },
  }
}
