import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { ApiError } from '../api-error.ts'
import type { Reader, Tx } from '../db/db.ts'
import type { Secrets } from '../security/secrets.ts'

export interface StoredAnswer {
  readonly status: number
  /** The bytes of the first answer. */
  readonly answer: string
}

const keptDays = 7

interface Scope {
  readonly actor: string
  readonly call: string
  readonly key: string
}

const placeOf = (scope: Scope): string =>
  `idempotency_keys.answer.${scope.actor}.${scope.call}.${scope.key}`

/** What makes two requests the same: the call's own input, byte for byte after reading. */
export const requestHash = (input: unknown): Buffer =>
  createHash('sha256').update(JSON.stringify(input)).digest()

/**
 * Takes a key for this transaction. A request with the same key that still runs is waited for (the unique
 * index does that, at most the lock timeout).
 * @returns the first answer when the key was used before
 * @throws idempotencyMismatch when it was used for another request
 */
export async function takeKey(
  tx: Tx,
  secrets: Secrets,
  scope: Scope,
  hash: Buffer,
): Promise<StoredAnswer | null> {
  const taken = await tx
    .insertInto('idempotency_keys')
    .values({ ...scope, request_hash: hash })
    .onConflict((conflict) => conflict.columns(['actor', 'call', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (taken) return null
  const known = await tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'answer'])
    .where('actor', '=', scope.actor)
    .where('call', '=', scope.call)
    .where('key', '=', scope.key)
    .executeTakeFirst()
  if (!known) throw new ApiError('idempotencyInProgress', { retryAfterS: 1 })
  if (!known.request_hash.equals(hash)) throw new ApiError('idempotencyMismatch')
  if (known.status === null || known.answer === null)
    throw new ApiError('idempotencyInProgress', { retryAfterS: 1 })
  return { status: known.status, answer: secrets.open(placeOf(scope), known.answer).toString('utf8') }
}

/** Stores the answer beside its effect. */
export async function keepAnswer(
  tx: Tx,
  secrets: Secrets,
  scope: Scope,
  stored: StoredAnswer,
): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ status: stored.status, answer: secrets.seal(placeOf(scope), stored.answer) })
    .where('actor', '=', scope.actor)
    .where('call', '=', scope.call)
    .where('key', '=', scope.key)
    .execute()
}

/**
 * Forgets answers older than seven days, so many at most; the effects stay unique by their own keys.
 * @returns how many
 */
export async function forgetOldKeys(db: Reader, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where ctid = any(array(
      select ctid from idempotency_keys
       where created_at < now() - make_interval(days => ${keptDays}) limit ${sql.lit(most)}))`.execute(db)
  return Number(numAffectedRows ?? 0)
}
