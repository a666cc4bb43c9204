import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { MasterKey } from './secrets.ts'
import { StartRefused } from '../start-refused.ts'

export interface KeySource {
  readonly dataDir: string
  readonly masterKey: string | undefined
  readonly masterKeyFile: string | undefined
  readonly profile: 'sandbox' | 'production'
}

export interface HeldKey {
  readonly key: MasterKey
  /** A rotation that was cut off left it beside the file in use, which is named here. */
  readonly nextOf: string | null
}

const ownFile = (source: KeySource): string => join(source.dataDir, 'master.key')

/** Where a rotation puts the new key before the database takes it. */
export const nextFile = (file: string): string => `${file}.new`

/** The file that the key is read from; null: the environment gives it. */
export const keyFileOf = (source: KeySource): string | null =>
  source.masterKey === undefined ? (source.masterKeyFile ?? ownFile(source)) : null

export const newKeyHex = (): string => randomBytes(32).toString('hex')

/** On the disk before it is used: a key that a power cut takes back opens nothing. */
export function writeKeyFile(file: string, hex: string): void {
  writeFileSync(file, `${hex}\n`, { mode: 0o600, flag: 'wx', flush: true })
  const folder = openSync(dirname(file), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

function keyOf(hex: string, from: string, source: KeySource): MasterKey {
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new StartRefused(`${from} must hold 64 hexadecimal digits.`)
  if (source.profile === 'production' && /^(.)\1+$/.test(hex)) {
    throw new StartRefused(`${from} holds a test key; production needs 64 random hexadecimal digits.`)
  }
  return new MasterKey(Buffer.from(hex, 'hex'))
}

/**
 * The master key: from the environment, from the named file, else from `<dataDir>/master.key`, made where no
 * database is there yet. After it, the one that a rotation left beside it when it was cut off: one of the two
 * opens the database.
 * @throws StartRefused where a key is lost: another one would open nothing of what is sealed
 */
export async function loadMasterKeys(
  source: KeySource,
  hasDatabase: () => Promise<boolean>,
): Promise<HeldKey[]> {
  const file = keyFileOf(source)
  if (file === null) {
    return [{ key: keyOf(source.masterKey ?? '', 'KHLANG_MASTER_KEY', source), nextOf: null }]
  }
  if (!existsSync(file)) {
    if (source.masterKeyFile !== undefined)
      throw new StartRefused(`${file}, which KHLANG_MASTER_KEY_FILE names, is not there.`)
    if (await hasDatabase()) {
      throw new StartRefused(
        `The master key is lost: ${file} is not there, and a database made with it is. Put the file ` +
          'back, or name the key by KHLANG_MASTER_KEY_FILE. No new key was made and nothing was changed.',
      )
    }
    mkdirSync(source.dataDir, { recursive: true })
    writeKeyFile(file, newKeyHex())
  }
  const read = (from: string): MasterKey => keyOf(readFileSync(from, 'utf8').trim(), from, source)
  const held: HeldKey = { key: read(file), nextOf: null }
  const next = nextFile(file)
  // One that was not written to its end was never given to a database.
  const isWhole = existsSync(next) && readFileSync(next, 'utf8').length === 65
  return isWhole ? [held, { key: read(next), nextOf: file }] : [held]
}

/** Puts the key that turned out to be right in its place, before anything else is done. */
export function keepKey(held: HeldKey): void {
  if (held.nextOf !== null) renameSync(nextFile(held.nextOf), held.nextOf)
}
