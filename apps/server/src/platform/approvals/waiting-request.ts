import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { announce } from '../live/live.ts'
import { movedMeanwhile } from '../db/write-together.ts'
import type { Reader, Tx } from '../db/db.ts'
import type { Thing } from '../db/outside-ids.ts'
import { holdApproval } from './approvals.ts'

/** A request that nobody has decided. `isOver`: its time is; it waits only in name. */
export interface WaitingRequest {
  readonly id: string
  readonly makerId: string
  readonly isOver: boolean
}

async function waitingOf(db: Reader, kind: string, entityId: string): Promise<WaitingRequest | null> {
  const row = await db
    .selectFrom('approvals')
    .select(['id', 'maker_id as makerId', sql<boolean>`expires_at <= now()`.as('isOver')])
    .where('kind', '=', kind)
    .where('entity_id', '=', entityId)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return row ?? null
}

/**
 * A thing and the request of a kind that waits for it, both held: first the request, then the thing, in the
 * order in which deciding the request holds them. What was asked for in between repeats the transaction.
 */
export async function lockWithRequest<T>(
  tx: Tx,
  of: { readonly kind: string; readonly entityId: Thing['entityId'] },
  lockThing: () => Promise<T>,
): Promise<{ readonly thing: T; readonly request: WaitingRequest | null }> {
  const seen = await waitingOf(tx, of.kind, of.entityId)
  if (seen !== null) await holdApproval(tx, seen.id)
  const thing = await lockThing()
  const request = await waitingOf(tx, of.kind, of.entityId)
  if (request !== null && request.id !== seen?.id) throw movedMeanwhile()
  return { thing, request }
}

/**
 * Ends a held request because its thing came to another end than the one that was asked for. The comment is
 * a code, which the page puts into words.
 */
export async function endRequest(tx: Tx, request: WaitingRequest, comment: string): Promise<void> {
  const state = request.isOver ? 'expired' : 'withdrawn'
  await tx
    .updateTable('approvals')
    .set({ state, comment: request.isOver ? null : comment, settled_at: sql<string>`now()` })
    .where('id', '=', request.id)
    .where('state', '=', 'pending')
    .execute()
  await announce(tx, 'approval', encodeId('approval', request.id))
}
