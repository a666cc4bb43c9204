import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Keys derived from the one key of a brand, which lies in the database wrapped by the master key. Each
 * purpose has a key of its own, so that leaking one says nothing of the others.
 */
export class Secrets {
  readonly #root: Buffer
  constructor(root: Buffer) {
    if (root.length !== 32) throw new Error('A key has 32 bytes.')
    this.#root = root
  }

  /** The key itself, for wrapping it and nothing else. */
  root(): Buffer {
    return Buffer.from(this.#root)
  }

  /** 32 bytes for one purpose. */
  key(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#root, 'khlang', purpose, 32))
  }

  /** HMAC-SHA-256 under the key of a purpose. */
  mac(purpose: string, text: string | Buffer): Buffer {
    return createHmac('sha256', this.key(purpose)).update(text).digest()
  }

  /** Text that fits in an address or a role password. */
  derivedPassword(purpose: string): string {
    return this.key(`password:${purpose}`).toString('base64url')
  }

  /**
   * Envelope encryption: a fresh data key per record (AES-256-GCM), wrapped by the brand key. `place` names
   * table, column and row, so that a ciphertext moved elsewhere does not open.
   */
  seal(place: string, plain: Buffer | string): Buffer {
    const dataKey = randomBytes(32)
    return Buffer.concat([
      encrypt(this.key('brand'), place, dataKey),
      encrypt(dataKey, place, Buffer.from(plain)),
    ])
  }

  /** @throws when the text was altered or belongs to another place. */
  open(place: string, sealed: Buffer): Buffer {
    const wrapped = 12 + 32 + 16
    const dataKey = decrypt(this.key('brand'), place, sealed.subarray(0, wrapped))
    return decrypt(dataKey, place, sealed.subarray(wrapped))
  }
}

function encrypt(key: Buffer, place: string, plain: Buffer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Buffer, place: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(Buffer.from(place))
  decipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
}

const wrapPlace = 'deployment.wrapped_key'

/**
 * The key that the operator holds. It opens one thing, the brand key in the database, from which all others
 * come (`Secrets`); so a new master key wraps 32 bytes anew, and everything that was sealed stays as it is.
 */
export class MasterKey {
  readonly #keys: Secrets
  constructor(bytes: Buffer) {
    this.#keys = new Secrets(bytes)
  }

  /** Of the administrator of our own PostgreSQL, who must come in before anything can be read there. */
  get databasePassword(): string {
    return this.#keys.derivedPassword('database-admin')
  }

  /** The keys of a database made before the brand had a key of its own: they came from the master key. */
  get formerBrand(): Secrets {
    return this.#keys
  }

  wrap(brand: Secrets): Buffer {
    return encrypt(this.#keys.key('brand-wrap'), wrapPlace, brand.root())
  }

  /** @returns null when it was wrapped by another master key, or altered */
  unwrap(wrapped: Buffer): Secrets | null {
    try {
      return new Secrets(decrypt(this.#keys.key('brand-wrap'), wrapPlace, wrapped))
    } catch {
      return null
    }
  }
}
