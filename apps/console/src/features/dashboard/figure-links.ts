import type { Requires } from '@khlang/contract/permissions.ts'
import { hrefOf } from '../../lib/navigation.tsx'
import { useAllows } from '../../lib/permissions.ts'

const queue = { pretransactionDepositWithdraw: ['isRead'] } as const
const matching = { pretransactionNotMatch: ['isRead'] } as const
const members = { memberManagement: ['isRead'] } as const
const statement = { creditTransaction: ['isRead'] } as const

/** States by which the server counts what waits and what is done (platform/waiting.ts). */
const waitingDeposits = ['created', 'pending']
const waitingWithdrawals = ['review', 'approved', 'sending', 'failed', 'unknown']

const queueHref = (search: Record<string, string | string[]>): string =>
  hrefOf({ to: '/pre-transaction/deposit-withdraw', search })

/** Where each figure is shown row by row, by the same filter; undefined where this person may not go. */
export function useFigureLinks() {
  const allowed = useAllows()
  const given = (requires: Requires, href: string): string | undefined =>
    allowed(requires) ? href : undefined
  const day = (on: string) => ({ from: on, to: on })
  return {
    waitingDeposits: given(queue, queueHref({ tab: 'deposits', state: waitingDeposits })),
    waitingWithdrawals: given(queue, queueHref({ tab: 'withdrawals', state: waitingWithdrawals })),
    unmatched: given(matching, hrefOf({ to: '/pre-transaction/matching' })),
    messages: given(matching, hrefOf({ to: '/pre-transaction/matching', search: { tab: 'messages' } })),
    account: (accountId: string) => given(queue, queueHref({ accountId })),
    ownAccounts: given(queue, queueHref({})),
    liability: given(
      members,
      hrefOf({ to: '/member/member-management', search: { sort: 'balance', isAscending: false } }),
    ),
    statement: given(statement, hrefOf({ to: '/credit-transaction' })),
    deposits: (on: string) => given(queue, queueHref({ tab: 'deposits', state: ['credited'], ...day(on) })),
    withdrawals: (on: string) =>
      given(queue, queueHref({ tab: 'withdrawals', state: ['paid'], ...day(on) })),
    net: (on: string) => given(queue, queueHref({ tab: 'done', ...day(on) })),
    registered: (on: string) =>
      given(
        members,
        hrefOf({ to: '/member/member-management', search: { registeredFrom: on, registeredTo: on } }),
      ),
  }
}
export type FigureLinks = ReturnType<typeof useFigureLinks>
