import { decodeId, encodeId, idPrefixes, type IdKind } from '@khlang/contract/values.ts'

// What the log says of a session is about the person whose it is.
const kinds: Readonly<Record<string, IdKind>> = { session: 'employee' }
const isKind = (name: string): name is IdKind => Object.hasOwn(idPrefixes, name)
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The id as the pages of the thing know it, however the row of the log holds it. */
export function outsideId(entity: string, id: string | null): string | null {
  const kind = kinds[entity] ?? entity
  return id !== null && uuid.test(id) && isKind(kind) ? encodeId(kind, id) : id
}

/** Every form in which the log may hold what a reader calls by this id. */
export function storedIds(id: string): string[] {
  const kind = Object.keys(idPrefixes)
    .filter(isKind)
    .find((each) => id.startsWith(`${idPrefixes[each]}_`))
  const inside = kind === undefined ? null : decodeId(kind, id)
  return inside === null ? [id] : [id, inside]
}

const detailOf = (detail: unknown, name: string): string | null => {
  const fields = typeof detail === 'object' && detail !== null ? (detail as Record<string, unknown>) : {}
  const value = Object.hasOwn(fields, name) ? fields[name] : null
  return typeof value === 'string' ? value : null
}

/** The approval (uuid) that an act names among its details, or null. */
export function approvalOf(detail: unknown): string | null {
  const named = detailOf(detail, 'approvalId')
  return named === null || uuid.test(named) ? named : decodeId('approval', named)
}

/** Whom a sign-in made of a stranger: the act itself is still the stranger's. */
export const signedInAs = ({ entity, action, detail }: SignIn): string | null =>
  entity === 'session' && action === 'login' ? detailOf(detail, 'username') : null

interface SignIn {
  readonly entity: string
  readonly action: string
  readonly detail: unknown
}
