import { createHmac, timingSafeEqual } from 'node:crypto'
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

interface KnownKey {
  readonly machine: Omit<MachineActor, 'address'>
  readonly secret: Buffer
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
