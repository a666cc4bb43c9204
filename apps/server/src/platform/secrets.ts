import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Keys derived from the one master key. The master key is given by the environment or a file and never enters
 * the database. Each purpose has a key of its own, so that leaking one says nothing of the others.
 */
export class Secrets {
  readonly #master: Buffer
  constructor(master: Buffer) {
    if (master.length !== 32) throw new Error('The master key has 32 bytes.')
    this.#master = master
  }

  /** 32 bytes for one purpose. */
  key(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#master, 'khlang', purpose, 32))
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

/**
 * The master key: from the environment, from the named file, else from `<dataDir>/master.key`, made at the
 * first start. `isOwnFile` tells that the last way was used, which an operator should change before going
 * live.
 */
export function loadSecrets(source: {
  dataDir: string
  masterKey: string | undefined
  masterKeyFile: string | undefined
}): { secrets: Secrets; isOwnFile: boolean } {
  if (source.masterKey !== undefined) {
    return { secrets: new Secrets(Buffer.from(source.masterKey, 'hex')), isOwnFile: false }
  }
  const file = source.masterKeyFile ?? join(source.dataDir, 'master.key')
  if (source.masterKeyFile === undefined && !existsSync(file)) {
    mkdirSync(source.dataDir, { recursive: true })
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  }
  const hex = readFileSync(file, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new Error(`${file} must hold 64 hexadecimal digits.`)
  return { secrets: new Secrets(Buffer.from(hex, 'hex')), isOwnFile: source.masterKeyFile === undefined }
}
