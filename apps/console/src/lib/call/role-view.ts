import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import type { Action, Flags, PermissionMap, Resource } from '@khlang/contract/kit/permissions.ts'
import { session } from './session.ts'
import { createStore, useStore } from '../store.ts'

/** A role as which somebody looks at the console: what of it they hold themselves. */
export type RoleView = OutputOf<CallOf<'roles.viewAs'>>

// In memory alone: a reload ends it.
const view = createStore<RoleView | null>(null)
export const useRoleView = (): RoleView | null => useStore(view)
export const isViewing = (): boolean => view.get() !== null
export const viewedRole = (): string | null => view.get()?.roleName ?? null
export const beginView = (role: RoleView): void => view.set(role)
export const leaveView = (): void => view.set(null)

// So does the end of the session, and whoever signs in next begins as themselves.
let tokenBefore = session.get().token
session.subscribe(() => {
  const { token } = session.get()
  if (token !== tokenBefore) leaveView()
  tokenBefore = token
})

/** The part of a profile that says what its person may do. */
interface Able {
  readonly permissions: PermissionMap
  readonly role: Pick<RoleView, 'isAdmin' | 'permission' | 'abilities'>
}

const smaller = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.min(one, other)

/**
 * A person's profile as the role would have it: never more than they hold at this moment themselves. Pure.
 */
export function seenAs<P extends Able>({ isAdmin, permission, abilities }: RoleView, own: P): P {
  const both = (resource: Resource, flags: Flags): Flags => {
    const held = Object.entries(flags).map(([action, isHeld]) => [
      action,
      isHeld && permission[resource]?.[action as Action] === true,
    ])
    return Object.fromEntries(held) as Flags
  }
  const permissions = Object.fromEntries(
    Object.entries(own.permissions).map(([name, flags]) => [name, both(name as Resource, flags)]),
  ) as PermissionMap
  const mine = own.role.abilities
  return {
    ...own,
    permissions,
    role: {
      ...own.role,
      isAdmin: isAdmin && own.role.isAdmin,
      permission: permissions,
      abilities: {
        revealPii: mine.revealPii && abilities.revealPii,
        exportData: mine.exportData && abilities.exportData,
        seeOwnBalances: mine.seeOwnBalances && abilities.seeOwnBalances,
        approvalLimitMinor: smaller(mine.approvalLimitMinor, abilities.approvalLimitMinor),
        adjustmentPerDayMinor: smaller(mine.adjustmentPerDayMinor, abilities.adjustmentPerDayMinor),
      },
    },
  }
}
