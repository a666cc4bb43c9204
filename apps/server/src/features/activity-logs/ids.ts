import { decodeId } from '@khlang/contract/values/values.ts'
import { uuidShape } from '../../platform/db/outside-ids.ts'

const detailOf = (detail: unknown, name: string): string | null => {
  const fields = typeof detail === 'object' && detail !== null ? (detail as Record<string, unknown>) : {}
  const value = Object.hasOwn(fields, name) ? fields[name] : null
  return typeof value === 'string' ? value : null
}

/** The approval (uuid) that an act names among its details, or null. */
export function approvalOf(detail: unknown): string | null {
  const named = detailOf(detail, 'approvalId')
  return named === null || uuidShape.test(named) ? named : decodeId('approval', named)
}

/** Whom a sign-in made of a stranger: the act itself is still the stranger's. */
export const signedInAs = ({ entity, action, detail }: SignIn): string | null =>
  entity === 'session' && action === 'login' ? detailOf(detail, 'username') : null

interface SignIn {
  readonly entity: string
  readonly action: string
  readonly detail: unknown
}
