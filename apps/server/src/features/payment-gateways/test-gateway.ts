import { encodeId } from '@khlang/contract/values/values.ts'
import { randomUUIDv7 } from 'node:crypto'
import { ApiError } from '../../platform/api-error.ts'
import type { Services } from '../../platform/call/context.ts'
import { recordActivity } from '../../platform/people/activity.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { callGateway } from './call-gateway.ts'
import { accessOf, adapterOf, findGateway } from './gateway-rows.ts'

/** What a gateway may say of an order that it cannot know, and that still shows that it knows our key. */
const knowsUs = new Set([200, 404])

/**
 * Asks a gateway, signed, about an order that there is not: it answers, and refuses neither the signature nor
 * the place. Nothing is ordered.
 */
export async function testGateway(
  services: Services,
  id: string,
  by: { readonly actor: EmployeeActor; readonly requestId: string },
): Promise<{ isReached: boolean; ms: number; said: string }> {
  const gateway = await findGateway(services.db, id)
  if (!gateway) throw new ApiError('notFound')
  const nobodys = randomUUIDv7()
  const named = { id: encodeId('gatewayOrder', nobodys), gatewayRef: 'chrg_none' }
  const sent = adapterOf(gateway).status(accessOf(services.secrets, gateway), named, services.now())
  if (sent === null) throw new ApiError('notFound')
  const began = performance.now()
  const called = await callGateway(services, gateway, 'test', sent)
  const ms = Math.round(performance.now() - began)
  const said = called.kind === 'answered' ? `http${called.answered.status}` : called.reason.slice(0, 100)
  const isReached = called.kind === 'answered' && knowsUs.has(called.answered.status)
  await recordActivity(services.db, by.actor, by.requestId, {
    entity: 'gateway',
    entityId: encodeId('gateway', id),
    action: 'gatewayTested',
    detail: { isReached, said, ms },
  })
  return { isReached, ms, said }
}
