import type {
  feeBearers,
  gatewayDirections,
  gatewayStates,
} from '@khlang/contract/values/gateway-values.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { adapters, type AdapterName } from './adapters/adapters.ts'
import type { Access, Adapter } from './adapters/adapter.ts'

/** A gateway as it must be known to speak to it. */
export interface GatewayRow {
  readonly id: string
  readonly name: string
  readonly adapter: AdapterName
  readonly baseUrl: string
  readonly merchantId: string | null
  readonly keyId: string | null
  readonly apiSecret: Buffer
  readonly webhookSecret: Buffer
  readonly billerId: string | null
  readonly addresses: readonly string[]
  readonly direction: (typeof gatewayDirections)[number]
  readonly feeBps: number
  readonly feeFixedMinor: number
  readonly feeBy: (typeof feeBearers)[number]
  readonly settleDays: number
  readonly orderExpiryS: number
  readonly needsPayerMatch: boolean
  readonly state: (typeof gatewayStates)[number]
}

/** Where a secret of a gateway is sealed to. */
export const secretPlace = (column: 'api_secret' | 'webhook_secret', id: string): string =>
  `payment_gateways.${column}.${id}`

export const callbackPathOf = (id: string): string => `/auto/v1/gateway/${encodeId('gateway', id)}/webhook`

export async function findGateway(db: Reader, id: string): Promise<GatewayRow | undefined> {
  const { rows } = await sql<GatewayRow>`
    select id, name, adapter, merchant_id as "merchantId",
           case when adapter = 'sandbox' then coalesce(sandbox_address, base_url)
             else base_url end as "baseUrl", key_id as "keyId",
           api_secret as "apiSecret", webhook_secret as "webhookSecret", biller_id as "billerId", addresses,
           direction, fee_bps as "feeBps", fee_fixed_minor as "feeFixedMinor", fee_by as "feeBy",
           settle_days as "settleDays", order_expiry_s as "orderExpiryS",
           needs_payer_match as "needsPayerMatch", state
      from payment_gateways where id = ${id}`.execute(db)
  return rows[0]
}

export const adapterOf = (gateway: Pick<GatewayRow, 'adapter'>): Adapter => adapters[gateway.adapter]

/** Its secrets are opened for one call and kept nowhere. */
export const accessOf = (secrets: Secrets, gateway: GatewayRow): Access => ({
  baseUrl: gateway.baseUrl,
  merchantId: gateway.merchantId,
  keyId: gateway.keyId,
  apiSecret: secrets.open(secretPlace('api_secret', gateway.id), gateway.apiSecret).toString('utf8'),
  webhookSecret: secrets
    .open(secretPlace('webhook_secret', gateway.id), gateway.webhookSecret)
    .toString('utf8'),
})
