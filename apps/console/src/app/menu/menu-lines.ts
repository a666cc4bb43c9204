import type { RoutePath } from '@khlang/contract/routes.ts'
import type { Requires } from '@khlang/contract/kit/permissions.ts'
import { useRouterState } from '@tanstack/react-router'
import { approvalsPage, isApprovalsPage } from '../../lib/address/approvals-page.ts'
import type { MenuLineId } from '../../lib/alerts/menu-counts.ts'
import type { SearchValues } from '../../lib/address/navigation.tsx'
import type { MenuIcon } from './menu-icons.ts'
import { consoleRoutes, menuRoutes } from '../routes.ts'
import type { MenuGroup } from './menu-groups.ts'

/** A line of the menu: a screen, or a tab of one that has a name and a place of its own (decisions 54). */
export interface MenuLine {
  readonly id: MenuLineId
  readonly to: RoutePath
  readonly search?: SearchValues
  readonly requires: Requires
  /** Key of its name in `ui.json`. */
  readonly labelKey: string
  readonly group: MenuGroup
  readonly icon: MenuIcon
}

const { to, search } = approvalsPage()

/** What waits for a second person: whose tab it is, by that one's permission. */
export const approvalsLine: MenuLine = {
  id: 'approvals',
  to,
  search,
  requires: consoleRoutes.find(({ path }) => path === to)?.requires ?? 'admin',
  labelKey: 'pages.approvals',
  group: 'overview',
  icon: 'approve',
}

/** The lines of the menu in their order, those of a group together; pages of their own after its screens. */
export const menuLines: readonly MenuLine[] = [
  ...menuRoutes.flatMap(({ path, requires, labelKey, menu }) =>
    menu ? [{ id: path, to: path, requires, labelKey, group: menu.group, icon: menu.icon }] : [],
  ),
  approvalsLine,
]

/** Whether the approvals are in front. */
export const useIsApprovals = (): boolean =>
  useRouterState({
    select: ({ location: { pathname, searchStr } }) => isApprovalsPage(pathname, searchStr),
  })

/** The id of the line of the screen in front; a path that is no line is nobody's. */
export function useLineInFront(): string {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  return useIsApprovals() ? approvalsLine.id : pathname
}
