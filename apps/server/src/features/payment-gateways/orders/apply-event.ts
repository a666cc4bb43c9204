import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import type { gatewayEventStates } from '@khlang/contract/values/gateway-values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import { addDays, businessOn } from '../../../platform/business-day.ts'
import type { Services } from '../../../platform/call/context.ts'
import { raiseAlarm } from '../../../platform/db/alarms.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { announce } from '../../../platform/live/live.ts'
import type { Told } from '../adapters/adapter.ts'
import { findGateway, type GatewayRow } from '../gateway-rows.ts'
import { creditOrder } from './credit-order.ts'
import { lockOrder, factColumns, type OrderRow } from './order-rows.ts'
import { judge, personReasonOf, stateOf } from './order-states.ts'

type EventState = (typeof gatewayEventStates)[number]

/** Money that may be wrong: a person looks, and says so. */
export const mismatchAlarm = 'gateway.mismatch'

interface EventRow extends Told {
  readonly id: string
  readonly gatewayId: string
  readonly state: EventState
}

const columns = sql`e.id, e.gateway_id as "gatewayId", e.state, e.event_id as "eventId", e.kind,
  e.order_ref as "orderRef", e.gateway_ref as "gatewayRef", e.payment_ref as "paymentRef",
  e.amount_minor as "amountMinor", e.currency, e.happened_at as "happenedAt"`

/** Only what was signed, or asked for, is ever judged. */
async function lockEvent(tx: Tx, id: string): Promise<EventRow | undefined> {
  const { rows } = await sql<EventRow>`
    select ${columns} from gateway_events e
     where e.id = ${id} and e.verdict in ('signed', 'asked') and e.kind is not null
     for update`.execute(tx)
  return rows[0]
}

async function endEvent(tx: Tx, event: EventRow, state: EventState, orderId: string | null): Promise<void> {
  await sql`update gateway_events set state = ${state}, order_id = ${orderId}::uuid
    where id = ${event.id}`.execute(tx)
}

async function alarm(
  tx: Tx,
  event: EventRow,
  gateway: GatewayRow,
  reason: string,
  reference: string | null,
) {
  await raiseAlarm(tx, {
    code: mismatchAlarm,
    entity: 'gatewayEvent',
    entityId: encodeId('gatewayEvent', event.id),
    detail: { label: gateway.name, reason, reference, amountMinor: event.amountMinor },
  })
}

interface Applying {
  /** The business date, read before: inside the transaction nothing waits for another connection. */
  readonly on: string
  readonly event: EventRow
  readonly gateway: GatewayRow
}

/** What became known is written; where it is the payment, the money follows in the same transaction. */
async function write(tx: Tx, { on, event, gateway }: Applying, order: OrderRow): Promise<EventState> {
  const { state: eventState, fact } = judge(order, event)
  // Before the order names it: the judge of the database looks whether the event is about the order.
  await endEvent(tx, event, eventState, order.id)
  if (fact === null) return eventState
  const facts = { ...order, [fact]: true }
  const state = stateOf(facts)
  // As it was offered when the order was made.
  const { feeMinor } = order
  const creditedMinor = order.feeBy === 'member' ? order.amountMinor - feeMinor : order.amountMinor
  const isPayment = fact === 'isPaid'
  const isOver = state !== 'pending'
  const { rows } = await sql<{ version: number }>`
    update gateway_orders set ${sql.ref(factColumns[fact])} = coalesce(${sql.ref(factColumns[fact])}, now()),
      state = ${state}, person_reason = ${personReasonOf(facts)},
      gateway_ref = case when gateway_ref is null and not exists (select from gateway_orders x
        where x.gateway_id = ${order.gatewayId} and x.gateway_ref = ${event.gatewayRef})
        then ${event.gatewayRef} else gateway_ref end,
      next_check_at = case when ${isOver} then null else next_check_at end, version = version + 1
      ${
        isPayment
          ? sql`, paid_event_id = ${event.id}, payment_ref = ${event.paymentRef},
              credited_minor = ${creditedMinor}, settles_on = ${addDays(on, gateway.settleDays)}::date`
          : sql``
      }
     where id = ${order.id} returning version`.execute(tx)
  await announce(tx, 'gatewayOrder', encodeId('gatewayOrder', order.id), rows[0]?.version ?? 0)
  const person = personReasonOf(facts)
  if (person !== null) await alarm(tx, event, gateway, person, order.reference)
  if (isPayment) {
    await sql`update gateway_events set state = 'applied' where order_id = ${order.id}
      and state = 'parked'`.execute(tx)
    const paid = { ...order, creditedMinor, feeMinor, businessOn: on, eventId: event.eventId }
    if (!(await creditOrder(tx, paid))) {
      await sql`update gateway_orders set person_reason = coalesce(person_reason, 'memberStopped')
        where id = ${order.id}`.execute(tx)
      await alarm(tx, event, gateway, 'memberStopped', order.reference)
    }
  }
  return eventState
}

