import { gatewayOrderStates } from '@khlang/contract/values/gateway-values.ts'
import { lazy } from 'react'
import { loadChunk } from '../../lib/chunks.ts'
import { listPart } from '../../lib/list/list-screen.tsx'
import { OrderStatus } from './OrderStatus.tsx'

const OrderPanel = lazy(() => loadChunk('gateway-order', () => import('./OrderPanel.tsx')))

/** What was ordered through gateways, newest first. */
export const OrderList = listPart({
  call: 'paymentGateways.orders',
  area: 'payment-gateways',
  texts: 'orders',
  paging: 'keyset',
  listId: 'gatewayOrders',
  keeps: { tab: 'orders' },
  name: (row) => row.reference,
  query: { live: 'gatewayOrder', refetchEveryMs: 15_000 },
  panel: { is: 'gwo', Panel: OrderPanel },
  card: ['amount', 'gateway', 'createdAt'],
  filters: (filter) => [filter.many('state', gatewayOrderStates, { names: 'orderState' })],
  columns: (column) => [
    column.title('reference', 136),
    column.cell('member', 136, (row) => row.member.username),
    column.cell('gateway', 140, (row) => row.gateway.name),
    column.money('amount', 'amountMinor', 124),
    column.money('fee', 'feeMinor', 104),
    column.cell('state', 220, (order) => <OrderStatus order={order} />, { card: 'aside' }),
    column.time('createdAt', 116),
    column.time('paidAt', 116),
  ],
})
