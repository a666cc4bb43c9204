import type {
  feeBearers,
  gatewayDirections,
  gatewayMethods,
  gatewayStates,
  routeReasons,
} from '@khlang/contract/values/gateway-values.ts'
import type { Breaker } from './breaker.ts'

/** A gateway as far as routing looks at it. */
export interface Candidate {
  readonly id: string
  readonly name: string
  readonly state: (typeof gatewayStates)[number]
  readonly direction: (typeof gatewayDirections)[number]
  readonly methods: readonly string[]
  readonly minMinor: number
  readonly maxMinor: number
  readonly dayCapMinor: number | null
  readonly exactMinor: readonly number[]
  readonly levels: readonly number[]
  readonly opensMinute: number
  readonly closesMinute: number
  readonly priority: number
  readonly weight: number
  readonly feeBps: number
  readonly feeFixedMinor: number
  readonly feeBy: (typeof feeBearers)[number]
  readonly breaker: Breaker
  /** Ordered today and not failed. */
  readonly orderedTodayMinor: number
  /** Of its last orders that are over: how many, and how many of them failed. */
  readonly endedCount: number
  readonly failedCount: number
}

export interface Wanted {
  readonly amountMinor: number
  readonly direction: 'in' | 'out'
  readonly method: (typeof gatewayMethods)[number]
  readonly level: number
  /** Minute of the day in Bangkok. */
  readonly minute: number
}

type RouteReason = (typeof routeReasons)[number]

export interface Route {
  readonly id: string
  readonly name: string
  readonly priority: number
  readonly isAccepted: boolean
  readonly reasons: readonly RouteReason[]
  readonly feeMinor: number
  readonly leftTodayMinor: number | null
}

/** What the gateway keeps of an amount: basis points, rounded up, and a fixed part. Pure. */
export const feeOf = (
  { feeBps, feeFixedMinor }: Pick<Candidate, 'feeBps' | 'feeFixedMinor'>,
  amountMinor: number,
): number => Math.ceil((amountMinor * feeBps) / 10_000) + feeFixedMinor

/** The hours of a gateway may reach over midnight. */
const isOpenAt = ({ opensMinute, closesMinute }: Candidate, minute: number): boolean =>
  opensMinute < closesMinute
    ? minute >= opensMinute && minute < closesMinute
    : minute >= opensMinute || minute < closesMinute

/** Above this share of failures among the last orders it is asked only where nobody else is there. */
const failedMaxBps = 8000
const endedMin = 10

/** Every reason at once, so that nobody mends one to find the next. */
function reasonsAgainst(gateway: Candidate, wanted: Wanted): RouteReason[] {
  const { amountMinor } = wanted
  const capLeft = gateway.dayCapMinor === null ? null : gateway.dayCapMinor - gateway.orderedTodayMinor
  const tests: readonly (readonly [RouteReason, boolean])[] = [
    ['paused', gateway.state === 'paused'],
    ['maintenance', gateway.state === 'maintenance'],
    ['direction', gateway.direction !== 'both' && gateway.direction !== wanted.direction],
    ['method', wanted.direction === 'in' && !gateway.methods.includes(wanted.method)],
    ['closedNow', !isOpenAt(gateway, wanted.minute)],
    ['belowMin', amountMinor < gateway.minMinor],
    ['aboveMax', amountMinor > gateway.maxMinor],
    ['notExact', gateway.exactMinor.length > 0 && !gateway.exactMinor.includes(amountMinor)],
    ['level', gateway.levels.length > 0 && !gateway.levels.includes(wanted.level)],
    ['dayCap', capLeft !== null && amountMinor > capLeft],
    ['feeEatsAmount', gateway.feeBy === 'member' && feeOf(gateway, amountMinor) >= amountMinor],
    ['breakerOpen', gateway.breaker === 'open'],
    [
      'errorRate',
      gateway.endedCount >= endedMin && gateway.failedCount * 10_000 > gateway.endedCount * failedMaxBps,
    ],
  ]
  return tests.flatMap(([reason, isSo]) => (isSo ? [reason] : []))
}

/**
 * How an order would go through each gateway, in the order of choice: the lowest priority number first, of
 * equal ones the one that has had the least today for its weight. Pure.
 */
export function routesOf(gateways: readonly Candidate[], wanted: Wanted): Route[] {
  const share = ({ orderedTodayMinor, weight }: Candidate) => orderedTodayMinor / weight
  return gateways
    .toSorted(
      (one, other) =>
        one.priority - other.priority || share(one) - share(other) || (one.id < other.id ? -1 : 1),
    )
    .map((gateway) => {
      const reasons = reasonsAgainst(gateway, wanted)
      return {
        id: gateway.id,
        name: gateway.name,
        priority: gateway.priority,
        isAccepted: reasons.length === 0,
        reasons,
        feeMinor: feeOf(gateway, wanted.amountMinor),
        leftTodayMinor:
          gateway.dayCapMinor === null
            ? null
            : Math.max(0, gateway.dayCapMinor - gateway.orderedTodayMinor),
      }
    })
}

/** The one that is asked first; null where none takes it. Whoever only fails often is the last resort. */
export function chosenOf(routes: readonly Route[], but: ReadonlySet<string> = new Set()): Route | null {
  const free = routes.filter(({ id }) => !but.has(id))
  const isLastResort = ({ reasons }: Route) => reasons.every((reason) => reason === 'errorRate')
  return free.find(({ isAccepted }) => isAccepted) ?? free.find(isLastResort) ?? null
}
