import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../lib/chunks.ts'
import { useFailure } from '../../lib/failure.ts'
import { hrefOf, useGo } from '../../lib/navigation.tsx'
import { useAllows } from '../../lib/permissions.ts'
import { useQueryCall } from '../../lib/query.ts'
import { useScreenSearch } from '../../lib/search.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Filters } from '../../ui/Filters.tsx'
import type { FilterField } from '../../ui/filter-fields.ts'
import { NumberedPager } from '../../ui/NumberedPager.tsx'
import { Page } from '../../ui/Page.tsx'
import { parseRoles } from './employees-search.ts'
import { roleIdOf, type RoleRow } from './employee-shapes.ts'
import { useRoleColumns } from './role-columns.tsx'
import { byShownName, useRoleName } from '../../lib/right-words.ts'

const RolePanel = lazy(() => loadChunk('role', () => import('./RolePanel.tsx')))
const noRows: readonly RoleRow[] = []
const hrefOfRole = (row: RoleRow) => hrefOf({ to: '/employee/role-edit/{id}', id: roleIdOf(row) })
const hrefOfView = (row: RoleRow) =>
  hrefOf({ to: '/employee/role-management', search: { open: roleIdOf(row) } })
type RoleFilter = Pick<ReturnType<typeof parseRoles>, 'search'>

/** `/employee/role-management`: the roles, how far each goes and how many people hold it. */
export default function RoleList() {
  const { t, i18n } = useTranslation('employees')
  const [search, change] = useScreenSearch(parseRoles)
  const go = useGo()
  const allowed = useAllows()
  const mayEdit = allowed({ roleManagement: ['isRead', 'isUpdate'] })
  const failure = useFailure()
  const nameOf = useRoleName()
  const { page, size } = search
  const wanted = { page, size, search: search.search ?? '' }
  const list = useQueryCall('roles.list', wanted, { keepsPrevious: true, live: 'role' })
  const rows = useMemo(
    () => byShownName(list.data?.records ?? noRows, nameOf, i18n.language),
    [list.data, nameOf, i18n.language],
  )
  const columns = useRoleColumns()
  const filterBy = useCallback(
    (changes: Partial<RoleFilter>) => change({ ...changes, page: 1 }, { replace: true }),
    [change],
  )
  const fields = useMemo(
    (): readonly FilterField<RoleFilter>[] => [
      { kind: 'text', name: 'search', label: t('roles.search'), placeholder: t('roles.searchHint') },
    ],
    [t],
  )
  return (
    <Page
      title={t('roles.title')}
      description={t('roles.lead')}
      actions={
        allowed({ roleManagement: ['isCreate'] }) && (
          <Button
            component={AppLink}
            href={hrefOf({ to: '/employee/role-add' })}
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            {t('roles.add')}
          </Button>
        )
      }
    >
      <Filters<RoleFilter> fields={fields} values={search} onChange={filterBy} />
      <DataTable
        listId="roles"
        label={t('roles.title')}
        columns={columns}
        rows={rows}
        rowId={roleIdOf}
        rowName={(row) => nameOf(row.roleName)}
        isLoading={list.isPending}
        error={failure(list.error)}
        onRetry={() => void list.refetch()}
        empty={{ title: t('roles.empty'), hint: t('roles.emptyHint') }}
        onOpen={(row) =>
          mayEdit
            ? go({ to: '/employee/role-edit/{id}', id: roleIdOf(row) })
            : change({ open: roleIdOf(row) })
        }
        href={mayEdit ? hrefOfRole : hrefOfView}
        pager={
          <NumberedPager
            page={page}
            size={size}
            totalPages={list.data?.totalPages ?? 1}
            totalRecords={list.data?.totalRecords ?? 0}
            onPage={(next) => change({ page: next })}
            onSize={(next) => change({ size: next, page: 1 })}
          />
        }
      />
      {search.open !== undefined && (
        <Suspense>
          <RolePanel id={search.open} onClose={() => change({ open: undefined }, { replace: true })} />
        </Suspense>
      )}
    </Page>
  )
}
