import type { HandlerInput, HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { paymentGateways } from '@khlang/contract/payments/payment-gateways.ts'
import { sql } from 'kysely'
import type { Keyset, SortColumn } from '../../../platform/db/cursor.ts'
import type { Reader } from '../../../platform/db/db.ts'

type Settlement = HandlerOutput<typeof paymentGateways.settlements>['records'][number]
type Filter = Pick<HandlerInput<typeof paymentGateways.settlements>, 'gatewayId'>

/** Newest first: ids begin with when they came. */
export const newestSettlements: SortColumn[] = [{ by: sql.ref('s.id'), type: 'uuid' }]

/** Lines by which gateways paid us, with what was taken back since. */
export async function pageOfSettlements(db: Reader, keyset: Keyset, { gatewayId }: Filter) {
  const ofGateway = gatewayId === undefined ? sql`true` : sql`s.gateway_id = ${gatewayId}::uuid`
  const { rows } = await sql<Settlement & { keysetKey: string[] }>`
    select s.id, s.line_id as "lineId", json_build_object('id', g.id, 'name', g.name) as gateway,
           b.label as account, s.amount_minor as "amountMinor",
           s.amount_minor - s.due_minor as "differenceMinor", s.covers_from as "coversFrom",
           s.covers_to as "coversTo", s.value_on as "valueOn", m.display_name as by,
           c.display_name as checker, s.settled_at as "settledAt", s.reversed_at as "reversedAt",
           ${keyset.key} as "keysetKey"
      from gateway_settlements s join payment_gateways g on g.id = s.gateway_id
      join statement_lines l on l.id = s.line_id join bank_accounts b on b.id = l.bank_account_id
      join employees m on m.id = s.maker_id join approvals a on a.id = s.approval_id
      left join employees c on c.id = a.checker_id
     where ${keyset.where ?? sql`true`} and ${ofGateway}
     order by ${keyset.orderBy} limit ${sql.lit(keyset.limit)}`.execute(db)
  return keyset.pageOf(rows)
}
