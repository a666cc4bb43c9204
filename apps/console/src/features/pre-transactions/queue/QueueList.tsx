import { useCallback, useMemo } from 'react'
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
import { pageSums } from './row-merge.ts'
import type { useQueue } from './use-queue.ts'
import { useRowKeys } from './use-row-keys.ts'

const rowId = (row: QueueRow): string => row.id
const rowName = (row: QueueRow): string => row.reference
interface QueueListProps {
  search: ShownSearch
  change: (changes: Partial<QueueSearch>, options?: { replace?: boolean }) => void
  queue: ReturnType<typeof useQueue>
  onPressed: (pressed: Pressed | null) => void
}

/** The rows of the queue, with their acts, keys, sums and pages. */
export function QueueList({ search, change, queue, onPressed }: QueueListProps) {
  const { t } = useTranslation('pre-transactions-queue')
  const failure = useFailure()
  const isDeciding = search.decide !== undefined
  const { list, totals, rows, accounts, filter } = queue
  const accountsById = useMemo(
    () => new Map(accounts.map((account) => [account.id, account] as const)),
    [accounts],
  )
  const isWaiting = search.tab === 'waiting'
  const columns = useMemo(() => queueColumns(t, accountsById, isWaiting), [t, accountsById, isWaiting])
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
  const page = useMemo(
    () => ({ amount: <Money minor={pageSums(rows, filter).netMinor} /> }),
    [rows, filter],
  )
  return (
    <DataTable
      listId={queueListId}
      layoutId={layoutOfTab(search.tab)}
      openId={search.decide ?? search.open ?? null}
      label={t('title')}
      columns={drawn}
      beside={isDeciding ? besideSheet : null}
      rows={rows}
      rowId={rowId}
      rowName={rowName}
      isLoading={list.isPending}
      error={failure(list.error)}
      onRetry={() => void list.refetch()}
      empty={
        isWaiting && Object.keys(filter).length === 1
          ? { title: t('nothingWaits'), hint: t('nothingWaitsHint') }
          : { title: t('empty'), hint: t('emptyHint') }
      }
      totals={{
        page,
        ...(totals ? { filter: { amount: <Money minor={totals.netMinor} /> } } : {}),
      }}
      onOpen={open}
      href={(row) => hrefOf({ to: '/pre-transaction/deposit-withdraw', search: { open: row.id } })}
      rowKeys={rowKeys}
      bar={
        <>
          <QueueSums totals={totals} />
          <QueueTools tab={search.tab} filter={filter} columns={columns} />
        </>
      }
      pager={
        <KeysetPager
          place={{ size: search.size, after: search.after, before: search.before }}
          answer={list.data ?? null}
          count={
            totals && {
              value: totals.count,
              isEstimate: totals.isEstimate,
              isOfSearch: Boolean(filter.search),
            }
          }
          onPlace={(place) =>
            change({ ...place, tab: search.tab, after: place.after, before: place.before, open: undefined })
          }
        />
      }
    />
  )
}
