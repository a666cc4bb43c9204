import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../lib/chunks.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { hrefOf, useGo } from '../../lib/navigation.tsx'
import { useAllows } from '../../lib/permissions.ts'
import { useScreenSearch } from '../../lib/search.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { FilterText } from '../../ui/FilterText.tsx'
import { KeysetPager } from '../../ui/KeysetPager.tsx'
import { Page } from '../../ui/Page.tsx'
import type { RowKey } from '../../ui/table-columns.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { DepositRequest } from './DepositRequest.tsx'
import { requestColumns } from './request-columns.tsx'
import { parseRequests, requestTabs, type RequestsSearch } from './requests-search.ts'
import type { QueueRow } from './queue-shapes.ts'
import { Split } from './Split.tsx'
import { useEnter } from './use-enter.ts'
import { useRequests } from './use-requests.ts'

const Approvals = lazy(() => loadChunk('approvals', () => import('./Approvals.tsx')))
const DecisionSheet = lazy(() => loadChunk('decision-sheet', () => import('./DecisionSheet.tsx')))
const rowId = (row: QueueRow): string => row.id
const rowName = (row: QueueRow): string => row.reference

/** `/pre-transaction/request`: only what needs a person, by deadline. */
export default function Requests() {
  const { t } = useTranslation('pre-transactions')
  const [search, change] = useScreenSearch(parseRequests)
  const state = useRequests(search)
  const { rows, waiting, requests } = state
  const isMore = requests.data?.hasAfter === true || requests.data?.hasBefore === true
  const show = useCallback(
    (id: string | null) => change({ open: id ?? undefined }, { replace: true }),
    [change],
  )
  const counts = {
    requests: isMore ? (requests.data?.totalCount ?? undefined) : requests.data?.records.length,
    approvals: state.approvals.data?.records.length,
  }
  return (
    <Page title={t('request.title')} description={t('request.lead')}>
      <Tabs
        label={t('request.title')}
        tabs={requestTabs.map((value) => ({
          value,
          label: t(`request.tabs.${value}`),
          count: counts[value],
          isDue: true,
        }))}
        value={search.tab}
        onChange={(value) =>
          change({
            tab: requestTabs.find((tab) => tab === value) ?? 'requests',
            open: undefined,
            after: undefined,
            before: undefined,
          })
        }
      >
        {search.tab === 'approvals' ? (
          <Suspense>
            <Approvals waiting={waiting} query={state.approvals} openId={search.open} onShow={show} />
          </Suspense>
        ) : (
          <Split
            aside={search.open === undefined ? null : <Aside id={search.open} rows={rows} show={show} />}
          >
            <List search={search} change={change} state={state} />
          </Split>
        )}
      </Tabs>
    </Page>
  )
}

interface AsideProps {
  id: string
  rows: readonly QueueRow[]
  show: (id: string | null) => void
}

function Aside({ id, rows, show }: AsideProps) {
  const ids = useMemo(() => rows.map((row) => row.id), [rows])
  if (id.startsWith('dep_')) return <DepositRequest key={id} id={id} rows={rows} ids={ids} onShow={show} />
  return (
    <Suspense>
      <DecisionSheet key={id} id={id} ids={ids} onShow={show} />
    </Suspense>
  )
}

interface ListProps {
  search: RequestsSearch
  change: (changes: Partial<RequestsSearch>, options?: { replace?: boolean }) => void
  state: ReturnType<typeof useRequests>
}

function List({ search, change, state }: ListProps) {
  const { t } = useTranslation('pre-transactions')
  const errorText = useErrorText()
  const { requests, rows } = state
  const columns = useMemo(() => requestColumns(t), [t])
  const [held, setHeld] = useState<QueueRow | null>(null)
  const open = useCallback((row: QueueRow) => change({ open: row.id }), [change])
  useEnter(held, open)
  return (
    <DataTable
      listId="requests"
      label={t('request.title')}
      columns={columns}
      rows={rows}
      rowId={rowId}
      rowName={rowName}
      isLoading={requests.isPending}
      error={
        requests.error ? { message: errorText(requests.error), requestId: requests.error.requestId } : null
      }
      onRetry={() => void requests.refetch()}
      empty={
        search.search === undefined
          ? { title: t('request.empty'), hint: t('request.emptyHint') }
          : { title: t('queue.empty'), hint: t('queue.emptyHint') }
      }
      onOpen={open}
      onInHand={setHeld}
      href={(row) => hrefOf({ to: '/pre-transaction/request', search: { open: row.id } })}
      rowKeys={useRowKeys(open, search.open !== undefined)}
      bar={
        <FilterText
          label={t('queue.filters.search')}
          placeholder={t('queue.filters.searchHint')}
          value={search.search ?? ''}
          onChange={(text) =>
            change(
              { search: text === '' ? undefined : text, after: undefined, before: undefined },
              { replace: true },
            )
          }
        />
      }
      // The list is often short, so the pager would move up to it if it stood under the skeleton.
      pager={
        !requests.isPending && (
          <KeysetPager
            place={{ size: search.size, after: search.after, before: search.before }}
            answer={requests.data ?? null}
            onPlace={(place) => change({ ...place, after: place.after, before: place.before })}
          />
        )
      }
    />
  )
}

/** While no sheet is open, A and R take the row in hand onto one; U opens the member. */
function useRowKeys(open: (row: QueueRow) => void, isOpen: boolean): readonly RowKey<QueueRow>[] {
  const { t } = useTranslation('pre-transactions')
  const allowed = useAllows()
  const go = useGo()
  return useMemo(() => {
    const keys: RowKey<QueueRow>[] = []
    if (allowed({ memberManagement: ['isRead', 'isUpdate'] })) {
      const run = (row: QueueRow) => go({ to: '/member/member-detail/{id}', id: row.member.id })
      keys.push({ key: 'U', label: t('queue.keys.member'), run })
    }
    if (!isOpen && allowed({ pretransactionRequest: ['isRead', 'isUpdate'] })) {
      keys.push({ key: 'A', label: t('queue.keys.approve'), run: open })
      keys.push({ key: 'R', label: t('queue.keys.reject'), run: open })
    }
    return keys
  }, [t, allowed, go, open, isOpen])
}
