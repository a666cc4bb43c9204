import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../platform/security/secrets.ts'

/** One spelling per user name: compatibility forms, case and edge spaces do not matter. */
export const canonicalUsername = (typed: string): string => typed.normalize('NFKC').trim().toLowerCase()

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 80 random bits as four groups of four, without letters that look alike. */
export function newRecoveryCode(): string {
  const bytes = randomBytes(16)
  const text = [...bytes].map((byte) => letters[byte % 32] ?? '').join('')
  return text.match(/.{4}/g)?.join('-') ?? text
}

/** Lower case, spaces and dashes are forgiven; O and I are read as 0 and 1. */
export const canonicalRecoveryCode = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

const cookieName = 'khlang_device'
export const deviceCookie = cookieName

/** The mark of a device that has signed in before: a random id with our signature. */
export function newDeviceMark(secrets: Secrets): string {
  const id = randomBytes(16).toString('base64url')
  return `${id}.${sign(secrets, id)}`
}

const sign = (secrets: Secrets, id: string): string =>
  createHmac('sha256', secrets.key('device-mark')).update(id).digest('base64url')

/** The device's id when the mark is ours, else `stranger`: outsiders share one counter per user name. */
export function deviceOf(secrets: Secrets, mark: string | undefined): string {
  const [id = '', signature = ''] = (mark ?? '').split('.')
  const expected = Buffer.from(sign(secrets, id))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : 'stranger'
}

/** HttpOnly, so that no script reads it; it identifies a device and opens nothing. */
export const deviceCookieHeader = (mark: string, isSecure: boolean): string =>
  `${cookieName}=${mark}; Path=/api/v1/authorization; HttpOnly; SameSite=Strict; Max-Age=31536000` +
  (isSecure ? '; Secure' : '')
