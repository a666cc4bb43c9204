import {
  idPrefixes,
  type IdKind,
  type OutsideId,
  type unloggedKinds,
} from '@khlang/contract/values/id-kinds.ts'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'

/** What the log says of a session is about the person whose it is. */
type Entity = Exclude<IdKind, (typeof unloggedKinds)[number]>
type KindOf<E extends Entity> = E extends 'session' ? 'employee' : E

/**
 * What a request is about, by the id the outside knows: a uuid does not compile here, and the database
 * refuses it (0025_outside_ids.sql).
 */
export type Thing = {
  [E in Entity]: { readonly entity: E; readonly entityId: OutsideId<KindOf<E>> }
}[Entity]

/** What an act is about: the same, or nothing in particular, or what has a name and no id. */
export type About =
  | { [E in Entity]: { readonly entity: E; readonly entityId?: OutsideId<KindOf<E>> | null } }[Entity]
  | {
      readonly entity: 'activity' | 'brand' | 'call' | 'export' | 'list'
      readonly entityId?: string | null
    }

const kinds: Readonly<Record<string, IdKind>> = { session: 'employee' }
const isKind = (name: string): name is IdKind => Object.hasOwn(idPrefixes, name)
export const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The id as the pages of the thing know it. Rows from before 0025 may hold a uuid, and are never changed. */
export function outsideId<I extends string | null>(entity: string, id: I): I | string {
  const kind = kinds[entity] ?? entity
  return id !== null && uuidShape.test(id) && isKind(kind) ? encodeId(kind, id) : id
}

/** The thing of a stored row, in the one spelling. @throws when the row holds no id of such a thing */
export function thingOf(entity: string, stored: string): Thing {
  const entityId = outsideId(entity, stored)
  const kind = kinds[entity] ?? entity
  if (!isKind(kind) || decodeId(kind, entityId) === null) throw new Error(`${entity} ${stored} is no id`)
  return { entity, entityId } as Thing
}

/** The uuid behind an id in either spelling, or null. */
export const insideId = (kind: IdKind, stored: string): string | null =>
  uuidShape.test(stored) ? stored : decodeId(kind, stored)

/** Of a stored document: an id in the spelling of the outside, which names a thing of this kind. */
export const outsideIdSchema = <K extends IdKind>(kind: K) =>
  z.custom<OutsideId<K>>((text) => typeof text === 'string' && decodeId(kind, text) !== null)

/** The uuid behind an id that was read as one of this kind. */
export function uuidOf<K extends IdKind>(kind: K, id: OutsideId<K>): string {
  const uuid = decodeId(kind, id)
  if (uuid === null) throw new Error(`${id} is no id of ${kind}`)
  return uuid
}

/** Every form in which the log may hold what a reader calls by this id. */
export function storedIds(id: string): string[] {
  const kind = Object.keys(idPrefixes)
    .filter(isKind)
    .find((each) => id.startsWith(`${idPrefixes[each]}_`))
  const inside = kind === undefined ? null : decodeId(kind, id)
  return inside === null ? [id] : [id, inside]
}

/** The outside id of a uuid column: a select of its own, so that it is made once for all rows compared. */
export const outsideIdOf = (kind: IdKind, uuid: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(select outside_id(${sql.lit(idPrefixes[kind])}, ${uuid}))`

/** The same as an array, for `= any(…)`: every form in which the log may hold it. */
export const storedIdsOf = (kind: IdKind, uuid: RawBuilder<unknown>): RawBuilder<string[]> =>
  sql`array[${outsideIdOf(kind, uuid)}, (${uuid})::text]`
