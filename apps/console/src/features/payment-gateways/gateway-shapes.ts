import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import type { Tone } from '../../ui/figures/Status.tsx'

export type GatewayCardRow = OutputOf<CallOf<'paymentGateways.list'>>['records'][number]
export type GatewaySettings = OutputOf<CallOf<'paymentGateways.get'>>
export type OrderRow = OutputOf<CallOf<'paymentGateways.orders'>>['records'][number]
export type OrderDetail = OutputOf<CallOf<'paymentGateways.order'>>
export type EventRow = OutputOf<CallOf<'paymentGateways.events'>>['records'][number]
export type SettlementRow = OutputOf<CallOf<'paymentGateways.settlements'>>['records'][number]
export type RouteRow = OutputOf<CallOf<'paymentGateways.simulate'>>['records'][number]

export const gatewayTones: Readonly<Record<GatewayCardRow['state'], Tone>> = {
  active: 'green',
  paused: 'amber',
  maintenance: 'blue',
}

export const orderTones: Readonly<Record<OrderRow['state'], Tone>> = {
  created: 'grey',
  pending: 'blue',
  paid: 'green',
  failed: 'grey',
  expired: 'grey',
  refunded: 'purple',
  unknown: 'red',
}

/** Red wants a person; amber was not believed. */
export const eventTones: Readonly<Record<EventRow['state'], Tone>> = {
  received: 'blue',
  applied: 'green',
  noEffect: 'grey',
  refused: 'amber',
  closed: 'grey',
  parked: 'red',
  unknownOrder: 'red',
  differs: 'red',
  late: 'red',
  doubled: 'red',
  unreadable: 'red',
}
