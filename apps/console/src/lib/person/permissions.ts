import { Ability } from '@casl/ability'
import type { Action, PermissionMap, Requires, Resource } from '@khlang/contract/kit/permissions.ts'
import { useMemo } from 'react'
import { useProfile } from './profile.ts'

type Subject = Resource | 'all'
export type ConsoleAbility = Ability<[Action | 'manage', Subject]>
/** Whom the ability is for: the effective map, and the flag that grants everything. */
export interface Rights {
  readonly permissions: PermissionMap
  readonly isAdmin: boolean
}

/** One subject per resource; the admin flag is `manage all`. */
export function abilityOf({ permissions, isAdmin }: Rights): ConsoleAbility {
  if (isAdmin) return new Ability<[Action | 'manage', Subject]>([{ action: 'manage', subject: 'all' }])
  const rules = Object.entries(permissions).flatMap(([resource, flags]) =>
    Object.entries(flags)
      .filter(([, isAllowed]) => isAllowed)
      .map(([action]) => ({ action: action as Action, subject: resource as Resource })),
  )
  return new Ability<[Action | 'manage', Subject]>(rules)
}

/**
 * True when every action of every named resource is allowed. `undefined`, `public`, `preOtp` and `token`
 * ask for nothing beyond the token; `admin` asks for the flag. An empty list throws: it would silently
 * allow everything.
 */
export function allows(ability: ConsoleAbility, requires: Requires | undefined): boolean {
  if (requires === 'admin') return ability.can('manage', 'all')
  if (requires === 'signature') return false
  if (requires === undefined || typeof requires === 'string') return true
  const entries = Object.entries(requires) as [Resource, readonly Action[]][]
  if (entries.length === 0) throw new Error('A requirement names at least one resource.')
  return entries.every(([resource, needed]) => {
    if (needed.length === 0) throw new Error(`The action list of ${resource} is empty.`)
    return needed.every((action) => ability.can(action, resource))
  })
}

/**
 * Asks about the signed-in person: `const allowed = useAllows(); allowed({ memberManagement: ['isCreate']
 * })`.
 */
export function useAllows(): (requires: Requires | undefined) => boolean {
  const profile = useProfile()
  return useMemo(() => {
    const ability = abilityOf({ permissions: profile.permissions, isAdmin: profile.role.isAdmin })
    return (requires) => allows(ability, requires)
  }, [profile])
}
