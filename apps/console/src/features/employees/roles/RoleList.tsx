import { lazy, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../../lib/chunks.ts'
import { listScreen } from '../../../lib/list/list-screen.tsx'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { byShownName, useRoleName } from '../../../lib/person/right-words.ts'
import { roleIdOf, type RoleRow } from '../employee-shapes.ts'
import { ClonedFrom, CloneLink, RoleAbout, RoleLimit, RoleTitle } from './role-cells.tsx'
import { useMayViewAs, ViewAsIcon } from '../ViewAs.tsx'

const RolePanel = lazy(() => loadChunk('role', () => import('./RolePanel.tsx')))
const act = { align: 'center', card: 'aside' } as const

const useMayClone = () => useAllows()({ roleManagement: ['isRead', 'isCreate'] })

/** By the name that the person reads: the templates' names are translated. */
function useByName(rows: readonly RoleRow[]): readonly RoleRow[] {
  const { i18n } = useTranslation('employees')
  const nameOf = useRoleName()
  return useMemo(() => byShownName(rows, nameOf, i18n.language), [rows, nameOf, i18n.language])
}

/** `/employee/role-management`: the roles, how far each goes and how many people hold it. */
export default listScreen({
  call: 'roles.list',
  area: 'employees',
  texts: 'roles',
  paging: 'numbered',
  listId: 'roles',
  rowId: roleIdOf,
  useRows: useByName,
  useTable: () => {
    const nameOf = useRoleName()
    return { rowName: (row) => nameOf(row.roleName) }
  },
  query: { live: 'role' },
  add: { to: '/employee/role-add', requires: { roleManagement: ['isCreate'] } },
  opens: {
    href: (row) => hrefOf({ to: '/employee/role-edit/{id}', id: roleIdOf(row) }),
    requires: { roleManagement: ['isRead', 'isUpdate'] },
  },
  panel: { is: 'rol', Panel: RolePanel },
  card: ['memberCount', 'description'],
  filters: (filter) => [filter.text('search', { label: 'roles.search', hint: 'roles.searchHint' })],
  columns: (column) => [
    column.cell('roleName', 164, (row) => <RoleTitle row={row} />, { isFixed: true, card: 'title' }),
    // How far a role goes is read first, whole on a narrow desk.
    column.cell(
      'approvalLimitMinor',
      148,
      ({ abilities }) => <RoleLimit minor={abilities.approvalLimitMinor} />,
      { heading: 'abilities.approvalLimitMinor', align: 'end' },
    ),
    column.cell(
      'adjustmentPerDayMinor',
      148,
      ({ abilities }) => <RoleLimit minor={abilities.adjustmentPerDayMinor} />,
      { heading: 'abilities.adjustmentPerDayMinor', align: 'end' },
    ),
    column.count('memberCount', 84),
    column.cell('flagCount', 112, (row, { t }) => t('roles.ofAll', { count: row.flagCount }), {
      align: 'end',
    }),
    column.cell('clone', 80, (row) => <CloneLink row={row} />, {
      ...act,
      heading: 'roles.cloneShort',
      isShown: useMayClone,
    }),
    column.cell('viewAs', 80, (row) => <ViewAsIcon role={row} />, {
      ...act,
      heading: 'viewAs.short',
      isShown: useMayViewAs,
    }),
    column.cell('description', 206, (row) => <RoleAbout row={row} />),
    column.cell('clonedFrom', 140, (row) => <ClonedFrom row={row} />, { isHidden: true }),
    column.time('updatedAt', 116),
  ],
})
