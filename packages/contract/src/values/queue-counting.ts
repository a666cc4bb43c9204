import { cancelledDepositStates, cancelledWithdrawalStates, type queueTabs } from './value-lists.ts'

interface Asked {
  readonly tab?: (typeof queueTabs)[number] | undefined
  readonly state?: readonly string[] | undefined
}
interface Counted {
  readonly kind: 'deposit' | 'withdrawal'
  readonly state: string
}

const cancelled: Readonly<Record<Counted['kind'], readonly string[]>> = {
  deposit: cancelledDepositStates,
  withdrawal: cancelledWithdrawalStates,
}
const isCancelled = ({ kind, state }: Counted): boolean => cancelled[kind].includes(state)

/**
 * Which rows of a filter its sums count, said once for the screen, the totals and the file: not those over
 * without money, as on the dashboard. A filter that asks for nothing else (their tab, or only their states)
 * counts them all; what it happens to find does not matter.
 */
export function countedBy({ tab, state }: Asked): (row: Counted) => boolean {
  const asksCancelledOnly =
    tab === 'cancelled' ||
    state?.every((each) => Object.values(cancelled).some((states) => states.includes(each))) === true
  return (row) => asksCancelledOnly || !isCancelled(row)
}
