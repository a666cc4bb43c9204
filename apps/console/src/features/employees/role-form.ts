import type { RoleDetail } from './employee-shapes.ts'
import { isBeyondLimit, keepTyped, limits, type Rights } from './rights.ts'

/** What is typed about a role. */
export interface RoleDraft extends Rights {
  readonly roleName: string
  readonly description: string
}
export type RoleField = 'roleName' | 'description' | 'approvalLimitMinor' | 'adjustmentPerDayMinor'
export type RoleFaults = Partial<Record<RoleField | 'reason', string>>

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

const reasonMin = 3

/** Keys of what is wrong, by field. `reason` is null where none is asked. */
export function roleFaults(draft: RoleDraft, own: Rights, reason: string | null): RoleFaults {
  const over = limits.filter((name) => isBeyondLimit(draft.abilities[name], own.abilities[name]))
  return {
    ...(draft.roleName.trim() === '' ? { roleName: 'fault.required' } : {}),
    ...Object.fromEntries(over.map((name) => [name, 'fault.limit'])),
    ...(reason !== null && reason.trim().length < reasonMin ? { reason: 'fault.reason' } : {}),
  }
}

/** As the calls take it. */
export const roleInputOf = (draft: RoleDraft) => ({
  ...rightsOf(draft),
  roleName: draft.roleName.trim(),
  description: draft.description.trim(),
})

/** Where somebody else saved meanwhile: what was typed stays, everything else is theirs. Pure. */
export const keepTypedRole = (base: RoleDraft, typed: RoleDraft, now: RoleDraft): RoleDraft => ({
  ...keepTyped(base, typed, now),
  roleName: typed.roleName === base.roleName ? now.roleName : typed.roleName,
  description: typed.description === base.description ? now.description : typed.description,
})

const fields: readonly RoleField[] = ['roleName', 'description', ...limits]

/** The field of the form that a refusal belongs to, or null. */
export function roleFieldOf(field: string | undefined): RoleField | 'reason' | null {
  if (field === 'reason') return field
  const last = field?.split('.').at(-1)
  return fields.find((each) => each === last) ?? null
}
