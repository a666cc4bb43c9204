import { encodeId } from '@khlang/contract/values/values.ts'
import { addGateway } from '../../../features/payment-gateways/gateway-writes.ts'
import { secretPlace } from '../../../features/payment-gateways/gateway-rows.ts'
import type { Services } from '../../../platform/call/context.ts'
import type { SandboxKeys } from '../sandbox-keys.ts'

/** The payment gateway of the pretend outside world, in use; where it listens is written at each start. */
export async function storeGateway({ db, secrets }: Services, { gateway }: SandboxKeys): Promise<void> {
  if (!gateway) return
  const { gatewayId: id, apiSecret, webhookSecret } = gateway
  const sealed = (column: 'api_secret' | 'webhook_secret', plain: string) =>
    `\\x${secrets.seal(secretPlace(column, id), plain).toString('hex')}`
  await db.transaction().execute(async (tx) => {
    await addGateway(
      tx,
      {
        gatewayId: encodeId('gateway', id),
        code: 'sandbox-pay',
        name: 'Sandbox Pay',
        version: null,
        isSandbox: true,
        adapter: 'sandbox',
        direction: 'in',
        methods: ['promptPay'],
        baseUrl: 'http://127.0.0.1:1',
        merchantId: 'sandbox',
        keyId: 'sandbox',
        apiSecret: sealed('api_secret', apiSecret),
        apiSecretLast4: apiSecret.slice(-4),
        webhookSecret: sealed('webhook_secret', webhookSecret),
        webhookSecretLast4: webhookSecret.slice(-4),
        billerId: null,
        feeBps: 80,
        feeFixedMinor: 0,
        feeBy: 'house',
        // Its day is shortened: it pays several times a day, each time for what was paid until then.
        settleDays: 0,
        addresses: [],
        minMinor: 100,
        maxMinor: 5_000_000,
        dayCapMinor: 500_000_000,
        exactMinor: [],
        priority: 100,
        weight: 1,
        levels: [],
        opensMinute: 0,
        closesMinute: 1440,
        orderExpiryS: 900,
        needsPayerMatch: false,
      },
      null,
    )
    await tx.updateTable('payment_gateways').set({ state: 'active' }).where('id', '=', id).execute()
  })
}
