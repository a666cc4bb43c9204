import { mayReveal } from '../../platform/people/member-search.ts'
import type { paymentGateways } from '@khlang/contract/payments/payment-gateways.ts'
import type { slipService } from '@khlang/contract/payments/slip-service.ts'
import { openEventStates } from '@khlang/contract/values/gateway-values.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import { businessOn } from '../../platform/business-day.ts'
import { prepared, type Handlers } from '../../platform/call/context.ts'
import { clearAlarm } from '../../platform/db/alarms.ts'
import { keysetOf } from '../../platform/db/cursor.ts'
import { recordActivity } from '../../platform/people/activity.ts'
import { seesBalances } from '../../platform/people/visibility.ts'
import { askForGateway, assertCallable, changeGateway } from './ask-setup.ts'
import { candidatesOf, minuteOf } from './candidates.ts'
import { callbackPathOf } from './gateway-rows.ts'
import { applyEvent, creditStopped, mismatchAlarm } from './orders/apply-event.ts'
import * as queries from './queries.ts'
import { newestSettlements, pageOfSettlements } from './settlements/settlement-list.ts'
import { chosenOf, routesOf } from './routing.ts'
import { testGateway } from './test-gateway.ts'

const mayBeClosed: readonly string[] = openEventStates

export const paymentGatewayHandlers: Omit<Handlers<typeof paymentGateways>, keyof typeof slipService> = {
  list: async ({ db, actor, settings, services }) => {
    const maySee = seesBalances(actor)
    const on = businessOn(settings, services.now())
    const cards = await services.reads.read(`payment gateways ${on}`, () =>
      queries.cardsOf(db, on, services.now()),
    )
    const records = cards.map((card) =>
      maySee ? card : { ...card, receivableMinor: null, overdueMinor: null, floatMinor: null },
    )
    return { records }
  },

  get: async ({ db, input }) => ({
    ...(await queries.findSettings(db, input.id)),
    callbackPath: callbackPathOf(input.id),
  }),

  create: prepared(assertCallable, async (context) => askForGateway(context)),

  update: prepared(assertCallable, async (context) => changeGateway(context)),

  setState: async ({ tx, input, record, announce }) => {
    const { rows } = await sql<{ version: number; state: string }>`
      select version, state from payment_gateways where id = ${input.id} for no key update`.execute(tx)
    const [row] = rows
    if (!row) throw new ApiError('notFound')
    if (row.version !== input.version) throw new ApiError('stale', { details: { version: row.version } })
    if (row.state === input.state) throw new ApiError('stateRefused', { details: { state: row.state } })
    const version = row.version + 1
    await tx
      .updateTable('payment_gateways')
      .set({ state: input.state, version })
      .where('id', '=', input.id)
      .execute()
    const entityId = encodeId('gateway', input.id)
    await record({
      entity: 'gateway',
      entityId,
      action: 'gatewayState',
      reason: input.reason,
      before: { state: row.state },
      after: { state: input.state },
    })
    await announce('gateway', entityId, version)
    return { version }
  },

  test: async ({ input, services, actor, requestId }) =>
    testGateway(services, input.id, { actor, requestId }),

  simulate: async ({ db, input, settings, services }) => {
    const nowMs = services.now()
    const candidates = await candidatesOf(db, businessOn(settings, nowMs), nowMs)
    const routes = routesOf(candidates, { ...input, minute: minuteOf(nowMs) })
    return {
      chosenId: chosenOf(routes)?.id ?? null,
      records: routes.map((route) => ({ ...route, reasons: [...route.reasons] })),
    }
  },

  orders: async ({ db, actor, input, services: { secrets } }) => {
    const sort = queries.newestFirst('o')
    return queries.pageOfOrders(db, keysetOf({ list: 'gatewayOrders', sort, input, actor, secrets }), input)
  },

  order: async ({ db, input }) => queries.findOrderDetail(db, input.id),

  checkOrder: async ({ tx, input, record }) => {
    const { rows } = await sql<{ gatewayId: string; reference: string }>`
      update gateway_orders set next_check_at = now() where id = ${input.id} and state <> 'created'
      returning gateway_id as "gatewayId", reference`.execute(tx)
    const [order] = rows
    if (order)
      await record({
        entity: 'gateway',
        entityId: encodeId('gateway', order.gatewayId),
        action: 'gatewayAsked',
        detail: { reference: order.reference },
      })
    return {}
  },

  settlements: async ({ db, actor, input, services: { secrets } }) => {
    const sort = newestSettlements
    return pageOfSettlements(
      db,
      keysetOf({ list: 'gatewaySettlements', sort, input, actor, secrets }),
      input,
    )
  },

  events: async ({ db, actor, input, services: { secrets } }) => {
    const sort = queries.newestFirst('e')
    return queries.pageOfEvents(db, keysetOf({ list: 'gatewayEvents', sort, input, actor, secrets }), input)
  },

  // What it sent may name whoever paid, and their account.
  event: async ({ db, actor, input }) => {
    const event = await queries.findEvent(db, input.id)
    return mayReveal(actor) ? event : { ...event, raw: '' }
  },

  retryEvent: async ({ db, input, services, actor, requestId }) => {
    const { state, gateway } = await queries.findEvent(db, input.id)
    const isStopped = state === 'applied' && (await creditStopped(services, input.id))
    if (!isStopped && state !== 'unknownOrder' && state !== 'received')
      throw new ApiError('stateRefused', { details: { state } })
    const now = isStopped ? state : await applyEvent(services, input.id, true)
    await recordActivity(services.db, actor, requestId, {
      entity: 'gateway',
      entityId: encodeId('gateway', gateway.id),
      action: 'gatewayEventRetried',
      before: { state },
      after: { state: now },
      detail: { eventId: encodeId('gatewayEvent', input.id) },
    })
    return { state: now }
  },

  closeEvent: async ({ tx, input, actor, record }) => {
    const { rows } = await sql<{ state: string; gatewayId: string; eventId: string | null }>`
      select state, gateway_id as "gatewayId", event_id as "eventId" from gateway_events
       where id = ${input.id} for update`.execute(tx)
    const [event] = rows
    if (!event) throw new ApiError('notFound')
    if (!mayBeClosed.includes(event.state))
      throw new ApiError('stateRefused', { details: { state: event.state } })
    await sql`update gateway_events set state = 'closed', handled_by = ${actor.id}, handled_at = now(),
      handled_reason = ${input.reason} where id = ${input.id}`.execute(tx)
    await clearAlarm(tx, mismatchAlarm, encodeId('gatewayEvent', input.id))
    await record({
      entity: 'gateway',
      entityId: encodeId('gateway', event.gatewayId),
      action: 'gatewayEventClosed',
      reason: input.reason,
      before: { state: event.state },
      after: { state: 'closed' },
      detail: { eventId: encodeId('gatewayEvent', input.id) },
    })
    return {}
  },
}
