import type { groupNotifications } from '@khlang/contract/group-notifications.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { Context } from '../../platform/call/context.ts'
import { groupPlace } from './approval-kinds.ts'
import { isInHouse, placeKind } from './place.ts'
import { findGroup } from './queries.ts'

type Asking = Context<typeof groupNotifications.create> | Context<typeof groupNotifications.update>

/**
 * Asks for the second person where the group's place lies outside the house and nobody agreed to it yet. A
 * request for a former place of the group is over. Until somebody agrees the group is told nothing.
 */
export async function askForPlace({ tx, services, ask }: Asking, id: string): Promise<'open' | 'waiting'> {
  const group = await findGroup(tx, id)
  if (!group) throw new Error('a group that was just written is not there')
  const groupId = encodeId('group', id)
  await sql`update approvals set state = 'withdrawn', settled_at = now()
    where kind = ${placeKind} and entity_id = ${groupId} and state = 'pending'
      and document ->> 'place' <> ${group.place}`.execute(tx)
  if (group.isPlaceAgreed || isInHouse(group, services.egressAllow)) return 'open'
  if (group.placeApprovalId !== null) return 'waiting'
  const { name, channel, target, baseUrl, place, events } = group
  const document = { groupId, place, name, channel, target, baseUrl, events: [...events] }
  const audit = { reason: null, after: { channel, target, baseUrl } }
  const { state } = await ask(groupPlace, document, { reason: name, audit })
  return state === 'done' ? 'open' : 'waiting'
}
