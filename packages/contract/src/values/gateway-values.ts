/** Closed lists of values of payment gateways: no schema here, so that a browser may read them. */

/** A gateway: which way its money goes, how members pay, and whether it is used. */
export const gatewayAdapters = ['signedHttp', 'opn', 'sandbox'] as const
export const gatewayDirections = ['in', 'out', 'both'] as const
export const gatewayMethods = ['promptPay', 'bankTransfer'] as const
export const gatewayStates = ['active', 'paused', 'maintenance'] as const
export const feeBearers = ['house', 'member'] as const

/** An order to pay through a gateway. `unknown`: what the gateway says does not fit it; a person looks. */
export const gatewayOrderStates = [
  'created',
  'pending',
  'paid',
  'failed',
  'expired',
  'refunded',
  'unknown',
] as const

/** What became of what a gateway told us. The last ones are for people, until `closed`. */
export const gatewayEventStates = [
  'received',
  'applied',
  'noEffect',
  'parked',
  'refused',
  'closed',
  'unknownOrder',
  'differs',
  'late',
  'doubled',
  'unreadable',
] as const
export const openEventStates = [
  'parked',
  'unknownOrder',
  'differs',
  'late',
  'doubled',
  'unreadable',
] as const

/** How sure it is that the gateway said it. */
export const eventVerdicts = ['signed', 'asked', 'forged', 'stale', 'address', 'conflicting'] as const

/** Why an order does not go through a gateway. */
export const routeReasons = [
  'paused',
  'maintenance',
  'direction',
  'method',
  'closedNow',
  'belowMin',
  'aboveMax',
  'notExact',
  'level',
  'dayCap',
  'feeEatsAmount',
  'breakerOpen',
  'errorRate',
] as const
