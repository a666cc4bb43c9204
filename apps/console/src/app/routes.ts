import { routes, type Route, type RoutePath } from '@khlang/contract/routes.ts'
import type { ComponentType } from 'react'
import type { ConsoleScreen } from '../lib/address/screens.ts'
import { gameScreens } from './menu/game-screens.ts'
import { menuGroups, type MenuGroup } from './menu/menu-groups.ts'
import type { MenuIcon } from './menu/menu-icons.ts'

interface Screen {
  /** The file of the screen, its component the default export. Absent: not built, the path answers 404. */
  readonly screen?: () => Promise<{ default: ComponentType }>
  /** The files of its texts where its area has several. Absent: the one of its area. */
  readonly texts?: readonly string[]
  /** Where it stands in the menu. Absent: reached from another screen. */
  readonly menu?: { readonly group: MenuGroup; readonly icon: MenuIcon }
}

/**
 * Every path of the specification and its screen. To register a screen: give its row a `screen`, and its
 * texts a namespace of the area (`public/locales/{lng}/<area>.json`, or the files that `texts` names). Path,
 * area and permission come from the contract; the order of these rows is the order of the menu within a
 * group.
 */
const screens: { readonly [P in RoutePath]: Screen } = {
  '/': { screen: () => import('../features/auth/Login.tsx') },
  '/otp': { screen: () => import('./OtpScreen.tsx') },
  '/404': { screen: () => import('./states/NotFound.tsx') },
  '/dashboard': {
    screen: () => import('../features/dashboard/Dashboard.tsx'),
    menu: { group: 'overview', icon: 'dashboard' },
  },
  '/member/member-management': {
    screen: () => import('../features/members/MemberList.tsx'),
    menu: { group: 'members', icon: 'members' },
  },
  '/member/member-add': { screen: () => import('../features/members/add/MemberAdd.tsx') },
  '/member/member-detail/{id}': { screen: () => import('../features/members/detail/MemberDetail.tsx') },
  '/member/change-password/{id}': { screen: () => import('../features/members/ChangePassword.tsx') },
  '/member/change-account/{id}': { screen: () => import('../features/members/account/ChangeAccount.tsx') },
  '/seller/list': { menu: { group: 'members', icon: 'seller' } },
  '/seller/create': {},
  '/seller/update/{id}': {},
  '/seller/report/{id}': {},
  '/seller/daily': { menu: { group: 'members', icon: 'calendar' } },
  '/seller/daily-report/{id}': {},
  '/seller/user/{id}': {},
  '/seller/move-user/{id}': {},
  '/pre-transaction/deposit-withdraw': {
    screen: () => import('../features/pre-transactions/queue/Queue.tsx'),
    texts: ['pre-transactions', 'pre-transactions-queue'],
    menu: { group: 'money', icon: 'queue' },
  },
  '/pre-transaction/request': {
    screen: () => import('../features/pre-transactions/requests/Requests.tsx'),
    texts: ['pre-transactions', 'pre-transactions-queue', 'pre-transactions-checks'],
    menu: { group: 'money', icon: 'request' },
  },
  '/pre-transaction/matching': {
    screen: () => import('../features/pre-transactions/matching/Matching.tsx'),
    texts: [
      'pre-transactions',
      'pre-transactions-lines',
      'pre-transactions-acts',
      'pre-transactions-matching',
    ],
    menu: { group: 'money', icon: 'match' },
  },
  '/pre-transaction/reconcile-deposit': {
    screen: () => import('../features/pre-transactions/compare/ReconcileDeposit.tsx'),
    texts: ['pre-transactions-reconcile', 'pre-transactions-lines'],
    menu: { group: 'money', icon: 'deposit' },
  },
  '/pre-transaction/reconcile-withdraw': {
    screen: () => import('../features/pre-transactions/compare/ReconcileWithdraw.tsx'),
    texts: ['pre-transactions-reconcile', 'pre-transactions-lines'],
    menu: { group: 'money', icon: 'withdrawal' },
  },
  '/pre-transaction/pre-deposit/{id}': {
    screen: () => import('../features/pre-transactions/wizard/PreDeposit.tsx'),
    texts: ['pre-transactions', 'pre-transactions-lines', 'pre-transactions-wizard'],
  },
  '/pre-transaction/pre-withdraw/{id}': {
    screen: () => import('../features/pre-transactions/wizard/PreWithdraw.tsx'),
    texts: ['pre-transactions', 'pre-transactions-checks', 'pre-transactions-wizard'],
  },
  '/reconcile': {
    screen: () => import('../features/reconcile/Reconcile.tsx'),
    texts: ['reconcile', 'credit-transactions'],
    menu: { group: 'money', icon: 'reconcile' },
  },
  '/promotion/promotion-add': {},
  '/promotion/promotion-management': { menu: { group: 'marketing', icon: 'promotion' } },
  '/promotion/promotion-edit/{id}': {},
  '/promotion/promotion-report': { menu: { group: 'marketing', icon: 'report' } },
  '/refund/refund-management': { menu: { group: 'marketing', icon: 'refund' } },
  '/refund/refund-report': { menu: { group: 'marketing', icon: 'report' } },
  '/refund/refund-setting': {},
  '/refund/refund-setting/{id}': {},
  '/affiliate/affiliate-management': { menu: { group: 'marketing', icon: 'affiliate' } },
  '/affiliate/affiliate-report': { menu: { group: 'marketing', icon: 'report' } },
  '/affiliate/affiliate-setting': {},
  '/affiliate/affiliate-setting/{id}': {},
  '/marketing/marketing-add': {},
  '/marketing/marketing-management': { menu: { group: 'marketing', icon: 'campaign' } },
  '/agent/my-agent': { menu: { group: 'agents', icon: 'tree' } },
  '/agent/agent-add': {},
  '/agent/agent-credit': { menu: { group: 'agents', icon: 'credit' } },
  '/agent/agent-management': { menu: { group: 'agents', icon: 'agent' } },
  '/agent/agent-report': { menu: { group: 'agents', icon: 'report' } },
  '/agent/agent-report-daily': { menu: { group: 'agents', icon: 'calendar' } },
  '/employee/employee-add': { screen: () => import('../features/employees/people/EmployeeAdd.tsx') },
  '/employee/employee-management': {
    screen: () => import('../features/employees/people/EmployeeList.tsx'),
    menu: { group: 'staff', icon: 'employee' },
  },
  '/employee/admin-log': {
    screen: () => import('../features/activity-logs/AdminLog.tsx'),
    menu: { group: 'staff', icon: 'log' },
  },
  '/employee/role-add': { screen: () => import('../features/employees/roles/RoleAdd.tsx') },
  '/employee/role-edit/{id}': { screen: () => import('../features/employees/roles/RoleEdit.tsx') },
  '/employee/role-management': {
    screen: () => import('../features/employees/roles/RoleList.tsx'),
    menu: { group: 'staff', icon: 'role' },
  },
  '/announcement/announcement-add': {},
  '/announcement/announcement-management': { menu: { group: 'messages', icon: 'announcement' } },
  '/announcement/announcement-edit/{id}': {},
  '/report/total-user': {
    screen: () => import('../features/reports/TotalUser.tsx'),
    menu: { group: 'reports', icon: 'report' },
  },
  '/report/total-daily': {
    screen: () => import('../features/reports/TotalDaily.tsx'),
    menu: { group: 'reports', icon: 'calendar' },
  },
  '/credit-transaction': {
    screen: () => import('../features/credit-transactions/CreditTransactions.tsx'),
    menu: { group: 'money', icon: 'ledger' },
  },
  '/bet-report': {
    screen: () => import('../features/bet-reports/BetReport.tsx'),
    menu: { group: 'reports', icon: 'bet' },
  },
  '/setting': {
    screen: () => import('./SettingScreen.tsx'),
    menu: { group: 'account', icon: 'setting' },
  },
  '/payment-gateway/list': {
    screen: () => import('../features/payment-gateways/GatewayList.tsx'),
    menu: { group: 'payments', icon: 'gateway' },
  },
  '/payment-gateway/setting': {
    screen: () => import('../features/payment-gateways/GatewaySetting.tsx'),
    menu: { group: 'payments', icon: 'switches' },
  },
  '/payment-auto/list': {
    screen: () => import('../features/payment-autos/list/AccountList.tsx'),
    menu: { group: 'payments', icon: 'bank' },
  },
  '/payment-auto/transactions/{id}': {
    screen: () => import('../features/payment-autos/transactions/Transactions.tsx'),
    texts: ['payment-autos', 'pre-transactions-lines', 'statement-files'],
  },
  '/payment-auto/add': { screen: () => import('../features/payment-autos/add/AccountAdd.tsx') },
  '/payment-auto/transfer': {
    screen: () => import('../features/own-transfers/TransferForm.tsx'),
    texts: ['own-transfers'],
    menu: { group: 'payments', icon: 'transfer' },
  },
  '/payment-auto/approve-transfer': {
    screen: () => import('../features/own-transfers/ApproveTransfer.tsx'),
    texts: ['own-transfers'],
    menu: { group: 'payments', icon: 'approve' },
  },
  ...gameScreens,
  '/website/core-system': {
    screen: () => import('../features/website/CoreSystem.tsx'),
    texts: ['website', 'website-settings'],
    menu: { group: 'website', icon: 'core' },
  },
  '/website/website-config': { menu: { group: 'website', icon: 'config' } },
  '/website/config-exchange-currency': { menu: { group: 'website', icon: 'currency' } },
  '/website/config-exchange-currency/create': {},
  '/website/config-exchange-currency/update/{id}': {},
  '/website/website-banner': { menu: { group: 'website', icon: 'banner' } },
  '/website/website-banner-add': {},
  '/website/website-customize': { menu: { group: 'website', icon: 'theme' } },
  '/website/website-popup': { menu: { group: 'website', icon: 'popup' } },
  '/device/list': {
    screen: () => import('../features/devices/list/DeviceList.tsx'),
    menu: { group: 'payments', icon: 'device' },
  },
  '/device/create': { screen: () => import('../features/devices/DeviceAdd.tsx') },
  '/device/update/{id}': { screen: () => import('../features/devices/edit/DeviceEdit.tsx') },
  '/notification/list': {
    screen: () => import('../features/notifications/NoticeList.tsx'),
    menu: { group: 'messages', icon: 'notification' },
  },
  '/notification/add': { screen: () => import('../features/notifications/NoticeAdd.tsx') },
  '/group-notification/list': {
    screen: () => import('../features/group-notifications/GroupList.tsx'),
    menu: { group: 'messages', icon: 'group' },
  },
  '/group-notification/add': { screen: () => import('../features/group-notifications/form/GroupAdd.tsx') },
  '/group-notification/edit/{id}': {
    screen: () => import('../features/group-notifications/form/GroupEdit.tsx'),
  },
  '/activity-logs': {
    screen: () => import('../features/activity-logs/ActivityLogs.tsx'),
    texts: ['activity-logs', 'website-settings'],
    menu: { group: 'staff', icon: 'activity' },
  },
}

