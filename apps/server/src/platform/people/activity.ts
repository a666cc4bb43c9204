import type { Actor } from './actor.ts'
import type { Reader } from '../db/db.ts'
import type { About } from '../db/outside-ids.ts'

export type Activity = About & {
  readonly action: string
  readonly result?: 'done' | 'refused' | 'failed'
  readonly reason?: string | null
  /** Masked states before and after; only what changed. */
  readonly before?: unknown
  readonly after?: unknown
  readonly detail?: unknown
}

const json = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value)

function actorColumns(actor: Actor | 'system') {
  if (actor === 'system') return { actor_kind: 'system' }
  if (actor.kind === 'stranger')
    return { actor_kind: 'stranger', address: actor.address, device: actor.device }
  if (actor.kind === 'machine') {
    return { actor_kind: 'machine', actor_id: actor.id, actor_name: actor.name, address: actor.address }
  }
  return {
    actor_kind: 'employee',
    actor_id: actor.id,
    actor_name: actor.username,
    role_name: actor.role.name,
    role_version: actor.role.version,
    session_id: actor.session.id,
    address: actor.address,
    device: actor.device,
  }
}

/** Records an act in the transaction of its effect: who, what, before, after, why. */
export async function recordActivity(
  db: Reader,
  actor: Actor | 'system',
  requestId: string | null,
  activity: Activity,
): Promise<void> {
  await db
    .insertInto('activity_log')
    .values({
      ...actorColumns(actor),
      entity: activity.entity,
      entity_id: activity.entityId ?? null,
      action: activity.action,
      result: activity.result ?? 'done',
      reason: activity.reason ?? null,
      before: json(activity.before),
      after: json(activity.after),
      detail: json(activity.detail),
      request_id: requestId,
    })
    .execute()
}
