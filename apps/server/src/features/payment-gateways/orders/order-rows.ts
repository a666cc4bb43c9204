import { sql } from 'kysely'
import type { feeBearers, gatewayMethods } from '@khlang/contract/values/gateway-values.ts'
import type { Reader, Tx } from '../../../platform/db/db.ts'
import type { Fact, Facts, OrderState } from './order-states.ts'

export interface OrderRow extends Facts {
  readonly id: string
  readonly reference: string
  readonly gatewayId: string
  readonly memberId: string
  readonly method: (typeof gatewayMethods)[number]
  readonly amountMinor: number
  readonly state: OrderState
  readonly paymentRef: string | null
  readonly feeBy: (typeof feeBearers)[number]
  /** As it was when the order was made. */
  readonly feeMinor: number
  readonly creditedMinor: number | null
  readonly gatewayRef: string | null
  readonly qrPayload: string | null
  readonly payUrl: string | null
  readonly expiresAt: string
  readonly checks: number
  readonly version: number
}

const columns = sql`o.id, o.reference, o.gateway_id as "gatewayId", o.member_id as "memberId", o.method,
  o.amount_minor as "amountMinor", o.state, o.payment_ref as "paymentRef", o.fee_by as "feeBy",
  o.fee_minor as "feeMinor",
  o.credited_minor as "creditedMinor", o.gateway_ref as "gatewayRef", o.qr_payload as "qrPayload",
  o.pay_url as "payUrl", o.expires_at as "expiresAt", o.checks, o.version,
  o.paid_at is not null as "isPaid", o.failed_at is not null as "isFailed",
  o.expired_at is not null as "isExpired", o.refunded_at is not null as "isRefunded",
  o.differs_at is not null as "isDiffering", o.doubled_at is not null as "isDoubled"`

/** The column that keeps when a thing became known. */
export const factColumns = {
  isPaid: 'paid_at',
  isFailed: 'failed_at',
  isExpired: 'expired_at',
  isRefunded: 'refunded_at',
  isDiffering: 'differs_at',
  isDoubled: 'doubled_at',
} as const satisfies Record<Fact, string>

export async function findOrder(db: Reader, id: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`select ${columns} from gateway_orders o where o.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** The newest order of a request of the member site. */
export async function orderOfRequest(
  db: Reader,
  memberId: string,
  requestKey: string,
): Promise<(OrderRow & { attempt: number }) | undefined> {
  const { rows } = await sql<OrderRow & { attempt: number }>`
    select ${columns}, o.attempt from gateway_orders o
     where o.member_id = ${memberId} and o.request_key = ${requestKey}
     order by o.attempt desc limit 1`.execute(db)
  return rows[0]
}

/** Held until the transaction ends. The order is named by our id, or by the gateway's word for it. */
export async function lockOrder(
  tx: Tx,
  of: { readonly gatewayId: string; readonly id: string | null; readonly gatewayRef: string | null },
): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select ${columns} from gateway_orders o
     where o.gateway_id = ${of.gatewayId}
       and case when ${of.id}::uuid is null then o.gateway_ref = ${of.gatewayRef} else o.id = ${of.id} end
     for update`.execute(tx)
  return rows[0]
}
