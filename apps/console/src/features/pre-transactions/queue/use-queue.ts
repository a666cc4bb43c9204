import { queryKey } from '@khlang/contract/derived/client.ts'
import { useMemo } from 'react'
import { useQueryCall } from '../../../lib/call/query.ts'
import { usePoll } from './queue-poll.ts'
import { filterOf, type ShownSearch } from './queue-search.ts'
import type { OwnAccount, QueueRow } from '../rows/queue-shapes.ts'
import { useQueueLive } from './use-queue-live.ts'

const noRows: readonly QueueRow[] = []
const noAccounts: readonly OwnAccount[] = []

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
  return {
    filter,
    list,
    totals: totals.data,
    rows: list.data?.records ?? noRows,
    accounts: accounts.data?.records ?? noAccounts,
    isLoadingAccounts: accounts.isPending,
  }
}
