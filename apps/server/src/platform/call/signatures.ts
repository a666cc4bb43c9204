import { createHmac, createPublicKey, timingSafeEqual, verify, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { MachineActor } from '../people/actor.ts'
import { ApiError } from '../api-error.ts'
import type { Reader } from '../db/db.ts'
import { lastRestoredAt } from '../db/restored.ts'
import type { Secrets } from '../security/secrets.ts'

const windowMs = 5 * 60_000

export interface SignedRequest {
  readonly method: string
  /** Path with query, as sent. */
  readonly target: string
  readonly body: string
  readonly key: string | undefined
  readonly timestamp: string | undefined
  readonly nonce: string | undefined
  readonly signature: string | undefined
}

/** What a machine signs: time, nonce, method, target and the bytes of the body, joined by dots. */
export const signedText = (
  request: Pick<SignedRequest, 'method' | 'target' | 'body' | 'timestamp' | 'nonce'>,
): string => `${request.timestamp}.${request.nonce}.${request.method}.${request.target}.${request.body}`

export const signatureOf = (secret: Buffer, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex')

/** Before the 32 bytes of an Ed25519 key: how X.509 names its kind (RFC 8410). */
const ed25519Head = Buffer.from('302a300506032b6570032100', 'hex')

/** The key that checks what a phone signs. */
export const publicKeyOf = (bytes: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([ed25519Head, bytes]), format: 'der', type: 'spki' })

/** Whether whoever holds the other half of this key signed the text. @param signature hexadecimal */
export const isSignedBy = (key: KeyObject, text: string, signature: string): boolean =>
  /^[0-9a-f]{128}$/.test(signature) && verify(null, Buffer.from(text), key, Buffer.from(signature, 'hex'))

interface KnownKey {
  readonly machine: Omit<MachineActor, 'address'>
  /** Whether the machine signed this text so. */
  readonly isSigned: (text: string, signature: string) => boolean
}

/** By a secret that both hold: the machines of the brand itself, and phones of before they had own keys. */
function signsWith(secret: Buffer): KnownKey['isSigned'] {
  return (text, signature) => {
    const expected = Buffer.from(signatureOf(secret, text))
    const given = Buffer.from(signature)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
}

/**
 * Machine keys that were read once: what a key's secret is never changes, and whether it still counts is
 * asked with every request's nonce (`takeNonce`).
 */
export class KnownKeys {
  readonly #db: Reader
  readonly #secrets: Secrets
  readonly #known = new Map<string, KnownKey>()
  #notBefore: Promise<number | null> | null = null

  constructor(db: Reader, secrets: Secrets) {
    this.#db = db
    this.#secrets = secrets
  }

  /**
   * The moment of the last restore: the nonces of what was taken between the restored moment and it are
   * gone, so nothing that was signed before it is taken again. The database changes only while no server
   * runs on it: read once.
   */
  notBefore(): Promise<number | null> {
    this.#notBefore ??= lastRestoredAt(this.#db).catch((error: unknown) => {
      this.#notBefore = null
      throw error
    })
    return this.#notBefore
  }

  /** @param isFresh true for reads: a revoked key learns nothing, not even what is wrong with its request */
  async find(id: string, isFresh: boolean): Promise<KnownKey | null> {
    const known = isFresh ? undefined : this.#known.get(id)
    if (known) return known
    const row = await this.#db
      .selectFrom('machine_keys')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'active')
      .executeTakeFirst()
    if (!row) {
      this.#known.delete(id)
      return null
    }
    const found: KnownKey = {
      machine: {
        kind: 'machine',
        id: row.id,
        name: row.name,
        keyKind: row.kind as MachineActor['keyKind'],
        subjectId: row.subject_id,
      },
      isSigned: this.#signer(row),
    }
    this.#known.set(id, found)
    return found
  }

  #signer(row: { id: string; secret: Buffer | null; public_key: Buffer | null }): KnownKey['isSigned'] {
    if (row.secret !== null)
      return signsWith(this.#secrets.open(`machine_keys.secret.${row.id}`, row.secret))
    if (row.public_key === null) throw new Error(`${row.id} has no key`)
    const key = publicKeyOf(row.public_key)
    return (text, signature) => isSignedBy(key, text, signature)
  }
}

/**
 * The machine behind a signed request.
 * @param isFresh see `KnownKeys.find`
 * @throws badSignature for an unknown or revoked key or wrong bytes; staleTimestamp beyond five minutes
 */
export async function verifySignature(
  keys: KnownKeys,
  request: SignedRequest,
  at: { readonly nowMs: number; readonly address: string; readonly isFresh: boolean },
): Promise<MachineActor> {
  const { key, timestamp, nonce, signature } = request
  if (
    !key ||
    !timestamp ||
    !nonce ||
    !signature ||
    !/^\d{10}$/.test(timestamp) ||
    !/^[\w-]{8,64}$/.test(nonce)
  ) {
    throw new ApiError('badSignature')
  }
  const known = await keys.find(key, at.isFresh)
  if (!known) throw new ApiError('badSignature')
  if (!known.isSigned(signedText(request), signature)) throw new ApiError('badSignature')
  const signedMs = Number(timestamp) * 1000
  const notBefore = await keys.notBefore()
  const isStale = notBefore !== null && signedMs <= notBefore
  if (isStale || Math.abs(at.nowMs - signedMs) > windowMs) throw new ApiError('staleTimestamp')
  return { ...known.machine, address: at.address }
}

/**
 * Takes a nonce of a key that still counts: in the transaction of the effect, where there is one.
 * @throws replayedNonce when it was used before; badSignature for a key revoked since it was read
 */
export async function takeNonce(db: Reader, keyId: string, nonce: string): Promise<void> {
  const { rows } = await sql`
    insert into machine_nonces (key_id, nonce)
    select id, ${nonce} from machine_keys where id = ${keyId} and state = 'active'
    on conflict (key_id, nonce) do nothing returning nonce`.execute(db)
  if (rows.length > 0) return
  const key = await db.selectFrom('machine_keys').select('state').where('id', '=', keyId).executeTakeFirst()
  throw new ApiError(key?.state === 'active' ? 'replayedNonce' : 'badSignature')
}

/**
 * Forgets nonces whose requests are too old to be taken again, so many at most. A request may bear a time
 * five minutes ahead, so that it lives ten; an hour leaves room for clocks that differ.
 * @returns how many
 */
export async function forgetOldNonces(db: Reader, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from machine_nonces where ctid = any(array(
      select ctid from machine_nonces where at < now() - interval '1 hour' limit ${sql.lit(most)}))`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/** Stores a machine's key, sealed to its row. */
export async function addMachineKey(
  db: Reader,
  secrets: Secrets,
  key: { id: string; kind: MachineActor['keyKind']; subjectId: string; name: string; secret: Buffer },
): Promise<void> {
  await db
    .insertInto('machine_keys')
    .values({
      id: key.id,
      kind: key.kind,
      subject_id: key.subjectId,
      name: key.name,
      secret: secrets.seal(`machine_keys.secret.${key.id}`, key.secret),
    })
    .execute()
}
