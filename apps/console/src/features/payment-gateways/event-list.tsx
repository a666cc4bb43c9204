import { gatewayEventStates } from '@khlang/contract/values/gateway-values.ts'
import { lazy } from 'react'
import { loadChunk } from '../../lib/chunks.ts'
import { listPart } from '../../lib/list/list-screen.tsx'
import { Status } from '../../ui/figures/Status.tsx'
import { eventTones } from './gateway-shapes.ts'

const EventPanel = lazy(() => loadChunk('gateway-event', () => import('./EventPanel.tsx')))

/** What gateways told, as it came: also what was not signed as it must be. */
export const EventList = listPart({
  call: 'paymentGateways.events',
  area: 'payment-gateways',
  texts: 'events',
  paging: 'keyset',
  listId: 'gatewayEvents',
  keeps: { tab: 'events' },
  name: (row) => row.orderRef ?? row.gateway.name,
  query: { live: 'gatewayOrder', refetchEveryMs: 15_000 },
  panel: { is: 'gwe', Panel: EventPanel },
  card: ['amount', 'verdict', 'receivedAt'],
  filters: (filter) => [filter.many('state', gatewayEventStates, { names: 'eventState' })],
  columns: (column) => [
    column.cell('gateway', 140, (row) => row.gateway.name, { isFixed: true, card: 'title' }),
    column.cell('kind', 110, (row, { t }) => (row.kind === null ? '–' : t(`eventKind.${row.kind}`))),
    column.money('amount', 'amountMinor', 124),
    column.cell('verdict', 150, (row, { t }) => t(`verdict.${row.verdict}`)),
    column.cell(
      'state',
      180,
      (row, { t }) => <Status tone={eventTones[row.state]} label={t(`eventState.${row.state}`)} />,
      { card: 'aside' },
    ),
    column.count('repeats', 90),
    column.time('receivedAt', 116),
  ],
})
