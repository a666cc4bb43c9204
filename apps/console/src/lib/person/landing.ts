import type { Action, PermissionMap, Requires, Resource } from '@khlang/contract/kit/permissions.ts'

/** A screen as far as opening it goes. */
interface Opening {
  readonly path: string
  readonly requires: Requires
  readonly screen?: unknown
}

/**
 * The screen that opens after sign-in: the chosen one, where it is built and this person may still open it,
 * else the first of the menu that they may open; their own settings, which are open to everybody, where there
 * is none, and while nobody knows who it is the overview, whose guard decides. `screens`: the menu, in its
 * order. Small on purpose, because it is loaded with the sign-in page. Pure.
 */
export function landingOf<R extends Opening>(
  chosen: string | null,
  screens: readonly R[],
  permissions: PermissionMap | undefined,
): R['path'] | '/dashboard' | '/setting' {
  if (permissions === undefined) return '/dashboard'
  const open = screens.filter((screen) => isOpen(screen, permissions))
  return (open.find(({ path }) => path === chosen) ?? open[0])?.path ?? '/setting'
}

function isOpen({ requires, screen }: Opening, permissions: PermissionMap): boolean {
  if (screen === undefined || requires === 'public') return false
  if (typeof requires === 'string') return true
  const needed = Object.entries(requires) as [Resource, readonly Action[]][]
  return needed.every(([resource, acts]) => acts.every((act) => permissions[resource]?.[act]))
}
