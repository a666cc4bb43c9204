import type { Requires } from '@khlang/contract/kit/permissions.ts'
import { waitingDepositStates, waitingWithdrawalStates } from '@khlang/contract/values/value-lists.ts'
import { hrefOf } from '../../lib/address/navigation.tsx'
import { useAllows } from '../../lib/person/permissions.ts'

const queue = { pretransactionDepositWithdraw: ['isRead'] } as const
const matching = { pretransactionNotMatch: ['isRead'] } as const
const settling = { memberManagement: ['isRead', 'isUpdate'] } as const
const members = { memberManagement: ['isRead'] } as const

const queueHref = (search: Record<string, string | string[]>): string =>
  hrefOf({ to: '/pre-transaction/deposit-withdraw', search })

/**
 * Where a figure is shown row by row, by a filter whose count or sum equals it; undefined where this person
 * may not go. Figures that no list adds up to (medians, shares, balances) are not here.
 */
export function useFigureLinks() {
  const allowed = useAllows()
  const given = (requires: Requires, href: string): string | undefined =>
    allowed(requires) ? href : undefined
  const day = (on: string) => ({ from: on, to: on })
  return {
    waitingDeposits: given(queue, queueHref({ tab: 'deposits', state: [...waitingDepositStates] })),
    waitingWithdrawals: given(
      queue,
      queueHref({ tab: 'withdrawals', state: [...waitingWithdrawalStates] }),
    ),
    unmatched: given(matching, hrefOf({ to: '/pre-transaction/matching' })),
    messages: given(matching, hrefOf({ to: '/pre-transaction/matching', search: { tab: 'messages' } })),
    account: (accountId: string) => given(queue, queueHref({ accountId })),
    deposits: (on: string) => given(queue, queueHref({ tab: 'deposits', state: ['credited'], ...day(on) })),
    withdrawals: (on: string) =>
      given(queue, queueHref({ tab: 'withdrawals', state: ['paid'], ...day(on) })),
    net: (on: string) => given(queue, queueHref({ tab: 'done', ...day(on) })),
    accountChanges: given(
      settling,
      hrefOf({ to: '/member/member-management', search: { accountChange: 'toSettle' } }),
    ),
    registered: (on: string) =>
      given(
        members,
        hrefOf({ to: '/member/member-management', search: { registeredFrom: on, registeredTo: on } }),
      ),
  }
}
export type FigureLinks = ReturnType<typeof useFigureLinks>
