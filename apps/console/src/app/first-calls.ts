import type { CallName, CallOf } from '@khlang/contract/calls.ts'
import type { InputOf } from '@khlang/contract/kit/define.ts'
import type { Requires } from '@khlang/contract/kit/permissions.ts'
import type { RoutePath } from '@khlang/contract/routes.ts'
import { filterOf, parseQueue, shownSearch } from '../features/pre-transactions/queue/queue-search.ts'

/** A call that a screen makes as soon as it shows; `requires`: rights beside those of the screen. */
export interface FirstCall {
  readonly name: CallName
  readonly input: Readonly<Record<string, unknown>>
  readonly requires?: Requires
}

const first = <N extends CallName>(name: N, input: InputOf<CallOf<N>>, requires?: Requires): FirstCall => ({
  name,
  input,
  ...(requires ? { requires } : {}),
})

const queue = shownSearch(parseQueue({}), true)
const queueCalls = (requires: Requires): FirstCall[] => [
  first('preTransactions.queue', { ...filterOf(queue), size: queue.size }, requires),
  first('preTransactions.queueTotals', filterOf(queue), requires),
]

/** What `listScreen` asks for: its columns, and then its rows. */
const list = <N extends CallName>(listId: string, name: N, input: InputOf<CallOf<N>>): FirstCall[] => [
  first('listViews.list', { list: listId }),
  first(name, input),
]
const pages = { size: 25 } as const
const numbered = { page: 1, size: 25 } as const

/**
 * What the screens that people open often ask for where the address says nothing more. The page asks it while
 * the program is on its way (`early.ts`), so it stands here what the screens themselves ask. A call that a
 * screen does not make after all is lost, and one that differs is made twice: `e2e/loading.spec.ts` tells.
 */
export const firstCalls: { readonly [P in RoutePath]?: readonly FirstCall[] } = {
  '/dashboard': [first('dashboard.now', {}), first('dashboard.day', {})],
  '/member/member-management': [
    ...list('members', 'members.list', { size: 25, sort: 'createdAt', isAscending: false }),
    first('members.totals', {}),
  ],
  '/pre-transaction/deposit-withdraw': [
    first('listViews.list', { list: 'queue' }),
    first('preTransactions.accounts', {}),
    ...queueCalls({ pretransactionRequest: ['isRead', 'isUpdate'] }),
    ...queueCalls({ pretransactionDepositWithdraw: ['isRead', 'isUpdate'] }),
  ],
  '/pre-transaction/request': [
    first('listViews.list', { list: 'requests' }),
    first('preTransactions.requests', { size: 50 }),
    first('preTransactions.approvals', {}),
  ],
  '/pre-transaction/matching': [
    first('preTransactions.lines', { scope: 'open', size: 50 }),
    first('preTransactions.lineTotals', { scope: 'open' }),
    first('preTransactions.accounts', {}),
  ],
  '/credit-transaction': [
    ...list('creditTransactions', 'creditTransactions.list', pages),
    first('creditTransactions.totals', {}),
  ],
  '/bet-report': [
    ...list('betReports', 'betReports.list', pages),
    first('betReports.totals', {}),
    first('betReports.archivedMonths', {}),
  ],
  '/website/game-provider': list('game-providers', 'gameCatalogue.providers', numbered),
  '/website/game': list('games', 'gameCatalogue.games', numbered),
  '/report/total-daily': [
    ...list('totalDaily', 'reports.daily', { page: 1, size: 50 }),
    first('reports.dailyTotals', {}),
    first('reports.asOf', {}),
  ],
  '/report/total-user': [
    ...list('totalUser', 'reports.users', { size: 25, sort: 'member', isAscending: false }),
    first('reports.userTotals', {}),
    first('reports.asOf', {}),
  ],
  '/website/game-providers': [first('reports.board', { by: 'provider', period: 'today' })],
  '/website/game-types': [first('reports.board', { by: 'type', period: 'today' })],
  '/distributor/providers': list('distributors', 'distributors.list', numbered),
  '/payment-auto/list': [first('paymentAutos.list', {})],
  '/notification/list': list('notifications', 'notifications.list', numbered),
  '/group-notification/list': list('group-notifications', 'groupNotifications.list', numbered),
  '/employee/employee-management': list('employees', 'employees.list', pages),
  '/employee/role-management': list('roles', 'roles.list', numbered),
  '/employee/admin-log': list('activity', 'activityLogs.list', { isByStaff: true, ...pages }),
  '/activity-logs': list('activity', 'activityLogs.list', pages),
}
