import type { Action, PermissionMap, Requires, Resource } from '@khlang/contract/permissions.ts'

/** A screen as far as opening it goes. */
interface Opening {
  readonly path: string
  readonly requires: Requires
  readonly screen?: unknown
}

/**
 * The screen that opens after sign-in: the chosen one, where it is built and this person may still open it;
 * null: the usual one. Small on purpose, because it is loaded with the sign-in page. Pure.
 */
export function landingOf<R extends Opening>(
  chosen: string | null,
  screens: readonly R[],
  permissions: PermissionMap | undefined,
): R['path'] | null {
  const found = screens.find(({ path, screen }) => path === chosen && screen !== undefined)
  if (found === undefined || permissions === undefined || found.requires === 'public') return null
  if (typeof found.requires === 'string') return found.path
  const needed = Object.entries(found.requires) as [Resource, readonly Action[]][]
  const isOpen = needed.every(([resource, acts]) => acts.every((act) => permissions[resource]?.[act]))
  return isOpen ? found.path : null
}
