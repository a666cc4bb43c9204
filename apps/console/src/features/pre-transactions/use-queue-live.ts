import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { call, CallError } from '../../lib/call.ts'
import type { LiveEvent } from '../../lib/event-stream.ts'
import { missedTopic, useLive } from '../../lib/live.ts'
import { mergeRow } from './row-merge.ts'
import type { QueueFilter, QueueList, QueueRow } from './queue-shapes.ts'
import { useThrottled } from './use-throttled.ts'

interface QueueLive {
  readonly listKey: QueryKey
  readonly filter: QueueFilter
  readonly isFirstPage: boolean
  /** Every row that an event brought, whether it stands in the list or not. */
  readonly onRow: (row: QueueRow) => void
}

const refreshEveryMs = 1000

/**
 * Keeps the queue true while events arrive: each event brings its one row, which is merged in place; sums,
 * counters and accounts are asked for again at most once a second. Nothing of it raises the overlay.
 */
export function useQueueLive(view: QueueLive): void {
  const client = useQueryClient()
  const latest = useRef(view)
  useEffect(() => {
    latest.current = view
  })
  const refreshSums = useThrottled(() => {
    void client.invalidateQueries({ queryKey: ['preTransactions', 'queueTotals'] })
    void client.invalidateQueries({ queryKey: ['preTransactions', 'accounts'] })
  }, refreshEveryMs)
  const refreshList = useThrottled(() => {
    void client.invalidateQueries({ queryKey: ['preTransactions', 'queue'] })
  }, refreshEveryMs)

  const take = useCallback(
    (row: QueueRow) => {
      const { listKey, filter, isFirstPage, onRow } = latest.current
      onRow(row)
      client.setQueryData(['preTransactions', 'queueRow', { kind: row.kind, id: row.id }], row)
      const list = client.getQueryData<QueueList>(listKey)
      if (list === undefined) return
      const merged = mergeRow(list, row, { filter, isFirstPage })
      if (merged.list !== list) client.setQueryData(listKey, merged.list)
      // A page that is on its way may be older than this row and would overwrite it.
      if (merged.isStale || client.isFetching({ queryKey: listKey }) > 0) refreshList()
    },
    [client, refreshList],
  )
  const underWay = useRef(new Map<string, { isAskedAgain: boolean }>())
  const fetchRow = useCallback(
    async (kind: QueueRow['kind'], id: string): Promise<void> => {
      const running = underWay.current.get(id)
      if (running) {
        running.isAskedAgain = true
        return
      }
      const own = { isAskedAgain: false }
      underWay.current.set(id, own)
      try {
        take(await call('preTransactions.queueRow', { kind, id }, { isTracked: false }))
      } catch (thrown) {
        // A row out of sight of this person is nothing to show; any other failure is mended by a whole page.
        if (!(thrown instanceof CallError) || thrown.status !== 404) refreshList()
      }
      underWay.current.delete(id)
      if (own.isAskedAgain) void fetchRow(kind, id)
    },
    [take, refreshList],
  )
  const hear = (kind: QueueRow['kind']) => (event: LiveEvent) => {
    refreshSums()
    if (event.topic === missedTopic) refreshList()
    else void fetchRow(kind, event.id)
  }
  useLive('deposit', hear('deposit'))
  useLive('withdrawal', hear('withdrawal'))
  useLive('bankAccount', refreshSums)
  useLive('statementLine', refreshSums)
}
