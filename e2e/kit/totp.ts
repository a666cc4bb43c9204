import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepMs = 30_000

/** Base32 of RFC 4648, with or without spaces. */
function bytesOf(secret: string): Buffer {
  const bits = [...secret.replaceAll(/[\s=]/g, '').toUpperCase()]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code that an authenticator shows at a moment (RFC 6238: SHA-1, 30 s, 6 digits). */
export function codeAt(secret: string, atMs = Date.now()): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / stepMs)))
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/**
 * The code of the step before, which the server takes as well: a test that has used it need not wait for
 * the next step to have an unused one. Waits out the end of a step, so that it does not grow too old on the
 * way.
 */
export async function earlierCode(secret: string): Promise<string> {
  const leftMs = stepMs - (Date.now() % stepMs)
  if (leftMs < 4000) await sleep(leftMs)
  return codeAt(secret, Date.now() - stepMs)
}

/** A code that is right at no time near now. */
export function wrongCode(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((step) => codeAt(secret, Date.now() + step * stepMs))
  return (
    ['000000', '123456', '654321', '111111', '222222', '333333'].find((code) => !near.includes(code)) ?? ''
  )
}
