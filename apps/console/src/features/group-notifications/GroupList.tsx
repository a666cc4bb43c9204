import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../lib/chunks.ts'
import { useFailure } from '../../lib/failure.ts'
import { hrefOf } from '../../lib/navigation.tsx'
import { useProfile } from '../../lib/profile.ts'
import { useQueryCall } from '../../lib/query.ts'
import { useScreenSearch } from '../../lib/search.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Filters } from '../../ui/Filters.tsx'
import type { FilterField } from '../../ui/filter-fields.ts'
import { NumberedPager } from '../../ui/NumberedPager.tsx'
import { Page } from '../../ui/Page.tsx'
import { useGroupColumns } from './group-columns.tsx'
import { groupsInput, parseGroups, type GroupFilter } from './group-search.ts'
import type { GroupRow } from './group-shapes.ts'

const GroupPanel = lazy(() => loadChunk('group', () => import('./GroupPanel.tsx')))
const noRows: readonly GroupRow[] = []
const rowId = (row: GroupRow) => row.id
const rowName = (row: GroupRow) => row.name
const hrefOfRow = (row: GroupRow) => hrefOf({ to: '/group-notification/list', search: { open: row.id } })
/** What is sent meanwhile is announced by nobody. */
const refreshMs = 15_000

/** `/group-notification/list`: the chat groups that are told of events, and how that goes. */
export default function GroupList() {
  const { t } = useTranslation('group-notifications')
  const [search, change] = useScreenSearch(parseGroups)
  const failure = useFailure()
  const list = useQueryCall('groupNotifications.list', groupsInput(search), {
    keepsPrevious: true,
    live: 'group',
    refetchEveryMs: refreshMs,
  })
  const rows = list.data?.records ?? noRows
  const columns = useGroupColumns()
  const fields = useMemo(
    (): readonly FilterField<GroupFilter>[] => [
      { kind: 'text', name: 'search', label: t('field.name'), placeholder: t('list.searchHint') },
    ],
    [t],
  )
  const filterBy = useCallback(
    (changes: Partial<GroupFilter>) => change({ ...changes, page: 1 }, { replace: true }),
    [change],
  )
  const place = rows.findIndex((row) => row.id === search.open)
  const step = (to: number) => {
    const row = place < 0 ? undefined : rows[to]
    return row && (() => change({ open: row.id }, { replace: true }))
  }
  return (
    <Page title={t('list.title')} description={t('list.lead')} actions={<AddLink />}>
      <Filters<GroupFilter> fields={fields} values={search} onChange={filterBy} />
      <DataTable
        listId="group-notifications"
        label={t('list.title')}
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowName={rowName}
        isLoading={list.isPending}
        error={failure(list.error)}
        onRetry={() => void list.refetch()}
        empty={
          search.search === undefined
            ? { title: t('list.empty'), hint: t('list.emptyHint') }
            : { title: t('list.notFound'), hint: t('list.notFoundHint') }
        }
        onOpen={(row) => change({ open: row.id })}
        href={hrefOfRow}
        pager={
          list.data && (
            <NumberedPager
              page={search.page}
              size={search.size}
              totalPages={list.data.totalPages}
              totalRecords={list.data.totalRecords}
              onPage={(page) => change({ page, open: undefined })}
              onSize={(size) => change({ size, page: 1, open: undefined })}
            />
          )
        }
      />
      {search.open !== undefined && (
        <Suspense>
          <GroupPanel
            id={search.open}
            onClose={() => change({ open: undefined }, { replace: true })}
            onPrevious={step(place - 1)}
            onNext={step(place + 1)}
          />
        </Suspense>
      )}
    </Page>
  )
}

/** Any of the staff makes a group; nobody else may. */
function AddLink() {
  const { t } = useTranslation('group-notifications')
  if (useProfile().type !== 'staff') return null
  return (
    <Button
      component={AppLink}
      href={hrefOf({ to: '/group-notification/add' })}
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      {t('list.add')}
    </Button>
  )
}
