import { keepTyped as keepTypedFields, type FieldErrors } from '../../../lib/form/form-spec.ts'
import type { RoleDetail } from '../employee-shapes.ts'
import { isBeyondLimit, keepTyped, limits, rightsDiff, type Rights } from './rights.ts'

/** What is typed about a role. */
export interface RoleDraft extends Rights {
  readonly roleName: string
  readonly description: string
}
/** Why it is changed is said, too. */
export interface RoleChange extends RoleDraft {
  readonly reason: string
}

export const roleDraftOf = (role: RoleDetail): RoleDraft => ({
  roleName: role.roleName,
  description: role.description,
  isAdmin: role.isAdmin,
  permission: role.permission,
  abilities: role.abilities,
})

export const rightsOf = ({ isAdmin, permission, abilities }: Rights): Rights => ({
  isAdmin,
  permission,
  abilities,
})

/** A new role may do nothing: what is not ticked is not given. */
export function emptyRole(own: Rights): RoleDraft {
  const none = { isRead: false, isCreate: false, isUpdate: false, isDelete: false }
  const permission = Object.fromEntries(Object.keys(own.permission).map((resource) => [resource, none]))
  return {
    roleName: '',
    description: '',
    isAdmin: false,
    permission: permission as Rights['permission'],
    abilities: {
      revealPii: false,
      exportData: false,
      seeOwnBalances: false,
      approvalLimitMinor: 0,
      adjustmentPerDayMinor: 0,
    },
  }
}

/** Limits beyond one's own, as keys of texts. */
export const roleFieldErrors = ({ abilities }: Rights, own: Rights): FieldErrors<RoleDraft> =>
  Object.fromEntries(
    limits
      .filter((name) => isBeyondLimit(abilities[name], own.abilities[name]))
      .map((name) => [`abilities.${name}`, 'fieldError.limit']),
  )

/** As the calls take it. */
export const roleInputOf = (draft: RoleDraft) => ({
  ...rightsOf(draft),
  roleName: draft.roleName.trim(),
  description: draft.description.trim(),
})

/** Where somebody else saved meanwhile: what was typed stays, right by right; everything else is theirs. */
export const mergeRole = (base: RoleChange, typed: RoleChange, now: RoleChange): RoleChange => ({
  ...keepTypedFields(base, typed, now),
  ...keepTyped(base, typed, now),
})

/** Whether two roles let their people do the same under the same name. */
export const isSameRole = (one: RoleDraft, other: RoleDraft): boolean =>
  rightsDiff(one, other).length === 0 &&
  one.roleName === other.roleName &&
  one.description === other.description
