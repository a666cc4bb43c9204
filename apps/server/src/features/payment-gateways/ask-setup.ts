import type { paymentGateways } from '@khlang/contract/payments/payment-gateways.ts'
import { isNetwork } from '@khlang/contract/values/networks.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Context } from '../../platform/call/context.ts'
import type { Reader } from '../../platform/db/db.ts'
import { isOwnAddress } from '../../platform/security/egress-address.ts'
import { mayCallOutside } from '../../platform/security/egress.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { gatewaySetup, setupDifferences } from './approval-kinds.ts'
import type { GatewaySetup } from './gateway-setup.ts'
import { secretPlace } from './gateway-rows.ts'
import { writeManner } from './gateway-writes.ts'
import { lockSetup } from './queries.ts'

/** Looks its name up, which may take seconds: before the transaction. @throws urlForbidden */
export async function assertCallable({
  actor,
  services,
  input,
}: Pick<Creating, 'actor' | 'services'> & {
  readonly input: { readonly baseUrl: string }
}): Promise<void> {
  const { ownHosts, egressAllow } = services
  if (
    isOwnAddress(input.baseUrl, ownHosts) ||
    !(await mayCallOutside(input.baseUrl, egressAllow, actor.id))
  )
    throw new ApiError('urlForbidden', { field: 'baseUrl' })
}

type Creating = Context<typeof paymentGateways.create>
type Updating = Context<typeof paymentGateways.update>

/** What the schema cannot say of one field by itself. @throws invalidValue */
function assertFits(
  { profile }: Pick<Creating['services'], 'profile'>,
  input: Creating['input'] | Updating['input'],
): void {
  const refuse = (field: string): never => {
    throw new ApiError('invalidValue', { field })
  }
  if (input.maxMinor < input.minMinor) refuse('maxMinor')
  const strange = input.addresses.findIndex((address) => !isNetwork(address))
  if (strange >= 0) refuse(`addresses.${strange}`)
  if (new Set(input.methods).size !== input.methods.length) refuse('methods')
  if (input.opensMinute === input.closesMinute) refuse('closesMinute')
  if (input.adapter === 'sandbox' && profile !== 'sandbox') refuse('adapter')
  if (input.adapter === 'opn' && input.direction !== 'in') refuse('direction')
}

async function assertFree(db: Reader, id: string | null, name: string, code: string | null) {
  const { rows } = await sql<{ name: string }>`
    select name from payment_gateways where (name = ${name} or code = ${code}::text)
      and id is distinct from ${id}::uuid limit 1`.execute(db)
  if (rows[0]) throw new ApiError('invalidValue', { field: rows[0].name === name ? 'name' : 'code' })
}

/** A secret sealed to the row of its gateway, as the database prints it, and its end. */
function sealed(secrets: Secrets, column: 'api_secret' | 'webhook_secret', id: string, plain: string) {
  return {
    printed: `\\x${secrets.seal(secretPlace(column, id), plain).toString('hex')}`,
    end: plain.slice(-4),
  }
}

/** Without a path's last stroke, so that one address is written in one way. */
const placeOf = (baseUrl: string): string => baseUrl.replace(/\/+$/, '')

export async function askForGateway({ tx, input, services, ask }: Creating) {
  const { reason, apiSecret, webhookSecret, ...words } = input
  assertFits(services, input)
  await assertFree(tx, null, input.name, input.code)
  const id = randomUUIDv7()
  const [api, webhook] = [
    sealed(services.secrets, 'api_secret', id, apiSecret),
    sealed(services.secrets, 'webhook_secret', id, webhookSecret),
  ]
  const document: GatewaySetup = {
    ...words,
    baseUrl: placeOf(words.baseUrl),
    gatewayId: encodeId('gateway', id),
    version: null,
    apiSecret: api.printed,
    apiSecretLast4: api.end,
    webhookSecret: webhook.printed,
    webhookSecretLast4: webhook.end,
  }
  return { ...(await ask(gatewaySetup, document, { reason })), id }
}

/** What two must agree to: a change of it, however small, takes the whole request there. */
const moneyWords: readonly (keyof GatewaySetup)[] = [
  'adapter',
  'direction',
  'baseUrl',
  'merchantId',
  'keyId',
  'apiSecret',
  'webhookSecret',
  'billerId',
  'feeBps',
  'feeFixedMinor',
  'feeBy',
  'settleDays',
  // Who may speak for it: none is anybody.
  'addresses',
]

export async function changeGateway({ tx, input, services, ask, record, announce }: Updating) {
  const { id, reason, apiSecret, webhookSecret, ...words } = input
  assertFits(services, input)
  const before = await lockSetup(tx, id)
  if (before.version !== input.version)
    throw new ApiError('stale', { details: { version: before.version ?? 0 } })
  await assertFree(tx, id, input.name, null)
  // A stored secret never goes where it was not given for: another address asks for it anew.
  if (placeOf(input.baseUrl) !== before.baseUrl && apiSecret === null)
    throw new ApiError('requiredField', { field: 'apiSecret' })
  const api = apiSecret === null ? null : sealed(services.secrets, 'api_secret', id, apiSecret)
  const webhook =
    webhookSecret === null ? null : sealed(services.secrets, 'webhook_secret', id, webhookSecret)
  const document: GatewaySetup = {
    ...before,
    ...words,
    baseUrl: placeOf(words.baseUrl),
    apiSecret: api?.printed ?? before.apiSecret,
    apiSecretLast4: api?.end ?? before.apiSecretLast4,
    webhookSecret: webhook?.printed ?? before.webhookSecret,
    webhookSecretLast4: webhook?.end ?? before.webhookSecretLast4,
  }
  if (moneyWords.some((word) => JSON.stringify(document[word]) !== JSON.stringify(before[word])))
    return ask(gatewaySetup, document, { reason, before, version: input.version })
  const version = await writeManner(tx, document)
  if (version === null) throw new ApiError('stale', { details: { version: input.version + 1 } })
  const changed = setupDifferences(document, before)
  const entityId = encodeId('gateway', id)
  await record({
    entity: 'gateway',
    entityId,
    action: 'gatewaySet',
    reason,
    before: Object.fromEntries(changed.map((each) => [each.field, each.before])),
    after: Object.fromEntries(changed.map((each) => [each.field, each.after])),
  })
  await announce('gateway', entityId, version)
  return { state: 'done' as const, approvalId: null }
}
