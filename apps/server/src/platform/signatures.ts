import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { MachineActor } from './actor.ts'
import { ApiError } from './api-error.ts'
import type { Reader, Tx } from './db.ts'
import type { Secrets } from './secrets.ts'

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

interface KnownKey {
  readonly machine: Omit<MachineActor, 'address'>
  readonly secret: Buffer
}

/**
 * Machine keys that were read once: what a key's secret is never changes, and whether it still counts is
 * asked in the transaction of its effect (`takeNonce`).
 */
export class KnownKeys {
  readonly #db: Reader
  readonly #secrets: Secrets
  readonly #known = new Map<string, KnownKey>()

  constructor(db: Reader, secrets: Secrets) {
    this.#db = db
    this.#secrets = secrets
  }

  /** @param isFresh true where no transaction will ask whether the key still counts */
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
      secret: this.#secrets.open(`machine_keys.secret.${row.id}`, row.secret),
    }
    this.#known.set(id, found)
    return found
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
  const expected = Buffer.from(signatureOf(known.secret, signedText(request)))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new ApiError('badSignature')
  if (Math.abs(at.nowMs - Number(timestamp) * 1000) > windowMs) throw new ApiError('staleTimestamp')
  return { ...known.machine, address: at.address }
}

/**
 * Takes a nonce of a key that still counts, in the transaction of its effect.
 * @throws replayedNonce when it was used within the window; badSignature for a key revoked since it was read
 */
export async function takeNonce(tx: Tx, keyId: string, nonce: string): Promise<void> {
  const { rows } = await sql`
    insert into machine_nonces (key_id, nonce)
    select id, ${nonce} from machine_keys where id = ${keyId} and state = 'active'
    on conflict (key_id, nonce) do nothing returning nonce`.execute(tx)
  if (rows.length > 0) return
  const key = await tx.selectFrom('machine_keys').select('state').where('id', '=', keyId).executeTakeFirst()
  throw new ApiError(key?.state === 'active' ? 'replayedNonce' : 'badSignature')
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
