import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../lib/chunks.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { hrefOf } from '../../lib/navigation.tsx'
import { useScreenSearch } from '../../lib/search.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { FilterText } from '../../ui/FilterText.tsx'
import { KeysetPager } from '../../ui/KeysetPager.tsx'
import { Page } from '../../ui/Page.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import type { Quick } from './DecisionActs.tsx'
import { DepositRequest } from './DepositRequest.tsx'
import type { Pressed } from './pressed.ts'
import { requestColumns } from './request-columns.tsx'
import { parseRequests, requestTabs, type RequestsSearch } from './requests-search.ts'
import type { QueueRow } from './queue-shapes.ts'
import { actsColumn, besideSheet } from './RowActs.tsx'
import { Split } from './Split.tsx'
import { useRequests } from './use-requests.ts'
import { useRowKeys } from './use-row-keys.ts'

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
  const [pressed, setPressed] = useState<Pressed | null>(null)
  const show = useCallback(
    (id: string | null) => {
      setPressed(null)
      change({ open: id ?? undefined }, { replace: true })
    },
    [change],
  )
  const counts = {
    requests: isMore ? (requests.data?.totalCount ?? undefined) : requests.data?.records.length,
    approvals: state.approvals.data?.records.length,
  }
  return (
    <Page title={t('request.title')} description={t('request.lead')}>
      <Split
        aside={
          search.tab === 'approvals' || search.open === undefined ? null : (
            <Aside
              id={search.open}
              rows={rows}
              quick={pressed?.id === search.open ? pressed.quick : undefined}
              show={show}
            />
          )
        }
      >
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
            <List search={search} change={change} state={state} onPressed={setPressed} />
          )}
        </Tabs>
      </Split>
    </Page>
  )
}

interface AsideProps {
  id: string
  rows: readonly QueueRow[]
  quick: Quick | undefined
  show: (id: string | null) => void
}

function Aside({ id, rows, quick, show }: AsideProps) {
  const key = `${id}:${quick}`
  if (id.startsWith('dep_'))
    return <DepositRequest key={key} id={id} rows={rows} isRejecting={quick === 'reject'} onShow={show} />
  return (
    <Suspense>
      <DecisionSheet key={key} id={id} rows={rows} quick={quick} onShow={show} />
    </Suspense>
  )
}

interface ListProps {
  search: RequestsSearch
  change: (changes: Partial<RequestsSearch>, options?: { replace?: boolean }) => void
  state: ReturnType<typeof useRequests>
  onPressed: (pressed: Pressed | null) => void
}

function List({ search, change, state, onPressed }: ListProps) {
  const { t } = useTranslation('pre-transactions')
  const errorText = useErrorText()
  const { requests, rows } = state
  const onQuick = useCallback(
    (row: QueueRow, quick: Quick | null) => {
      onPressed(quick && { id: row.id, quick })
      change({ open: row.id })
    },
    [change, onPressed],
  )
  const { open: openId } = search
  const open = useCallback((row: QueueRow) => row.id !== openId && onQuick(row, null), [onQuick, openId])
  const columns = useMemo(
    () => [...requestColumns(t), actsColumn(t, { onOpen: open, onQuick })],
    [t, open, onQuick],
  )
  return (
    <DataTable
      listId="requests"
      label={t('request.title')}
      columns={columns}
      beside={search.open === undefined ? null : besideSheet}
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
      href={(row) => hrefOf({ to: '/pre-transaction/request', search: { open: row.id } })}
      openId={openId ?? null}
      rowKeys={useRowKeys(onQuick, openId !== undefined)}
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
