import { employeeStates, employeeTypes } from '@khlang/contract/value-lists.ts'
import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../lib/chunks.ts'
import { useFailure } from '../../lib/failure.ts'
import { hrefOf } from '../../lib/navigation.tsx'
import { useAllows } from '../../lib/permissions.ts'
import { useQueryCall } from '../../lib/query.ts'
import { useScreenSearch } from '../../lib/search.ts'
import { firstPage } from '../../lib/search-values.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Filters } from '../../ui/Filters.tsx'
import type { FilterField } from '../../ui/filter-fields.ts'
import { KeysetPager } from '../../ui/KeysetPager.tsx'
import { Page } from '../../ui/Page.tsx'
import { useEmployeeColumns } from './employee-columns.tsx'
import type { EmployeeRow } from './employee-shapes.ts'
import { employeesInput, parseEmployees, type EmployeesFilterValues } from './employees-search.ts'
import { useRoleName } from '../../lib/right-words.ts'

const EmployeePanel = lazy(() => loadChunk('employee', () => import('./EmployeePanel.tsx')))
const noRows: readonly EmployeeRow[] = []
const rowId = (row: EmployeeRow) => row.id
const rowName = (row: EmployeeRow) => row.username
const hrefOfRow = (row: EmployeeRow) =>
  hrefOf({ to: '/employee/employee-management', search: { open: row.id } })

/** `/employee/employee-management`: who works here, with which role, and who is at work now. */
export default function EmployeeList() {
  const { t } = useTranslation('employees')
  const [search, change] = useScreenSearch(parseEmployees)
  const allowed = useAllows()
  const failure = useFailure()
  const list = useQueryCall('employees.list', employeesInput(search), {
    keepsPrevious: true,
    live: 'employee',
  })
  const rows = list.data?.records ?? noRows
  const columns = useEmployeeColumns()
  const fields = useEmployeeFilters()
  const filterBy = useCallback(
    (changes: Partial<EmployeesFilterValues>) => change({ ...changes, ...firstPage }, { replace: true }),
    [change],
  )
  const place = rows.findIndex((row) => row.id === search.open)
  const step = (to: number) => {
    const row = place < 0 ? undefined : rows[to]
    return row ? () => change({ open: row.id }, { replace: true }) : undefined
  }
  return (
    <Page
      title={t('list.title')}
      actions={
        allowed({ employeeManagement: ['isCreate'] }) && (
          <Button
            component={AppLink}
            href={hrefOf({ to: '/employee/employee-add' })}
            leftSection={<IconUserPlus size={18} aria-hidden />}
          >
            {t('list.add')}
          </Button>
        )
      }
    >
      <Filters<EmployeesFilterValues> fields={fields} values={search} onChange={filterBy} />
      <DataTable
        listId="employees"
        label={t('list.title')}
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowName={rowName}
        isLoading={list.isPending}
        error={failure(list.error)}
        onRetry={() => void list.refetch()}
        empty={{ title: t('list.empty'), hint: t('list.emptyHint') }}
        onOpen={(row) => change({ open: row.id })}
        href={hrefOfRow}
        pager={
          <KeysetPager
            place={search}
            answer={list.data ?? null}
            onPlace={({ size, after, before }) => change({ size, after, before, open: undefined })}
          />
        }
      />
      {search.open !== undefined && (
        <Suspense>
          <EmployeePanel
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

function useEmployeeFilters(): readonly FilterField<EmployeesFilterValues>[] {
  const { t } = useTranslation('employees')
  const nameOf = useRoleName()
  const { data: roles } = useQueryCall('roles.options', {}, { isTracked: false, live: 'role' })
  return useMemo(
    () => [
      {
        kind: 'text',
        name: 'username',
        label: t('filter.username'),
        placeholder: t('filter.usernameHint'),
      },
      {
        kind: 'multi',
        name: 'roleIds',
        label: t('field.role'),
        options: (roles ?? []).map(({ _id, roleName }) => ({ value: _id, label: nameOf(roleName) })),
      },
      {
        kind: 'multi',
        name: 'states',
        label: t('field.state'),
        options: employeeStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      { kind: 'yesNo', name: 'isOnline', label: t('filter.isOnline') },
      {
        kind: 'multi',
        name: 'types',
        label: t('field.type'),
        isMore: true,
        options: employeeTypes.map((value) => ({ value, label: t(`types.${value}`) })),
      },
    ],
    [t, roles, nameOf],
  )
}
