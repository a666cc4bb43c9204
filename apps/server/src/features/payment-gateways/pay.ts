import { sql } from 'kysely'
import type { Services } from '../../platform/call/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { PayoutOrder, RailOutcome } from '../payouts/rails.ts'
import { isPassable } from './breaker.ts'
import { callGateway, mayAskGateway } from './call-gateway.ts'
import { accessOf, adapterOf, findGateway } from './gateway-rows.ts'

/**
 * One call about a payout. Whatever is no clear answer is `unknown`: from then on the gateway is only asked,
 * under the same id, and nothing is ever sent again.
 */
async function callAbout(
  services: Services,
  gatewayId: string,
  order: PayoutOrder,
  what: 'pay' | 'status',
): Promise<RailOutcome> {
  const gateway = await findGateway(services.db, gatewayId)
  const payouts = gateway && adapterOf(gateway).payouts
  if (!payouts) return { state: 'unknown', reason: 'notSent: no payouts' }
  const sent = payouts[what](accessOf(services.secrets, gateway), order, services.now())
  const called = await callGateway(services, gateway, `payout ${what}`, sent)
  return called.kind === 'answered'
    ? payouts.read(called.answered, order)
    : { state: 'unknown', reason: called.reason }
}

/**
 * Lets a payout pass the breaker of its rail's gateway, in the transaction that commits it as sent. Where the
 * gateway is tried again, this payout alone tries it: the others wait for what becomes of it.
 * @returns false where somebody else tries it, or it has failed again meanwhile
 */
export async function takeProbe(tx: Tx, railId: string): Promise<boolean> {
  // Held only while the breaker is not closed: otherwise payouts would wait for one another.
  const { rows } = await sql<{ id: string; isPassable: boolean }>`
    select h.gateway_id as id, ${isPassable} as "isPassable" from payment_rails r
      join gateway_health h on h.gateway_id = r.gateway_id
     where r.id = ${railId} and h.opened_at is not null for no key update of h`.execute(tx)
  const [health] = rows
  if (!health) return true
  if (!health.isPassable) return false
  await sql`update gateway_health set probe_at = now() where gateway_id = ${health.id}`.execute(tx)
  return true
}

/**
 * Orders a payout, once: it is committed as sent before, and passed the breaker there. That is not asked
 * again here, where the payout's own try would refuse it.
 */
export const payByGateway = (services: Services, gatewayId: string, order: PayoutOrder) =>
  callAbout(services, gatewayId, order, 'pay')

/** Asks what became of a payout, but not while the breaker is open. */
export async function askGatewayOfPayout(
  services: Services,
  gatewayId: string,
  order: PayoutOrder,
): Promise<RailOutcome> {
  if (!(await mayAskGateway(services, gatewayId))) return { state: 'unknown', reason: 'breakerOpen' }
  return callAbout(services, gatewayId, order, 'status')
}
