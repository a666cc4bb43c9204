import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { Services } from '../../../platform/call/context.ts'
import { announce } from '../../../platform/live/live.ts'
import type { PeriodicWork } from '../../../platform/work/periodic.ts'
import { callGateway, mayAskGateway } from '../call-gateway.ts'
import { accessOf, adapterOf, findGateway } from '../gateway-rows.ts'
import { applyEvent } from './apply-event.ts'
import { findOrder, type OrderRow } from './order-rows.ts'
import { graceMs } from './order-states.ts'
import { keepTold } from './take-webhook.ts'

/** The pause before a gateway is asked again about an order: doubling from 30 s to 30 minutes. Pure. */
const checkAfterMs = (checks: number): number => Math.min(30_000 * 2 ** Math.min(checks, 10), 1_800_000)

/** So long after its time an order that nobody heard of any more is over, whatever the gateway does. */
const silentAfterMs = 48 * 3_600_000
const atOnce = 8

/** Asks what became of an order; what is said is kept and judged like a webhook. */
async function ask(services: Services, order: OrderRow): Promise<void> {
  const gateway = await findGateway(services.db, order.gatewayId)
  if (!gateway || !(await mayAskGateway(services, gateway.id))) return
  const adapter = adapterOf(gateway)
  const access = accessOf(services.secrets, gateway)
  const named = { id: encodeId('gatewayOrder', order.id), gatewayRef: order.gatewayRef }
  const sent = adapter.status(access, named, services.now())
  if (sent === null) return
  const called = await callGateway(services, gateway, 'status', sent)
  const told = called.kind === 'answered' ? adapter.readStatus(called.answered) : null
  if (told === null || called.kind !== 'answered') return
  // Whoever answers for another order than was asked for is not believed.
  if (told.orderRef !== null && told.orderRef !== named.id) return
  if (told.kind !== 'pending') {
    const bytes = Buffer.from(called.answered.text)
    const eventId = `asked ${named.id} ${told.kind} ${told.paymentRef ?? ''} ${told.amountMinor}`
    const raw = { bytes, headers: {} }
    const heard = { gateway, raw, address: '', source: 'query', verdict: 'signed' } as const
    const kept = await keepTold(services, heard, { ...told, orderRef: named.id, eventId })
    await applyEvent(services, kept.id)
    return
  }
  const isOver = services.now() > Date.parse(order.expiresAt) + graceMs
  if (isOver) await expire(services, order)
}

/** Nobody paid it in its time, by the gateway's word. A payment that is told of later still counts. */
async function expire(services: Services, { id }: OrderRow): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ version: number }>`
      update gateway_orders set state = case when state = 'pending' then 'expired' else state end,
        expired_at = coalesce(expired_at, now()), next_check_at = null, version = version + 1
       where id = ${id} and state <> 'created' returning version`.execute(tx)
    if (rows[0]) await announce(tx, 'gatewayOrder', encodeId('gatewayOrder', id), rows[0].version)
  })
}

/** Orders of which nothing was heard, when their time to ask has come. */
async function askOpen(services: Services, stopping: AbortSignal): Promise<void> {
  const nowMs = services.now()
  const { rows } = await sql<{ id: string; checks: number }>`
    select id, checks from gateway_orders where next_check_at <= ${new Date(nowMs).toISOString()}::timestamptz
     order by next_check_at limit ${sql.lit(atOnce * 4)}`.execute(services.db)
  for (let at = 0; at < rows.length && !stopping.aborted; at += atOnce) {
    await Promise.all(
      rows.slice(at, at + atOnce).map(async ({ id, checks }) => {
        const next = new Date(nowMs + checkAfterMs(checks)).toISOString()
        // Said before it is asked, so that a process that dies here does not ask for ever.
        await sql`update gateway_orders set next_check_at = ${next}::timestamptz, checks = checks + 1
          where id = ${id}`.execute(services.db)
        const order = await findOrder(services.db, id)
        if (!order) return
        if (nowMs > Date.parse(order.expiresAt) + silentAfterMs) await expire(services, order)
        else await ask(services, order)
      }),
    )
  }
}

/** What was kept and not applied: its process died, or the database was busy. */
async function applyWaiting(services: Services, stopping: AbortSignal): Promise<void> {
  const { isAutoCreditOn } = await services.settings.get()
  const { rows } = await sql<{ id: string }>`
    select id from gateway_events where state = 'received' and received_at < now() - interval '2 seconds'
       and (kind <> 'paid' or ${isAutoCreditOn}::boolean)
     order by id limit 500`.execute(services.db)
  for (const { id } of rows) {
    if (stopping.aborted) return
    // One that cannot be written holds up no other.
    try {
      await applyEvent(services, id)
    } catch (error) {
      services.log.warn({ eventId: id, error: String(error) }, 'a gateway event waits to be applied')
    }
  }
}

/** Orders whose process died before the gateway answered were shown to nobody. */
async function failForgotten({ db }: Services): Promise<void> {
  await sql`update gateway_orders set state = 'failed', failed_at = now(), version = version + 1
    where id in (select id from gateway_orders where state = 'created'
      and created_at < now() - interval '1 minute' order by id desc limit 500)`.execute(db)
}

export async function watchOrders(services: Services, stopping: AbortSignal): Promise<void> {
  await applyWaiting(services, stopping)
  await failForgotten(services)
  await askOpen(services, stopping)
}

export const gatewayWork: PeriodicWork = {
  name: 'gatewayOrders',
  everyMs: 1000,
  limitMs: 300_000,
  run: watchOrders,
}
