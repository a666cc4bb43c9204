import { deviceStates } from '@khlang/contract/values/value-lists.ts'
import { lazy } from 'react'
import { loadChunk } from '../../../lib/chunks.ts'
import { listPart } from '../../../lib/list/list-screen.tsx'
import { Accounts, AppOf, Battery, MessagesToday, Pending, Skew } from '../device-cells.tsx'
import { DeviceStates } from '../DeviceStates.tsx'

const DevicePanel = lazy(() => loadChunk('device', () => import('./DevicePanel.tsx')))
/** Heartbeats are announced by nobody, and a phone falls silent without an event. */
const refetchEveryMs = 15_000

/** The phones, and how each of them runs. */
export const PhoneList = listPart({
  call: 'devices.list',
  area: 'devices',
  paging: 'numbered',
  listId: 'devices',
  name: (row) => row.name,
  query: { live: 'device', refetchEveryMs },
  panel: { is: 'dev', Panel: DevicePanel },
  card: ['accounts', 'battery', 'lastSeenAt'],
  filters: (filter) => [
    filter.text('search', { label: 'field.search', hint: 'list.searchHint' }),
    filter.one('state', deviceStates, { names: 'states' }),
  ],
  columns: (column) => [
    column.title('name', 132),
    column.text('place', 96, { isHidden: true }),
    column.cell('state', 146, (row) => <DeviceStates device={row} isShort />, { card: 'aside' }),
    column.cell('accounts', 212, (row) => (row.accounts.length === 0 ? '–' : <Accounts device={row} />)),
    column.cell('battery', 76, (row) => <Battery device={row} />, { align: 'end' }),
    column.cell('pending', 62, (row) => <Pending device={row} />, {
      align: 'end',
      heading: 'short.pending',
    }),
    column.cell('skew', 92, (row) => <Skew device={row} />, { align: 'end', heading: 'short.skew' }),
    column.time('lastSeenAt', 96),
    column.time('lastMessageAt', 106),
    column.cell('readToday', 66, (row) => <MessagesToday device={row} kind="read" />, {
      align: 'end',
      heading: 'short.readToday',
    }),
    column.cell('failedToday', 76, (row) => <MessagesToday device={row} kind="failed" />, {
      align: 'end',
      heading: 'short.failedToday',
    }),
    column.cell('model', 92, (row) => <AppOf device={row} />),
  ],
})
