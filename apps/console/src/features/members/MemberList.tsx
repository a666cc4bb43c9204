import { memberExportColumns, memberSorts } from '@khlang/contract/value-lists.ts'
import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailure } from '../../lib/failure.ts'
import { hrefOf, useGo } from '../../lib/navigation.tsx'
import { useAllows } from '../../lib/permissions.ts'
import { useQueryCall } from '../../lib/query.ts'
import { useScreenSearch } from '../../lib/search.ts'
import { firstPage } from '../../lib/search-values.ts'
import { useExport } from '../../lib/use-export.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { ExportButton } from '../../ui/ExportButton.tsx'
import { Filters } from '../../ui/Filters.tsx'
import { KeysetPager } from '../../ui/KeysetPager.tsx'
import { Money } from '../../ui/Money.tsx'
import { Page } from '../../ui/Page.tsx'
import type { Sort, Totals } from '../../ui/table-columns.ts'
import { useMemberColumns } from './member-columns.tsx'
import { useMemberFilters } from './member-filters.ts'
import type { MemberRow } from './member-shapes.ts'
import {
  membersFilter,
  membersInput,
  parseMembers,
  type MembersFilterValues,
  type MembersSearch,
} from './members-search.ts'
import { useMemberSheets } from './MemberSheets.tsx'

const listId = 'members'
const noRows: readonly MemberRow[] = []
const sums = {
  balance: 'balanceMinor',
  deposit: 'depositMinor',
  withdrawal: 'withdrawalMinor',
  net: 'netMinor',
} as const

/** `/member/member-management`: who the members are and how they stand. */
export default function MemberList() {
  const { t } = useTranslation('members')
  const [search, change] = useScreenSearch(parseMembers)
  const go = useGo()
  const allowed = useAllows()
  const mayOpen = allowed({ memberManagement: ['isRead', 'isUpdate'] })
  const failure = useFailure()
  const list = useQueryCall('members.list', membersInput(search), {
    keepsPrevious: true,
    ...liveOf(search),
  })
  const totals = useTotals(search, list.data?.records ?? noRows)
  const { open, sheets } = useMemberSheets()
  const columns = useMemberColumns(open)
  const exported = useExport('members.exportList', {
    filter: membersFilter(search),
    listId,
    columns,
    inFile: memberExportColumns,
  })
  const fields = useMemberFilters()
  const filterBy = useCallback(
    (changes: Partial<MembersFilterValues>) => change({ ...changes, ...firstPage }, { replace: true }),
    [change],
  )
  const sortBy = (sort: Sort | null) => {
    const known = memberSorts.find((each) => each === sort?.columnId)
    change({ sort: known, isAscending: known && sort ? !sort.isDescending : undefined, ...firstPage })
  }
  // What is searched stands in the order of the match until a column is chosen.
  const sort: Sort | null =
    search.search && !search.sort
      ? null
      : { columnId: search.sort ?? 'createdAt', isDescending: !(search.isAscending ?? false) }
  return (
    <Page
      title={t('list.title')}
      actions={
        allowed({ memberManagement: ['isCreate'] }) && (
          <Button
            component={AppLink}
            href={hrefOf({ to: '/member/member-add' })}
            leftSection={<IconUserPlus size={18} aria-hidden />}
          >
            {t('list.add')}
          </Button>
        )
      }
    >
      <Filters<MembersFilterValues> fields={fields} values={search} onChange={filterBy}>
        {exported && <ExportButton {...exported} />}
      </Filters>
      <DataTable
        listId={listId}
        label={t('list.title')}
        columns={columns}
        rows={list.data?.records ?? noRows}
        rowId={rowId}
        rowName={rowName}
        isLoading={list.isPending}
        error={failure(list.error)}
        onRetry={() => void list.refetch()}
        empty={{ title: t('list.empty'), hint: t('list.emptyHint') }}
        sort={sort}
        onSort={sortBy}
        totals={totals.cells}
        onOpen={mayOpen ? (row) => go({ to: '/member/member-detail/{id}', id: row.id }) : undefined}
        href={mayOpen ? hrefOfMember : undefined}
        pager={
          <KeysetPager
            place={search}
            answer={list.data ?? null}
            onPlace={({ size, after, before }) => change({ size, after, before })}
            count={totals.count}
          />
        }
      />
      {sheets}
    </Page>
  )
}

/** What waits goes as others settle it; the whole list would be read again with every deposit. */
const liveOf = ({ accountChange }: MembersSearch) =>
  accountChange === undefined ? {} : ({ live: 'member' } as const)
const rowId = (row: MemberRow) => row.id
const rowName = (row: MemberRow) => row.username
const hrefOfMember = (row: MemberRow) => hrefOf({ to: '/member/member-detail/{id}', id: row.id })

/** Sums of this page, and of the whole filter by the server. */
function useTotals(search: MembersSearch, rows: readonly MemberRow[]) {
  const { data } = useQueryCall('members.totals', membersFilter(search), {
    keepsPrevious: true,
    isTracked: false,
    ...liveOf(search),
  })
  const cells = useMemo((): Totals => {
    const line = (minorOf: (key: (typeof sums)[keyof typeof sums]) => number) =>
      Object.fromEntries(
        Object.entries(sums).map(([id, key]) => [id, <Money key={id} minor={minorOf(key)} />]),
      )
    return {
      page: line((key) => rows.reduce((sum, row) => sum + row[key], 0)),
      ...(data ? { filter: line((key) => data[key]) } : {}),
    }
  }, [rows, data])
  const isOfSearch = Boolean(search.search)
  return { cells, count: data ? { value: data.count, isEstimate: data.isEstimate, isOfSearch } : null }
}
