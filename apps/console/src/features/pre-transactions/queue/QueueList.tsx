import { useCallback, useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailure } from '../../../lib/call/failure.ts'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { KeysetPager } from '../../../ui/table/tools/KeysetPager.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import type { Quick } from '../decision/DecisionActions.tsx'
import type { Pressed } from '../decision/pressed.ts'
import { queueColumns } from './queue-columns.tsx'
import type { QueueSearch, ShownSearch } from './queue-search.ts'
import { isDecidable, isRefusable, type QueueRow } from '../rows/queue-shapes.ts'
import { QueueSums } from './QueueSums.tsx'
import { layoutOfTab, queueListId, QueueTools } from './QueueTools.tsx'
import { actsColumn, besideSheet } from './RowActions.tsx'
import { pageSums } from '../rows/row-merge.ts'
import type { useQueue } from './use-queue.ts'
import { useRowKeys } from './use-row-keys.ts'

const rowId = (row: QueueRow): string => row.id
const rowName = (row: QueueRow): string => row.reference
const hrefOfRow = (row: QueueRow): string =>
  hrefOf({ to: '/pre-transaction/deposit-withdraw', search: { open: row.id } })

interface QueueListProps {
  search: ShownSearch
  change: (changes: Partial<QueueSearch>, options?: { replace?: boolean }) => void
  queue: ReturnType<typeof useQueue>
  onPressed: (pressed: Pressed | null) => void
}

/** The columns of the tab, and what a press or a key does to a row. */
function useActs({ search, change, queue, onPressed }: QueueListProps) {
  const { t } = useTranslation('pre-transactions-queue')
  const { accountNames } = queue
  const isDeciding = search.decide !== undefined
  const isWaiting = search.tab === 'waiting'
  const columns = useMemo(() => {
    const byId = new Map(accountNames.map((account) => [account.id, account] as const))
    return queueColumns(t, byId, isWaiting)
  }, [t, accountNames, isWaiting])
  const onQuick = useCallback(
    (row: QueueRow, quick: Quick | null) => {
      if (!isDecidable(row) && !isRefusable(row)) return
      onPressed(quick && { id: row.id, quick })
      change(isDecidable(row) ? { decide: row.id, open: undefined } : { open: row.id })
    },
    [change, onPressed],
  )
  const rowKeys = useRowKeys(onQuick, isDeciding)
  const { decide: decidedId } = search
  const open = useCallback(
    (row: QueueRow) => {
      if (row.id === decidedId) return
      onPressed(null)
      // Beside an open sheet the next withdrawal comes onto the sheet, not over it.
      change(isDeciding && isDecidable(row) ? { decide: row.id } : { open: row.id })
    },
    [change, onPressed, isDeciding, decidedId],
  )
  const drawn = useMemo(
    () => [...columns, actsColumn(t, { onOpen: open, onQuick })],
    [t, columns, open, onQuick],
  )
  return { columns, drawn, open, rowKeys, beside: isDeciding ? besideSheet : null }
}

/** The sums of the page and of the filter, under their columns. */
function useSums(rows: readonly QueueRow[], { filter, totals }: QueueListProps['queue']) {
  const pageMinor = useMemo(() => pageSums(rows, filter).netMinor, [rows, filter])
  const netMinor = totals?.netMinor
  return useMemo(
    () => ({
      page: { amount: <Money minor={pageMinor} /> },
      ...(netMinor === undefined ? {} : { filter: { amount: <Money minor={netMinor} /> } }),
    }),
    [pageMinor, netMinor],
  )
}

/** The pages of the list; it stays as it is while rows come and go. */
function usePager({ search, change, queue }: QueueListProps) {
  const { size, after, before, tab } = search
  const {
    hasAfter = false,
    hasBefore = false,
    afterCursor = null,
    beforeCursor = null,
  } = queue.list.data ?? {}
  const { count, isEstimate = false } = queue.totals ?? {}
  const isOfSearch = Boolean(queue.filter.search)
  return useMemo(
    () => (
      <KeysetPager
        place={{ size, after, before }}
        answer={{ hasAfter, hasBefore, afterCursor, beforeCursor }}
        count={count === undefined ? null : { value: count, isEstimate, isOfSearch }}
        onPlace={(place) =>
          change({ ...place, tab, after: place.after, before: place.before, open: undefined })
        }
      />
    ),
    [
      size,
      after,
      before,
      tab,
      change,
      hasAfter,
      hasBefore,
      afterCursor,
      beforeCursor,
      count,
      isEstimate,
      isOfSearch,
    ],
  )
}

/**
 * The rows of the queue, with their acts, keys, sums and pages. What a row that comes does not change is the
 * same as before, so that it is not drawn again ten times a second.
 */
export function QueueList(props: QueueListProps) {
  const { search, queue } = props
  const { t } = useTranslation('pre-transactions-queue')
  const failure = useFailure()
  const { list, totals, filter } = queue
  const { columns, drawn, open, rowKeys, beside } = useActs(props)
  // With their sum: it is of the rows that are shown.
  const rows = useDeferredValue(queue.rows)
  const { tab } = search
  const isNothing = tab === 'waiting' && Object.keys(filter).length === 1
  const empty = useMemo(
    () =>
      isNothing
        ? { title: t('nothingWaits'), hint: t('nothingWaitsHint') }
        : { title: t('empty'), hint: t('emptyHint') },
    [t, isNothing],
  )
  const bar = useMemo(
    () => (
      <>
        <QueueSums totals={totals} />
        <QueueTools tab={tab} filter={filter} columns={columns} />
      </>
    ),
    [totals, tab, filter, columns],
  )
  const { refetch } = list
  const retry = useCallback(() => void refetch(), [refetch])
  return (
    <DataTable
      listId={queueListId}
      layoutId={layoutOfTab(search.tab)}
      openId={search.decide ?? search.open ?? null}
      label={t('title')}
      columns={drawn}
      beside={beside}
      rows={rows}
      rowId={rowId}
      rowName={rowName}
      isLoading={list.isPending || (rows.length === 0 && queue.rows.length > 0)}
      error={failure(list.error)}
      onRetry={retry}
      empty={empty}
      totals={useSums(rows, queue)}
      onOpen={open}
      href={hrefOfRow}
      rowKeys={rowKeys}
      bar={bar}
      pager={usePager(props)}
    />
  )
}
