import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
export const stepSeconds = 30

/** 160 random bits. */
export const newOtpSecret = (): Buffer => randomBytes(20)

/** RFC 4648 base32 without padding, as authenticators read it. */
function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((chunk) => base32[parseInt(chunk.padEnd(5, '0'), 2)] ?? '')
    .join('')
}

/** HOTP of RFC 4226 over the time step of RFC 6238, SHA-1. */
export function otpAt(secret: Buffer, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0')
}

/**
 * The time step a code belongs to: the current one or, where allowed, the one before. Null when it fits
 * neither. All steps are compared, so that time tells nothing.
 */
export function matchingStep(
  secret: Buffer,
  code: string,
  nowMs: number,
  acceptsPrevious: boolean,
): number | null {
  const current = Math.floor(nowMs / 1000 / stepSeconds)
  const given = Buffer.from(code)
  let found: number | null = null
  for (const step of acceptsPrevious ? [current - 1, current] : [current]) {
    const expected = Buffer.from(otpAt(secret, step))
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step
  }
  return found
}

/** The address an authenticator reads from a QR code. */
export function otpAuthUrl(secret: Buffer, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = `secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`
  return `otpauth://totp/${label}?${query}&algorithm=SHA1&digits=6&period=30`
}
