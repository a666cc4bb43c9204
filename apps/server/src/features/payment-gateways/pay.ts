import type { Services } from '../../platform/call/context.ts'
import type { PayoutOrder, RailOutcome } from '../payouts/rails.ts'
import { callGateway, mayCallGateway } from './call-gateway.ts'
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

/** Orders a payout, once: it is committed as sent before, and chosen while the breaker was not open. */
export const payByGateway = (services: Services, gatewayId: string, order: PayoutOrder) =>
  callAbout(services, gatewayId, order, 'pay')

/** Asks what became of a payout; while the breaker is open one caller alone does, which tries the gateway. */
export async function askGatewayOfPayout(
  services: Services,
  gatewayId: string,
  order: PayoutOrder,
): Promise<RailOutcome> {
  if (!(await mayCallGateway(services, gatewayId))) return { state: 'unknown', reason: 'breakerOpen' }
  return callAbout(services, gatewayId, order, 'status')
}
