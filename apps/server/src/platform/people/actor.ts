import {
  allowsAll,
  permissionMap,
  type Abilities,
  type PermissionMap,
  type Requires,
} from '@khlang/contract/kit/permissions.ts'

/** A signed-in person as the guard knows them, read afresh on every call. */
export interface EmployeeActor {
  readonly kind: 'employee'
  readonly id: string
  readonly username: string
  readonly displayName: string
  readonly type: 'staff' | 'agent' | 'seller'
  readonly role: {
    readonly id: string
    readonly name: string
    /** Of the seeded roles: which one; an owner may have renamed it. */
    readonly template: string | null
    readonly version: number
    readonly isAdmin: boolean
    readonly stored: PermissionMap
    readonly abilities: Abilities
  }
  /** The map with the admin flag expanded. */
  readonly permissions: PermissionMap
  readonly session: {
    readonly id: string
    readonly kind: 'preOtp' | 'full'
    readonly idleTimeoutMs: number
    readonly expiresAt: string
    readonly stepUpUntil: string | null
    readonly hasStepUp: boolean
  }
  readonly isEnrolled: boolean
  readonly address: string
  readonly device: string
}

/** A phone, a gateway or the member site: whoever signs its requests with a key of ours. */
export interface MachineActor {
  readonly kind: 'machine'
  readonly id: string
  readonly name: string
  readonly keyKind: 'device' | 'memberSite'
  /** The device or site the key belongs to. */
  readonly subjectId: string
  readonly address: string
}

export interface StrangerActor {
  readonly kind: 'stranger'
  readonly address: string
  readonly device: string
}

export type Actor = EmployeeActor | MachineActor | StrangerActor

/** The admin flag grants everything on everything; it lifts neither scope nor dual control nor limits. */
export const effectivePermissions = (stored: PermissionMap, isAdmin: boolean): PermissionMap =>
  isAdmin
    ? permissionMap(() => true)
    : permissionMap((resource, action) => stored[resource]?.[action] === true)

/** Whether a full-token employee meets a requirement; the answer for machines and strangers is always no. */
export function mayCall(actor: EmployeeActor, requires: Requires): boolean {
  if (requires === 'public' || requires === 'preOtp' || requires === 'token') return true
  if (requires === 'signature') return false
  if (requires === 'admin') return actor.role.isAdmin
  return allowsAll(actor.permissions, requires)
}
