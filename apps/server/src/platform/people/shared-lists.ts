import type { RoutePath } from '@khlang/contract/routes.ts'
import { routes } from '@khlang/contract/routes.ts'
import { mayCall, type EmployeeActor } from './actor.ts'

/**
 * Lists whose views may be shared, by the screen that shows them: filters can hold names and phones, so a
 * shared view reaches only who may open its list. A list that is not named here has views of one's own.
 */
const screens = {
  members: '/member/member-management',
  queue: '/pre-transaction/deposit-withdraw',
  requests: '/pre-transaction/request',
  'open-lines': '/pre-transaction/matching',
  'handled-lines': '/pre-transaction/matching',
  creditTransactions: '/credit-transaction',
  totalDaily: '/report/total-daily',
  totalUser: '/report/total-user',
  activity: '/activity-logs',
  employees: '/employee/employee-management',
  roles: '/employee/role-management',
  notifications: '/notification/list',
  'group-notifications': '/group-notification/list',
} as const satisfies Readonly<Record<string, RoutePath>>

/** The lists that a person may open, of those whose views may be shared. Pure. */
export const sharedListsOf = (actor: EmployeeActor): string[] =>
  Object.entries(screens).flatMap(([list, path]) => {
    const requires = routes.find((route) => route.path === path)?.requires
    return requires !== undefined && mayCall(actor, requires) ? [list] : []
  })
