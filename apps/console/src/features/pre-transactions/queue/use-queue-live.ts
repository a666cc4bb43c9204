import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { queueRowsMax } from '@khlang/contract/values/value-lists.ts'
import { whenCalm } from '../../../lib/alerts/calm.ts'
import { call } from '../../../lib/call/call.ts'
import type { LiveEvent } from '../../../lib/call/event-stream.ts'
import { missedTopic, useLive } from '../../../lib/call/live.ts'
import { refreshSoon } from '../../../lib/call/refresh.ts'
import { mergeRow, type Merged } from '../rows/row-merge.ts'
import type { QueueFilter, QueueList, QueueRow } from '../rows/queue-shapes.ts'
import { useThrottled } from '../use-throttled.ts'

interface QueueLive {
  readonly listKey: QueryKey
  readonly filter: QueueFilter
  readonly isFirstPage: boolean
  /** Whether the page is being asked for. */
  readonly isFetching: boolean
}

const refreshEveryMs = 1000
/** Between two drawings of rows that events brought. */
const togetherMs = 100
/** What a text finds is dear to ask for again, and rows that stand there are merged in place all the same. */
const searchEveryMs = 5000
const firstOf = (ids: ReadonlySet<string>): string[] => [...ids].slice(0, queueRowsMax)

/** Puts rows that events brought into the page on the screen. */
function useTake(view: QueueLive, refreshList: () => void): (rows: readonly QueueRow[]) => void {
  const client = useQueryClient()
  const latest = useRef(view)
  useEffect(() => {
    latest.current = view
  })
  // A page that was on its way when these rows came may be older than they are: they are put in once more.
  const overtaken = useRef(new Map<string, QueueRow>())
  const take = useCallback(
    (rows: readonly QueueRow[]) => {
      const { listKey, filter, isFirstPage } = latest.current
      for (const row of rows) {
        const rowKey = ['preTransactions', 'queueRow', { kind: row.kind, id: row.id }]
        // Nobody looks at most of them: only a row that stands open is kept.
        if (client.getQueryState(rowKey)) client.setQueryData(rowKey, row)
      }
      const before = client.getQueryData<QueueList>(listKey)
      if (before === undefined) return
      let merged: Merged = { list: before, isStale: false }
      for (const row of rows) {
        const { list, isStale } = mergeRow(merged.list, row, { filter, isFirstPage })
        merged = { list, isStale: merged.isStale || isStale }
      }
      if (merged.list !== before) client.setQueryData(listKey, merged.list)
      if (merged.isStale) refreshList()
      if (client.isFetching({ queryKey: listKey }) > 0)
        for (const row of rows) overtaken.current.set(row.id, row)
    },
    [client, refreshList],
  )
  const { isFetching } = view
  useEffect(() => {
    if (isFetching || overtaken.current.size === 0) return
    const rows = [...overtaken.current.values()]
    overtaken.current.clear()
    take(rows)
  }, [isFetching, take])
  return take
}

/**
 * Keeps the queue true while events arrive: the one row of each is merged in place; sums,
 * counters and accounts are asked for again at most once a second. Nothing of it raises the overlay.
 */
export function useQueueLive(view: QueueLive): void {
  const client = useQueryClient()
  const everyMs = view.filter.search ? searchEveryMs : refreshEveryMs
  const refreshSums = useThrottled(() => {
    refreshSoon(client, ['preTransactions', 'queueTotals'])
    refreshSoon(client, ['preTransactions', 'accounts'])
  }, everyMs)
  const refreshList = useThrottled(() => {
    refreshSoon(client, ['preTransactions', 'queue'])
  }, everyMs)

  const take = useTake(view, refreshList)
  // What came while a call was under way goes with the next one: many events, few calls, none missed.
  const asked = useRef({ deposit: new Set<string>(), withdrawal: new Set<string>() })
  const isUnderWay = useRef(false)
  const fetchRows = useCallback(async (): Promise<void> => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    // One turn of the event loop gathers the events that arrived together.
    await new Promise((done) => setTimeout(done))
    while (asked.current.deposit.size + asked.current.withdrawal.size > 0) {
      const { deposit, withdrawal } = asked.current
      const ids = { deposits: firstOf(deposit), withdrawals: firstOf(withdrawal) }
      for (const id of ids.deposits) deposit.delete(id)
      for (const id of ids.withdrawals) withdrawal.delete(id)
      try {
        const { records } = await call('preTransactions.queueRows', ids, { isTracked: false })
        whenCalm(() => take(records))
      } catch {
        refreshList()
      }
    }
    isUnderWay.current = false
  }, [take, refreshList])
  // Rows that came together are put in together: drawn one by one, each would begin the drawing anew.
  const brought = useRef<QueueRow[]>([])
  const broughtAt = useRef(Number.NEGATIVE_INFINITY)
  const bring = (row: QueueRow): void => {
    brought.current.push(row)
    if (brought.current.length > 1) return
    const takeAll = () => {
      broughtAt.current = performance.now()
      take(brought.current.splice(0))
    }
    const restMs = broughtAt.current + togetherMs - performance.now()
    setTimeout(() => whenCalm(takeAll), Math.max(0, restMs))
  }
  const hear = (kind: QueueRow['kind']) => (event: LiveEvent) => {
    refreshSums()
    if (event.topic === missedTopic) return refreshList()
    if (event.row !== undefined) return bring(event.row as QueueRow)
    asked.current[kind].add(event.id)
    void fetchRows()
  }
  useLive('deposit', hear('deposit'))
  useLive('withdrawal', hear('withdrawal'))
  useLive('bankAccount', refreshSums)
  useLive('statementLine', refreshSums)
}
