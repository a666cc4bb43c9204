import { feeOf } from '../routing.ts'
import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { readPromptPay, promptPayPayload } from '@khlang/contract/values/promptpay.ts'
import type { gatewayMethods } from '@khlang/contract/values/gateway-values.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { bookCurrency } from '@khlang/ledger/accounts.ts'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import { businessOn } from '../../../platform/business-day.ts'
import type { Services } from '../../../platform/call/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { referenceOf } from '../../../platform/db/reference.ts'
import { recordActivity } from '../../../platform/people/activity.ts'
import type { MachineActor } from '../../../platform/people/actor.ts'
import { announce } from '../../../platform/live/live.ts'
import type { OrderAnswer, OrderAsked } from '../adapters/adapter.ts'
import { callGateway, mayCallGateway } from '../call-gateway.ts'
import { candidatesOf, minuteOf } from '../candidates.ts'
import { accessOf, adapterOf, findGateway, type GatewayRow } from '../gateway-rows.ts'
import { chosenOf, routesOf } from '../routing.ts'
import { findOrder, orderOfRequest, type OrderRow } from './order-rows.ts'

export interface OrderWanted {
  /** Who asks, for the log. */
  readonly by: { readonly actor: MachineActor; readonly requestId: string }
  readonly memberId: string
  readonly amountMinor: number
  readonly method: (typeof gatewayMethods)[number]
  readonly requestKey: string
}

/** So many gateways are asked for one request, one after the other. */
const gatewaysMax = 2
const firstCheckMs = 30_000

interface Begun {
  readonly order: OrderRow
  readonly gateway: GatewayRow
}

async function memberOf(tx: Tx, id: string) {
  // Held, so that the same request at the same moment makes one order.
  const { rows } = await sql<{ state: string; canDeposit: boolean; level: number }>`
    select state, can_deposit as "canDeposit", level from members where id = ${id}
     for no key update`.execute(tx)
  const [member] = rows
  if (!member) throw new ApiError('memberNotFound')
  if (member.state !== 'active' || !member.canDeposit) throw new ApiError('memberNotActive')
  return member
}

interface Making {
  readonly settings: BrandSettings
  readonly nowMs: number
  readonly tried: ReadonlySet<string>
}

/** The order of a request that is there already, or a new one with the reasons of its way. */
async function begin(services: Services, wanted: OrderWanted, { settings, nowMs, tried }: Making) {
  return services.db.transaction().execute(async (tx): Promise<OrderRow | Begun> => {
    const { level } = await memberOf(tx, wanted.memberId)
    const known = await orderOfRequest(tx, wanted.memberId, wanted.requestKey)
    if (known && (known.amountMinor !== wanted.amountMinor || known.method !== wanted.method))
      throw new ApiError('idempotencyMismatch')
    if (known && !(known.state === 'failed' && known.gatewayRef === null)) return known
    const on = businessOn(settings, nowMs)
    const asked = { ...wanted, direction: 'in' as const, level, minute: minuteOf(nowMs) }
    const routes = routesOf(await candidatesOf(tx, on, nowMs), asked)
    const chosen = chosenOf(routes, tried)
    if (!chosen)
      throw new ApiError('brandSwitchOff', {
        details: { reason: tried.size > 0 ? 'gatewayDown' : 'noGateway' },
      })
    const gateway = await findGateway(tx, chosen.id)
    if (!gateway) throw new Error('a gateway that was just chosen is not there')
    const { rows } = await sql<{ id: string }>`
      insert into gateway_orders (reference, gateway_id, member_id, request_key, attempt, method,
        amount_minor, fee_by, fee_minor, routing, expires_at, business_on, created_at)
      values (${await referenceOf(tx, 'gatewayOrder', on)}, ${gateway.id}, ${wanted.memberId},
        ${wanted.requestKey}, ${(known?.attempt ?? 0) + 1}, ${wanted.method}, ${wanted.amountMinor},
        ${gateway.feeBy}, ${feeOf(gateway, wanted.amountMinor)}, ${JSON.stringify(routes)}::jsonb,
        ${new Date(nowMs + gateway.orderExpiryS * 1000).toISOString()}::timestamptz, ${on}::date,
        ${new Date(nowMs).toISOString()}::timestamptz) returning id`.execute(tx)
    const order = await findOrder(tx, rows[0]?.id ?? '')
    const { actor, requestId } = wanted.by
    if (order)
      await recordActivity(tx, actor, requestId, {
        entity: 'gatewayOrder',
        entityId: encodeId('gatewayOrder', order.id),
        action: 'create',
        after: { reference: order.reference, amountMinor: order.amountMinor, gateway: gateway.name },
      })
    if (!order) throw new Error('an order that was just made is not there')
    return { order, gateway }
  })
}

