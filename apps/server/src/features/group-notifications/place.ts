import type { ResourceRequires } from '@khlang/contract/kit/permissions.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'
import { targetOf } from '../../platform/security/egress-address.ts'
import { adapters } from './channels.ts'
import type { Place } from './queries.ts'

export const placeKind = 'groupPlace'
/** What goes out of the house is the business of those who look after its people. */
export const placeRequires: ResourceRequires = { employeeManagement: ['isUpdate'] }

/** The address that is called for a message to this place. */
const urlOfPlace = ({ channel, target, baseUrl }: Place): string =>
  channel === 'webhook' ? target : (baseUrl ?? adapters[channel].base)

/** Whether the place is named on the deployment's own list of addresses: its own house. */
export const isInHouse = (place: Place, egressAllow: readonly string[]): boolean =>
  targetOf(urlOfPlace(place), egressAllow)?.isListed === true

/** Writes down that a second person agreed to a place; the database looks for the approval. */
export const agreeToPlace = (tx: Tx, groupId: string, place: string) =>
  sql`update chat_groups set agreed_place = ${place} where id = ${groupId}`.execute(tx)
