import { queueTabs } from '@khlang/contract/value-lists.ts'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../lib/chunks.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { hrefOf, useGo } from '../../lib/navigation.tsx'
import { useAllows } from '../../lib/permissions.ts'
import { useScreenSearch } from '../../lib/search.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Filters } from '../../ui/Filters.tsx'
import { KeysetPager } from '../../ui/KeysetPager.tsx'
import { Money } from '../../ui/Money.tsx'
import { Page } from '../../ui/Page.tsx'
import type { RowKey } from '../../ui/table-columns.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { AccountStrip } from './AccountStrip.tsx'
import { queueColumns } from './queue-columns.tsx'
import { queueFields } from './queue-fields.ts'
import { clearedPlace, parseQueue, type QueueSearch } from './queue-search.ts'
import { isDecidable, type QueueRow } from './queue-shapes.ts'
import { QueueActions } from './QueueActions.tsx'
import { QueueSums } from './QueueSums.tsx'
import { queueListId, QueueTools } from './QueueTools.tsx'
import { pageSums } from './row-merge.ts'
import { Split } from './Split.tsx'
import { useEnter } from './use-enter.ts'
import { useQueue } from './use-queue.ts'
import classes from './Queue.module.css'

const QueueDrawer = lazy(() => loadChunk('queue-drawer', () => import('./QueueDrawer.tsx')))
const DecisionSheet = lazy(() => loadChunk('decision-sheet', () => import('./DecisionSheet.tsx')))
const rowId = (row: QueueRow): string => row.id
const rowName = (row: QueueRow): string => row.reference

/** `/pre-transaction/deposit-withdraw`: every deposit and withdrawal, live. */
export default function Queue() {
  const { t } = useTranslation('pre-transactions')
  const [search, change] = useScreenSearch(parseQueue)
  const queue = useQueue(search)
  const refilter = useCallback(
    // The address leaves out what is undefined, and the parser puts the default in its place.
    (changes: { [K in keyof QueueSearch]?: QueueSearch[K] | undefined }) =>
      change({ ...(changes as Partial<QueueSearch>), ...clearedPlace }, { replace: true }),
    [change],
  )
  const fields = useMemo(
    () => queueFields(t, queue.accounts, search.memberId === undefined ? null : (queue.rows[0] ?? null)),
    [t, queue.accounts, search.memberId, queue.rows],
  )
  return (
    <Page title={t('queue.title')} description={t('queue.lead')} actions={<QueueActions />}>
      <AccountStrip
        accounts={queue.accounts}
        isLoading={queue.isLoadingAccounts}
        chosenId={search.accountId}
        onChoose={(accountId) => refilter({ accountId })}
      />
      <Tabs
        label={t('queue.tabsLabel')}
        tabs={queueTabs.map((value) => ({
          value,
          label: t(`queue.tabs.${value}`),
          count: queue.totals?.tabs[value],
          isDue: value === 'waiting',
        }))}
        value={search.tab}
        onChange={(value) =>
          refilter({ tab: queueTabs.find((tab) => tab === value) ?? 'all', decide: undefined })
        }
      >
        <div className={classes['filters']}>
          <Filters fields={fields} values={search} onChange={refilter} />
        </div>
        <Split aside={search.decide === undefined ? null : <Decide id={search.decide} queue={queue} />}>
          <List search={search} change={change} queue={queue} />
        </Split>
      </Tabs>
      <Suspense>
        {search.open !== undefined && (
          <QueueDrawer id={search.open} rows={queue.rows} accounts={queue.accounts} change={change} />
        )}
      </Suspense>
    </Page>
  )
}

type QueueState = ReturnType<typeof useQueue>
interface ListProps {
  search: QueueSearch
  change: (changes: Partial<QueueSearch>, options?: { replace?: boolean }) => void
  queue: QueueState
}

function List({ search, change, queue }: ListProps) {
  const { t } = useTranslation('pre-transactions')
  const errorText = useErrorText()
  const { list, totals, rows, accounts, filter } = queue
  const accountsById = useMemo(
    () => new Map(accounts.map((account) => [account.id, account] as const)),
    [accounts],
  )
  const columns = useMemo(() => queueColumns(t, accountsById), [t, accountsById])
  const rowKeys = useRowKeys(change, search.decide !== undefined)
  const [held, setHeld] = useState<QueueRow | null>(null)
  const open = useCallback((row: QueueRow) => change({ open: row.id }), [change])
  useEnter(held, open)
  const page = useMemo(() => ({ amount: <Money minor={pageSums(rows).netMinor} /> }), [rows])
  return (
    <DataTable
      listId={queueListId}
      label={t('queue.title')}
      columns={columns}
      rows={rows}
      rowId={rowId}
      rowName={rowName}
      isLoading={list.isPending}
      error={list.error ? { message: errorText(list.error), requestId: list.error.requestId } : null}
      onRetry={() => void list.refetch()}
      empty={{ title: t('queue.empty'), hint: t('queue.emptyHint') }}
      totals={{
        page,
        ...(totals ? { filter: { amount: <Money minor={totals.netMinor} /> } } : {}),
      }}
      onOpen={open}
      onInHand={setHeld}
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
          count={totals ? { value: totals.count, isEstimate: totals.isEstimate } : null}
          onPlace={(place) =>
            change({ ...place, after: place.after, before: place.before, open: undefined })
          }
        />
      }
    />
  )
}

/** U opens the member; A and R open the decision sheet of a withdrawal, for who may decide. */
function useRowKeys(change: ListProps['change'], isDeciding: boolean): readonly RowKey<QueueRow>[] {
  const { t } = useTranslation('pre-transactions')
  const allowed = useAllows()
  const go = useGo()
  return useMemo(() => {
    const decide = (row: QueueRow) => {
      if (isDecidable(row)) change({ decide: row.id, open: undefined })
    }
    const keys: RowKey<QueueRow>[] = []
    if (allowed({ memberManagement: ['isRead', 'isUpdate'] })) {
      const run = (row: QueueRow) => go({ to: '/member/member-detail/{id}', id: row.member.id })
      keys.push({ key: 'U', label: t('queue.keys.member'), run })
    }
    if (!isDeciding && allowed({ pretransactionRequest: ['isRead', 'isUpdate'] })) {
      keys.push({ key: 'A', label: t('queue.keys.approve'), run: decide })
      keys.push({ key: 'R', label: t('queue.keys.reject'), run: decide })
    }
    return keys
  }, [t, allowed, go, change, isDeciding])
}

/** The decision sheet beside the queue; after an act the next withdrawal that needs one comes up. */
function Decide({ id, queue }: { id: string; queue: QueueState }) {
  const [, change] = useScreenSearch(parseQueue)
  const others = queue.rows.filter(isDecidable).map((row) => row.id)
  return (
    <Suspense>
      <DecisionSheet
        key={id}
        id={id}
        ids={others}
        onShow={(next) => change({ decide: next ?? undefined }, { replace: true })}
      />
    </Suspense>
  )
}
