import { createHmac, timingSafeEqual } from 'node:crypto'
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

/**
 * The machine behind a signed request.
 * @throws badSignature for an unknown or revoked key or wrong bytes; staleTimestamp beyond five minutes
 */
export async function verifySignature(
  db: Reader,
  secrets: Secrets,
  request: SignedRequest,
  nowMs: number,
  address: string,
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
  const row = await db
    .selectFrom('machine_keys')
    .selectAll()
    .where('id', '=', key)
    .where('state', '=', 'active')
    .executeTakeFirst()
  if (!row) throw new ApiError('badSignature')
  const expected = Buffer.from(
    signatureOf(secrets.open(`machine_keys.secret.${row.id}`, row.secret), signedText(request)),
  )
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new ApiError('badSignature')
  if (Math.abs(nowMs - Number(timestamp) * 1000) > windowMs) throw new ApiError('staleTimestamp')
  return {
    kind: 'machine',
    id: row.id,
    name: row.name,
    keyKind: row.kind as MachineActor['keyKind'],
    subjectId: row.subject_id,
    address,
  }
}

/**
 * Takes a nonce in the transaction of its effect.
 * @throws replayedNonce when it was used within the window
 */
export async function takeNonce(tx: Tx, keyId: string, nonce: string): Promise<void> {
  const taken = await tx
    .insertInto('machine_nonces')
    .values({ key_id: keyId, nonce })
    .onConflict((conflict) => conflict.columns(['key_id', 'nonce']).doNothing())
    .returning('nonce')
    .executeTakeFirst()
  if (!taken) throw new ApiError('replayedNonce')
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
