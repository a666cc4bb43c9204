import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'

/** A phone's own key: it makes it when it is paired, and only the public half ever leaves it. */
export interface KeyPair {
  /** Ed25519, 32 bytes, hexadecimal: what the server checks signatures with. */
  readonly publicKey: string
  /** The secret half as PKCS#8 DER, hexadecimal. On Android it belongs where no other app reads it. */
  readonly privateKey: string
}

/** X.509 writes twelve bytes before the 32 of an Ed25519 key (RFC 8410); the server takes the 32 alone. */
const publicKeyBytes = 32

/** A new key of a phone, by the machine's own random source. */
export function newKeyPair(): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { format: 'der', type: 'spki' },
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
  })
  return {
    publicKey: publicKey.subarray(-publicKeyBytes).toString('hex'),
    privateKey: privateKey.toString('hex'),
  }
}

/** The Ed25519 signature of a text in UTF-8: 64 bytes, hexadecimal. */
export function signText(privateKey: string, text: string): string {
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'hex'), format: 'der', type: 'pkcs8' })
  return sign(null, Buffer.from(text), key).toString('hex')
}

/**
 * What people compare by eye, on the phone and in the back office: the first 64 bits of the key's SHA-256, in
 * fours. Whoever agrees to a phone sees by it that the key they agree to is the one that lies in it.
 * @param publicKey hexadecimal
 */
export const fingerprintOf = (publicKey: string): string =>
  createHash('sha256')
    .update(Buffer.from(publicKey, 'hex'))
    .digest('hex')
    .slice(0, 16)
    .replaceAll(/.{4}(?=.)/g, '$&-')
