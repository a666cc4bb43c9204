import { queryKey } from '@khlang/contract/derived/client.ts'
import { useMemo } from 'react'
import { useQueryCall } from '../../../lib/call/query.ts'
import { usePoll } from './queue-poll.ts'
import { filterOf, type ShownSearch } from './queue-search.ts'
import type { OwnAccount, QueueRow } from '../rows/queue-shapes.ts'
import { useQueueLive } from './use-queue-live.ts'

const noRows: readonly QueueRow[] = []
const noAccounts: readonly OwnAccount[] = []

/** What a list says of an own account. */
export type AccountName = Pick<OwnAccount, 'id' | 'bank' | 'label'>

/** The same array while names are: balances move with every payment, and no row shows them. */
function useNames(accounts: readonly OwnAccount[]): readonly AccountName[] {
  const text = JSON.stringify(accounts.map(({ id, bank, label }) => ({ id, bank, label })))
  return useMemo(() => JSON.parse(text) as AccountName[], [text])
}

/** Everything the queue shows, kept true by live events: the page, its sums, our accounts. */
export function useQueue(search: ShownSearch) {
  const filter = useMemo(() => filterOf(search), [search])
  const { size, after, before } = search
  const input = useMemo(
    () => ({
      ...filter,
      size,
      ...(after === undefined ? {} : { after }),
      ...(before === undefined ? {} : { before }),
    }),
    [filter, size, after, before],
  )
  const poll = usePoll()
  const refetch = poll === 0 ? {} : { refetchEveryMs: poll * 1000 }
  const quiet = { keepsPrevious: true, ...refetch } as const
  const list = useQueryCall('preTransactions.queue', input, quiet)
  const totals = useQueryCall('preTransactions.queueTotals', filter, quiet)
  const accounts = useQueryCall('preTransactions.accounts', {}, quiet)

  useQueueLive({
    listKey: queryKey('preTransactions.queue', input),
    filter,
    isFirstPage: after === undefined && before === undefined,
    isFetching: list.isFetching,
  })
  const own = accounts.data?.records ?? noAccounts
  return {
    filter,
    list,
    totals: totals.data,
    rows: list.data?.records ?? noRows,
    accounts: own,
    accountNames: useNames(own),
    isLoadingAccounts: accounts.isPending,
  }
}
