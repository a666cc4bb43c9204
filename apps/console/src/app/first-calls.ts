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

/**
 * What the screens that people open first ask for where the address says nothing more. The page asks it while
 * the program is on its way (`early.ts`), so it stands here what the screens themselves ask. A call that a
 * screen does not make after all is lost, and one that differs is made twice: the bench `first-list` tells.
 */
export const firstCalls: { readonly [P in RoutePath]?: readonly FirstCall[] } = {
  '/dashboard': [first('dashboard.now', {}), first('dashboard.day', {})],
  '/member/member-management': [
    first('listViews.list', { list: 'members' }),
    first('members.list', { size: 25, sort: 'createdAt', isAscending: false }),
    first('members.totals', {}),
  ],
  '/pre-transaction/deposit-withdraw': [
    first('listViews.list', { list: 'queue' }),
    first('preTransactions.accounts', {}),
    ...queueCalls({ pretransactionRequest: ['isRead', 'isUpdate'] }),
    ...queueCalls({ pretransactionDepositWithdraw: ['isRead', 'isUpdate'] }),
  ],
}
