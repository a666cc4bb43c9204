import { queryKey } from '@khlang/contract/client.ts'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../lib/formats.ts'
import { useQueryCall } from '../../lib/query.ts'
import { alertFor, usePoll } from './queue-alerts.ts'
import { filterOf, type QueueSearch } from './queue-search.ts'
import type { OwnAccount, QueueRow } from './queue-shapes.ts'
import { useQueueLive } from './use-queue-live.ts'

const noRows: readonly QueueRow[] = []
const noAccounts: readonly OwnAccount[] = []

/** Everything the queue shows, kept true by live events: the page, its sums, our accounts. */
export function useQueue(search: QueueSearch) {
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
    onRow: useAlertOnNews(list.data?.records ?? noRows),
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

/** Remembers rows as they were last seen, so that only what is new to a tab calls a person. */
function useAlertOnNews(rows: readonly QueueRow[]): (row: QueueRow) => void {
  const { t } = useTranslation('pre-transactions')
  const seen = useRef(new Map<string, QueueRow>())
  const openedAt = useRef(new Date().toISOString())
  useEffect(() => {
    for (const row of rows) if (!seen.current.has(row.id)) seen.current.set(row.id, row)
  }, [rows])
  return (row) => {
    const before = seen.current.get(row.id) ?? null
    seen.current.set(row.id, row)
    // An old row that merely was not on this page is no news.
    if (before === null && row.at < openedAt.current) return
    const title = t(`queue.alert.${row.kind}`, { amount: formatMoney(row.amountMinor) })
    alertFor(row, before, title, `${row.member.username} · ${row.reference}`)
  }
}
