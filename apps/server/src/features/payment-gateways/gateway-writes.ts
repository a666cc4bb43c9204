import { sql } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'
import { uuidOf } from '../../platform/db/outside-ids.ts'
import { accountsOfGateway } from '@khlang/ledger/accounts.ts'
import { openAccounts } from '../../platform/posting/ledger-store.ts'
import type { GatewaySetup } from './gateway-setup.ts'

const bytes = (printed: string): Buffer => Buffer.from(printed.slice(2), 'hex')

/** What one person may change alone; the rest is `moneyColumns`. */
const mannerColumns = (document: GatewaySetup) => ({
  name: document.name,
  methods: [...document.methods],
  min_minor: document.minMinor,
  max_minor: document.maxMinor,
  day_cap_minor: document.dayCapMinor,
  exact_minor: [...document.exactMinor],
  priority: document.priority,
  weight: document.weight,
  levels: [...document.levels],
  opens_minute: document.opensMinute,
  closes_minute: document.closesMinute,
  order_expiry_s: document.orderExpiryS,
  needs_payer_match: document.needsPayerMatch,
})

const moneyColumns = (document: GatewaySetup) => ({
  adapter: document.adapter,
  direction: document.direction,
  base_url: document.baseUrl,
  merchant_id: document.merchantId,
  key_id: document.keyId,
  api_secret: bytes(document.apiSecret),
  api_secret_last4: document.apiSecretLast4,
  webhook_secret: bytes(document.webhookSecret),
  webhook_secret_last4: document.webhookSecretLast4,
  biller_id: document.billerId,
  fee_bps: document.feeBps,
  fee_fixed_minor: document.feeFixedMinor,
  fee_by: document.feeBy,
  settle_days: document.settleDays,
  addresses: [...document.addresses],
})

/** A gateway that was not there, with its accounts in the book; it stands paused. */
export async function addGateway(
  tx: Tx,
  document: GatewaySetup,
  approvalId: string | null,
): Promise<number | null> {
  const id = uuidOf('gateway', document.gatewayId)
  const added = await tx
    .insertInto('payment_gateways')
    .values({
      id,
      code: document.code,
      is_sandbox: document.isSandbox,
      ...moneyColumns(document),
      ...mannerColumns(document),
      setup_approval_id: approvalId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst()
  if (!added) return null
  await sql`insert into gateway_health (gateway_id) values (${id})`.execute(tx)
  await openAccounts(tx, accountsOfGateway(document.gatewayId))
  await openRail(tx, id, document)
  return added.version
}

/** The rail that own accounts may name to be paid from by it. */
async function openRail(tx: Tx, id: string, { direction, name, baseUrl }: GatewaySetup): Promise<void> {
  if (direction === 'in') return
  await sql`insert into payment_rails (name, base_url, gateway_id) values (${`${name} (gateway)`},
    ${baseUrl}, ${id}) on conflict do nothing`.execute(tx)
}

/** What one person changed. @returns the version that it has now; null where somebody was faster */
export async function writeManner(tx: Tx, document: GatewaySetup): Promise<number | null> {
  const row = await tx
    .updateTable('payment_gateways')
    .set((expression) => ({ ...mannerColumns(document), version: expression('version', '+', 1) }))
    .where('id', '=', uuidOf('gateway', document.gatewayId))
    .where('version', '=', document.version ?? 0)
    .returning('version')
    .executeTakeFirst()
  return row?.version ?? null
}

/** What two agreed to. @returns null where it has changed since, or its code or name is another's by now */
export async function writeSetup(
  tx: Tx,
  document: GatewaySetup,
  approvalId: string,
): Promise<number | null> {
  if (document.version === null) return addGateway(tx, document, approvalId)
  const id = uuidOf('gateway', document.gatewayId)
  const changed = (column: 'api_secret' | 'webhook_secret', printed: string) =>
    sql<string>`case when ${sql.ref(column)} = ${bytes(printed)} then ${sql.ref(`${column}_at`)}
      else now() end`
  const row = await tx
    .updateTable('payment_gateways')
    .set((expression) => ({
      ...moneyColumns(document),
      ...mannerColumns(document),
      api_secret_at: changed('api_secret', document.apiSecret),
      webhook_secret_at: changed('webhook_secret', document.webhookSecret),
      setup_approval_id: approvalId,
      version: expression('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('version', '=', document.version)
    .returning('version')
    .executeTakeFirst()
  if (row) await openRail(tx, id, document)
  return row?.version ?? null
}