/**
 * Credits an order that was paid while its member was stopped, once they are not. A deposit of an order is
 * there once. @returns whether it is credited now
 */
export async function creditStopped(services: Services, id: string): Promise<boolean> {
  const on = businessOn(await services.settings.get(), services.now())
  const isCredited = await services.machineDb.transaction().execute(async (tx) => {
    const event = await lockEvent(tx, id)
    const orderId = event?.orderRef ? decodeId('gatewayOrder', event.orderRef) : null
    if (!event || event.state !== 'applied') return false
    const named = { gatewayId: event.gatewayId, id: orderId, gatewayRef: event.gatewayRef }
    const order = await lockOrder(tx, named)
    if (!order?.isPaid || order.isRefunded || order.creditedMinor === null) return false
    const { rows } = await sql`update gateway_orders set person_reason = null, version = version + 1
      where id = ${order.id} and person_reason = 'memberStopped' and paid_event_id = ${event.id}
      returning id`.execute(tx)
    if (rows.length === 0) return false
    const paid = { ...order, creditedMinor: order.creditedMinor, businessOn: on, eventId: event.eventId }
    if (await creditOrder(tx, paid)) return true
    throw new ApiError('stateRefused', { details: { state: 'memberStopped' } })
  })
  services.live.nudge()
  return isCredited
}

/**
 * Judges what a gateway told, with its effect in one transaction: the event is held, then its order, then the
 * member, the ledger last. Judged once, it is judged again only where a person asks for it.
 */
export async function applyEvent(services: Services, id: string, isRetry = false): Promise<EventState> {
  const settings = await services.settings.get()
  const on = businessOn(settings, services.now())
  const state = await services.machineDb.transaction().execute(async (tx) => {
    const event = await lockEvent(tx, id)
    if (!event) return 'unreadable' as const
    const mayBeJudged = event.state === 'received' || (isRetry && event.state === 'unknownOrder')
    if (!mayBeJudged) return event.state
    // While nothing is credited by itself, money told of waits, kept.
    if (event.kind === 'paid' && !settings.isAutoCreditOn) return event.state
    const gateway = await findGateway(tx, event.gatewayId)
    if (!gateway) throw new Error('an event of no gateway')
    const orderId = event.orderRef === null ? null : decodeId('gatewayOrder', event.orderRef)
    // A name of an order that is none of ours names no order, whatever else is said.
    const isNamed = orderId !== null || (event.orderRef === null && event.gatewayRef !== null)
    const named = { gatewayId: event.gatewayId, id: orderId, gatewayRef: event.gatewayRef }
    const order = isNamed ? await lockOrder(tx, named) : undefined
    if (order) return write(tx, { on, event, gateway }, order)
    await endEvent(tx, event, 'unknownOrder', null)
    await alarm(tx, event, gateway, 'unknownOrder', null)
    return 'unknownOrder' as const
  })
  services.live.nudge()
  return state
}
