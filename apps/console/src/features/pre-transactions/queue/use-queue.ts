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

interface Quiet {
  readonly keepsPrevious: true
  readonly refetchEveryMs?: number
  readonly staleMs?: number
}
/** For parts that only look: what the rows keep true is not asked for again because of them. */
const asItIs: Quiet = { keepsPrevious: true, staleMs: Number.POSITIVE_INFINITY }

/** The same array while names are: balances move with every payment, and no row shows them. */
function useNames(accounts: readonly OwnAccount[]): readonly AccountName[] {
  const text = JSON.stringify(accounts.map(({ id, bank, label }) => ({ id, bank, label })))
  return useMemo(() => JSON.parse(text) as AccountName[], [text])
}

/** The page that an address asks for. */
export function useQueueList(search: ShownSearch, quiet: Quiet = asItIs) {
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
  const list = useQueryCall('preTransactions.queue', input, quiet)
  return { filter, input, list, rows: list.data?.records ?? noRows }
}

/** Sums and counts of what an address asks for. */
export function useQueueTotals(search: ShownSearch, quiet: Quiet = asItIs) {
  const filter = useMemo(() => filterOf(search), [search])
  return useQueryCall('preTransactions.queueTotals', filter, quiet).data
}

/** Our accounts, and what rows and filters call them. */
export function useOwnAccounts(quiet: Quiet = asItIs) {
  const { data, isPending } = useQueryCall('preTransactions.accounts', {}, quiet)
  const accounts = data?.records ?? noAccounts
  return { accounts, accountNames: useNames(accounts), isLoading: isPending }
}

/** Everything the rows need, kept true by live events. For one part of the screen; others only look. */
export function useQueue(search: ShownSearch) {
  const poll = usePoll()
  const quiet: Quiet = { keepsPrevious: true, ...(poll === 0 ? {} : { refetchEveryMs: poll * 1000 }) }
  const { filter, input, list, rows } = useQueueList(search, quiet)
  const totals = useQueueTotals(search, quiet)
  const { accountNames } = useOwnAccounts(quiet)
  useQueueLive({
    listKey: queryKey('preTransactions.queue', input),
    filter,
    isFirstPage: search.after === undefined && search.before === undefined,
    isFetching: list.isFetching,
  })
  return { filter, list, totals, rows, accountNames }
}
