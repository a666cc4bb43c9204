import { lazy } from 'react'
import { loadChunk } from '../../lib/chunks.ts'
import { listScreen } from '../../lib/list/list-screen.tsx'
import { ChannelMark } from './ChannelMark.tsx'
import { FailedCount, LastError } from './group-cells.tsx'
import { GroupStates } from './GroupStates.tsx'

const GroupPanel = lazy(() => loadChunk('group', () => import('./GroupPanel.tsx')))
/** What is sent meanwhile is announced by nobody. */
const refetchEveryMs = 15_000

/** `/group-notification/list`: the chat groups that are told of events, and how that goes. */
export default listScreen({
  call: 'groupNotifications.list',
  area: 'group-notifications',
  paging: 'numbered',
  listId: 'group-notifications',
  name: (row) => row.name,
  query: { live: 'group', refetchEveryMs },
  add: { to: '/group-notification/add', isOfStaff: true },
  panel: { is: 'grp', Panel: GroupPanel },
  card: ['channel', 'sentToday'],
  filters: (filter) => [filter.text('search', { label: 'field.name', hint: 'list.searchHint' })],
  columns: (column) => [
    column.title('name', 168),
    column.cell('channel', 108, (row) => <ChannelMark channel={row.channel} />),
    column.cell('state', 146, (row) => <GroupStates group={row} />, { card: 'aside' }),
    column.count('eventCount', 78),
    column.count('sentToday', 100, { heading: 'short.sentToday' }),
    column.cell('failedToday', 104, (row) => <FailedCount group={row} />, {
      heading: 'short.failedToday',
      align: 'end',
    }),
    column.count('waiting', 76),
    column.time('lastSentAt', 112),
    column.cell('lastError', 136, (row) => <LastError group={row} />),
    column.text('owner', 102),
  ],
})
