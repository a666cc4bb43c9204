import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { clearAlarm } from '../../platform/db/alarms.ts'
import type { Tx } from '../../platform/db/db.ts'
import { announce } from '../../platform/live/live.ts'

/** The credit of a refunded order went back: what its gateway told of the refund needs nobody any more. */
export async function endRefund(tx: Tx, depositId: string): Promise<void> {
  const { rows } = await sql<{ id: string; version: number }>`
    update gateway_orders set version = version + 1
     where id = (select inside_id(gateway_ref) from deposits where id = ${depositId})
    returning id, version`.execute(tx)
  for (const { id, version } of rows) {
    const events = await sql<{ id: string }>`
      select id from gateway_events where order_id = ${id} and kind = 'refunded' limit 100`.execute(tx)
    for (const event of events.rows)
      await clearAlarm(tx, 'gateway.mismatch', encodeId('gatewayEvent', event.id))
    await announce(tx, 'gatewayOrder', encodeId('gatewayOrder', id), version)
  }
}
