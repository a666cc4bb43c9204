import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import type { Secrets } from '../../../platform/security/secrets.ts'

// An Ed25519 key in PKCS #8 is this and its 32 bytes.
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const signingKey = (secrets: Secrets): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([pkcs8, secrets.key('day-packs')]),
    format: 'der',
    type: 'pkcs8',
  })

/** Ed25519 under the key of the packs, which comes from the brand's key like all others. */
export const signPack = (secrets: Secrets, text: string): string =>
  sign(null, Buffer.from(text), signingKey(secrets)).toString('base64')

/** The public key by which anybody checks a pack, in PEM, and what people compare it by. */
export function packKeyOf(secrets: Secrets): { publicKey: string; fingerprint: string } {
  const key = createPublicKey(signingKey(secrets))
  const der = key.export({ format: 'der', type: 'spki' })
  const hex = createHash('sha256').update(der).digest('hex')
  return {
    publicKey: key.export({ format: 'pem', type: 'spki' }),
    fingerprint: hex.slice(0, 32).replaceAll(/(.{4})(?=.)/g, '$1 '),
  }
}