export interface ConsoleRoute extends Route, Omit<Screen, 'menu' | 'texts'> {
  readonly path: RoutePath
  /** The files of its texts, fetched with it. */
  readonly texts: readonly string[]
  /** Key of its name in `ui.json`; the menu, the breadcrumb, the palette and the tab title use it. */
  readonly labelKey: string
  readonly menu?: NonNullable<Screen['menu']> & { readonly order: number }
}

const order = Object.keys(screens)

/** The one table of the console: all 91 routes with what opens them and what they show. */
export const consoleRoutes: readonly ConsoleRoute[] = routes.map((route) => {
  const { screen, texts, menu } = screens[route.path]
  return {
    ...route,
    texts: texts ?? [route.area],
    labelKey: `routes.${route.path}`,
    ...(screen ? { screen } : {}),
    ...(menu ? { menu: { ...menu, order: order.indexOf(route.path) } } : {}),
  }
})

/** Built screens that stand in the menu, in its order. */
export const menuRoutes = consoleRoutes
  .filter((route) => route.screen && route.menu)
  .toSorted(
    (a, b) =>
      placeOf(a.menu?.group ?? null) - placeOf(b.menu?.group ?? null) ||
      (a.menu?.order ?? 0) - (b.menu?.order ?? 0),
  )

