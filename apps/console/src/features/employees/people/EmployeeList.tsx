import { employeeStates, employeeTypes } from '@khlang/contract/values/value-lists.ts'
import { IconUserPlus } from '@tabler/icons-react'
import { lazy, useMemo } from 'react'
import { loadChunk } from '../../../lib/chunks.ts'
import { listScreen } from '../../../lib/list/list-screen.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { useRoleName } from '../../../lib/person/right-words.ts'
import { ActivityIcon, useMayReadLog } from '../ActivityLink.tsx'
import { EmployeeMarks, OnlineMark, RoleName } from '../employee-cells.tsx'

const EmployeePanel = lazy(() => loadChunk('employee', () => import('./EmployeePanel.tsx')))
const isRoleId = (text: string): boolean => /^rol_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(text)

function useRoleOptions() {
  const nameOf = useRoleName()
  const { data } = useQueryCall('roles.options', {}, { isTracked: false, live: 'role' })
  return useMemo(
    () => (data ?? []).map(({ _id, roleName }) => ({ value: _id, label: nameOf(roleName) })),
    [data, nameOf],
  )
}

/** `/employee/employee-management`: who works here, with which role, and who is at work now. */
export default listScreen({
  call: 'employees.list',
  area: 'employees',
  paging: 'keyset',
  listId: 'employees',
  name: (row) => row.username,
  query: { live: 'employee' },
  add: {
    to: '/employee/employee-add',
    requires: { employeeManagement: ['isCreate'] },
    icon: <IconUserPlus size={18} aria-hidden />,
  },
  panel: { is: 'emp', Panel: EmployeePanel },
  card: ['displayName', 'role'],
  filters: (filter) => [
    filter.text('username', { max: 64, label: 'filter.username', hint: 'filter.usernameHint' }),
    filter.chosen('roleIds', { label: 'field.role', choices: useRoleOptions, isKnown: isRoleId }),
    filter.many('states', employeeStates, { label: 'field.state', names: 'states' }),
    filter.yesNo('isOnline', { label: 'filter.isOnline' }),
    filter.many('types', employeeTypes, { label: 'field.type', names: 'types', isMore: true }),
  ],
  columns: (column) => [
    column.title('username', 112),
    column.text('displayName', 116),
    column.cell('activity', 80, (row) => <ActivityIcon username={row.username} />, {
      heading: 'activity.short',
      align: 'center',
      isShown: useMayReadLog,
    }),
    column.cell('role', 164, (row) => <RoleName row={row} />),
    column.cell('state', 160, (row) => <EmployeeMarks row={row} />, { card: 'aside' }),
    column.cell('isOnline', 104, (row) => <OnlineMark isOnline={row.isOnline} />),
    column.cell('otp', 122, (row, { t }) => t(row.otpEnable ? 'otp.on' : 'otp.off')),
    column.time('lastLoginAt', 124),
    column.text('lastLoginAddress', 126),
    column.cell('type', 110, (row, { t }) => t(`types.${row.type}`), { isHidden: true }),
    column.exact('createdAt', 156, { isHidden: true }),
    column.text('createdBy', 130, { isHidden: true }),
  ],
})
