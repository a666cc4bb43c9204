import type { groupNotifications } from '@khlang/contract/group-notifications.ts'
import type { ResourceRequires } from '@khlang/contract/permissions.ts'
import { encodeId } from '@khlang/contract/values.ts'
import { sql } from 'kysely'
import { requestApproval } from '../../platform/approvals.ts'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'
import { targetOf } from '../../platform/egress-address.ts'
import { adapters } from './channels.ts'
import { findGroup, type Place } from './queries.ts'

/** A place outside the house that is to be told of events, frozen. */
export interface PlaceDocument extends Place {
  /** The three as `chat_place()` writes them: what the database compares. */
  readonly place: string
  readonly name: string
  readonly events: readonly string[]
}

export const placeKind = 'groupPlace'
/** What goes out of the house is the business of those who look after its people. */
export const placeRequires: ResourceRequires = { employeeManagement: ['isUpdate'] }

/** The address that is called for a message to this place. */
export const urlOfPlace = ({ channel, target, baseUrl }: Place): string =>
  channel === 'webhook' ? target : (baseUrl ?? adapters[channel].base)

/** Whether the place is named on the deployment's own list of addresses: its own house. */
export const isInHouse = (place: Place, egressAllow: readonly string[]): boolean =>
  targetOf(urlOfPlace(place), egressAllow)?.isListed === true

/** Writes down that a second person agreed to a place; the database looks for the approval. */
export const agreeToPlace = (tx: Tx, groupId: string, place: string) =>
  sql`update chat_groups set agreed_place = ${place} where id = ${groupId}`.execute(tx)

type Asking = Context<typeof groupNotifications.create> | Context<typeof groupNotifications.update>

/**
 * Asks for the second person where the group's place lies outside the house and nobody agreed to it yet. A
 * request for a former place of the group is over. Until somebody agrees the group is told nothing.
 */
export async function askForPlace(context: Asking, groupId: string): Promise<'open' | 'waiting'> {
  const { tx, actor, services, settings, record } = context
  const group = await findGroup(tx, groupId)
  if (!group) throw new Error('a group that was just written is not there')
  const entityId = encodeId('group', groupId)
  await sql`update approvals set state = 'withdrawn', settled_at = now()
    where kind = ${placeKind} and entity_id = ${entityId} and state = 'pending'
      and document ->> 'place' <> ${group.place}`.execute(tx)
  if (group.isPlaceAgreed || isInHouse(group, services.egressAllow)) return 'open'
  if (group.placeApprovalId !== null) return 'waiting'
  const { name, channel, target, baseUrl, place, events } = group
  const document: PlaceDocument = { place, name, channel, target, baseUrl, events }
  const asked = await requestApproval(tx, {
    kind: placeKind,
    entity: 'group',
    entityId,
    document,
    reason: name,
    actor,
    settings,
    requires: placeRequires,
  })
  const isDone = asked.state === 'approved'
  if (isDone) await agreeToPlace(tx, groupId, place)
  await record({
    entity: 'group',
    entityId,
    action: isDone ? 'groupPlaceAgreed' : 'groupPlaceAsked',
    after: { channel, target, baseUrl },
    detail: { approvalId: encodeId('approval', asked.id), soleOwner: asked.isSoleOwner },
  })
  return isDone ? 'open' : 'waiting'
}