/** A row outside the menu belongs to the group it is reached from: same area, a shared resource first. */
function groupOf(route: ConsoleRoute): MenuGroup | null {
  if (route.menu || route.requires === 'public') return route.menu?.group ?? null
  const near = consoleRoutes.filter(({ menu, area }) => menu && area === route.area)
  return (near.find((row) => shareResource(row, route)) ?? near[0])?.menu?.group ?? null
}

/** Whether two screens ask for flags of the same resource. */
export const shareResource = (one: Route, other: Route): boolean =>
  typeof one.requires !== 'string' &&
  typeof other.requires !== 'string' &&
  Object.keys(one.requires).some((resource) => Object.hasOwn(other.requires as object, resource))

/** All screens in the order of the menu, those that stand in it first within their group. */
export const allScreens: readonly ConsoleScreen[] = consoleRoutes
  .map((route) => ({ route, group: groupOf(route) }))
  .toSorted(
    (a, b) =>
      placeOf(a.group) - placeOf(b.group) ||
      Number(b.route.menu !== undefined) - Number(a.route.menu !== undefined) ||
      order.indexOf(a.route.path) - order.indexOf(b.route.path),
  )
  .map(({ route: { path, requires, screen, menu }, group }) => ({
    path,
    group,
    requires,
    isBuilt: screen !== undefined,
    isInMenu: menu !== undefined,
  }))

function placeOf(group: MenuGroup | null): number {
  return group === null ? menuGroups.length : menuGroups.indexOf(group)
}
