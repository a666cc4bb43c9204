import { encodeId } from '@khlang/contract/values/values.ts'
import { gatewayCredited, gatewayFee } from '@khlang/ledger/gateways.ts'
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/db.ts'
import { referenceOf } from '../../../platform/db/reference.ts'
import { announce } from '../../../platform/live/live.ts'
import { recordActivity } from '../../../platform/people/activity.ts'
import { postStrict } from '../../../platform/posting/ledger-store.ts'
import type { OrderRow } from './order-rows.ts'

export interface PaidOrder extends Pick<OrderRow, 'id' | 'gatewayId' | 'memberId' | 'feeBy'> {
  readonly creditedMinor: number
  readonly feeMinor: number
  readonly businessOn: string
  readonly eventId: string
}

/**
 * The money of a paid order becomes the member's: a deposit, and last of all the ledger.
 * @returns false where the member may not be credited now: the money is here, and a person decides
 */
export async function creditOrder(tx: Tx, order: PaidOrder): Promise<boolean> {
  const depositId = randomUUIDv7()
  const gatewayRef = encodeId('gatewayOrder', order.id)
  // The member's row is held in share: whoever suspends them at this instant comes before or after.
  const { rows } = await sql`
    insert into deposits (id, reference, member_id, state, method, amount_minor, gateway_ref, by_kind,
      credited_at, business_on, credits)
    select ${depositId}, ${await referenceOf(tx, 'deposit', order.businessOn)}, m.id, 'credited', 'gateway',
           ${order.creditedMinor}, ${gatewayRef}, 'auto', now(), ${order.businessOn}::date, 1
      from (select id from members where id = ${order.memberId} and state = 'active' and can_deposit
             and not is_listed_member(id) for share) m
    returning id`.execute(tx)
  if (rows.length === 0) return false
  await sql`update gateway_orders set credited_on = ${order.businessOn}::date
    where id = ${order.id}`.execute(tx)
  const sourceId = encodeId('deposit', depositId)
  const memberId = encodeId('member', order.memberId)
  await recordActivity(tx, 'system', null, {
    entity: 'deposit',
    entityId: sourceId,
    action: 'credited',
    after: { state: 'credited', amountMinor: order.creditedMinor },
    detail: { memberId, by: 'gateway', orderId: gatewayRef, eventId: order.eventId },
  })
  await announce(tx, 'deposit', sourceId, 1)
  await announce(tx, 'member', memberId)
  await announce(tx, 'transfer', sourceId)
  const gatewayId = encodeId('gateway', order.gatewayId)
  const cause = { sourceId, gatewayId, businessOn: order.businessOn }
  const [credited] = await postStrict(tx, [
    gatewayCredited({ ...cause, memberId, amountMinor: order.creditedMinor }),
    ...(order.feeBy === 'house' && order.feeMinor > 0
      ? [gatewayFee({ ...cause, amountMinor: order.feeMinor })]
      : []),
  ])
  const after = credited?.balancesAfter[0]?.balanceMinor ?? null
  if (after !== null)
    await sql`update deposits set credit_after_minor = ${after},
      credit_before_minor = ${after - order.creditedMinor} where id = ${depositId}`.execute(tx)
  return true
}
