import { stepSeconds } from '../platform/security/totp.ts'

/** The secret in an `otpauth://` address, as an authenticator reads it. */
export function secretOf(url: string): Buffer {
  const text = new URL(url).searchParams.get('secret') ?? ''
  const bits = [...text]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
}

/** The time step of now on a server whose clock was moved. */
export const stepOn = ({ clock }: { readonly clock: { readonly ms: number } }): number =>
  Math.floor((Date.now() + clock.ms) / 1000 / stepSeconds)