/** The member's own account, where the gateway is to take money from no other. */
async function payerOf(services: Services, memberId: string): Promise<OrderAsked['payer']> {
  const { rows } = await sql<{ bank: string; accountNo: string; name: string }>`
    select bank, account_no as "accountNo", account_name as name from member_bank_accounts
     where member_id = ${memberId} and state = 'primary'`.execute(services.db)
  return rows[0] ?? null
}

/** The code to pay: the gateway's, if it asks for this very amount, or our own. Null: there is none. Pure. */
function payloadOf(
  order: Pick<OrderRow, 'amountMinor' | 'reference'>,
  answer: Extract<OrderAnswer, { state: 'pending' }>,
  billerId: string | null,
): { readonly qrPayload: string | null } | null {
  if (answer.qrPayload !== null) {
    const read = readPromptPay(answer.qrPayload)
    return read?.amountMinor === order.amountMinor ? { qrPayload: answer.qrPayload } : null
  }
  if (billerId !== null) {
    const ref1 = order.reference.replaceAll('-', '')
    const target = { kind: 'biller', billerId, ref1 } as const
    return {
      qrPayload: promptPayPayload({ target, amountMinor: order.amountMinor, reference: order.reference }),
    }
  }
  return answer.payUrl === null ? null : { qrPayload: null }
}

async function askGateway(services: Services, { order, gateway }: Begun): Promise<OrderAnswer> {
  if (!(await mayCallGateway(services, gateway.id))) return { state: 'unknown', reason: 'breakerOpen' }
  const asked: OrderAsked = {
    id: encodeId('gatewayOrder', order.id),
    reference: order.reference,
    amountMinor: order.amountMinor,
    currency: bookCurrency,
    method: order.method,
    expiresAt: order.expiresAt,
    payer: gateway.needsPayerMatch ? await payerOf(services, order.memberId) : null,
  }
  const adapter = adapterOf(gateway)
  const sent = adapter.order(accessOf(services.secrets, gateway), asked, services.now())
  const called = await callGateway(services, gateway, 'order', sent)
  return called.kind === 'answered'
    ? adapter.readOrder(called.answered, asked)
    : { state: 'unknown', reason: called.reason }
}

/** @returns whether the member can pay it now */
async function writeAnswer(services: Services, begun: Begun, answer: OrderAnswer): Promise<boolean> {
  const { order, gateway } = begun
  const payload = answer.state === 'pending' ? payloadOf(order, answer, gateway.billerId) : null
  const at = new Date(services.now() + firstCheckMs).toISOString()
  return services.db.transaction().execute(async (tx) => {
    const isPayable = answer.state === 'pending' && payload !== null
    // A webhook may have been faster: what it said of the order stays.
    const { rows } = isPayable
      ? await sql<{ version: number }>`
          update gateway_orders set gateway_ref = ${answer.gatewayRef}, qr_payload = ${payload.qrPayload},
            pay_url = ${answer.payUrl}, state = case when state = 'created' then 'pending' else state end,
            next_check_at = case when state = 'created' then ${at}::timestamptz end, version = version + 1
           where id = ${order.id} returning version`.execute(tx)
      : await sql<{ version: number }>`
          update gateway_orders set failed_at = now(), state = 'failed', version = version + 1
           where id = ${order.id} and state = 'created' returning version`.execute(tx)
    await announce(tx, 'gatewayOrder', encodeId('gatewayOrder', order.id), rows[0]?.version ?? 0)
    return isPayable
  })
}

/**
 * Makes an order for a member at the gateway that suits it best; where that one does not take it, at the
 * next. An order that a gateway did not answer is shown to nobody, so that nobody pays it.
 * @throws memberNotFound, memberNotActive, brandSwitchOff, idempotencyMismatch
 */
export async function makeOrder(services: Services, wanted: OrderWanted): Promise<OrderRow> {
  const settings = await services.settings.get()
  if (!settings.canDeposit) throw new ApiError('brandSwitchOff', { details: { reason: 'switchedOff' } })
  const tried = new Set<string>()
  while (tried.size < gatewaysMax) {
    const begun = await begin(services, wanted, { settings, nowMs: services.now(), tried })
    if (!('gateway' in begun)) return begun
    tried.add(begun.gateway.id)
    const answer = await askGateway(services, begun)
    const isPayable = await writeAnswer(services, begun, answer)
    services.live.nudge()
    if (isPayable) return (await findOrder(services.db, begun.order.id)) ?? begun.order
  }
  throw new ApiError('brandSwitchOff', { details: { reason: 'gatewayDown' } })
}
