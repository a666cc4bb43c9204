import type { paymentGateways } from '@khlang/contract/payments/payment-gateways.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import { prepared, type Handlers } from '../../platform/call/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { assertCallable } from '../payment-gateways/ask-setup.ts'
import { keyPlace } from './ask-service.ts'
import { slipService, type ServiceSetup } from './service-setup.ts'

type Stored = ServiceSetup & { readonly id: string; readonly isOn: boolean }

/** The service, held until the transaction ends; its key stays sealed. */
async function lockService(tx: Tx): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`
    select id, version, adapter, base_url as "baseUrl", branch, api_key::text as "apiKey",
           api_key_last4 as "apiKeyLast4", is_on as "isOn" from slip_services for no key update`.execute(tx)
  return rows[0]
}

const documentOf = (stored: Stored): ServiceSetup => {
  const { version, adapter, baseUrl, branch, apiKey, apiKeyLast4 } = stored
  const serviceId = encodeId('slipService', stored.id)
  return { serviceId, version, adapter, baseUrl, branch, apiKey, apiKeyLast4 }
}

interface StoredAnswer {
  readonly id: string
  readonly adapter: ServiceSetup['adapter']
  readonly baseUrl: string
  readonly branch: string | null
  readonly last4: string
  readonly keyAt: string
  readonly isOn: boolean
  readonly isSandbox: boolean
  readonly version: number
}

const shownService = ({ last4, keyAt, ...service }: StoredAnswer) => ({
  ...service,
  apiKey: { last4, at: keyAt },
})

export const slipServiceHandlers: Pick<
  Handlers<typeof paymentGateways>,
  'slipService' | 'setSlipService' | 'switchSlipService'
> = {
  slipService: async ({ db }) => {
    const { rows } = await sql<StoredAnswer>`
      select id, adapter, base_url as "baseUrl", branch, api_key_last4 as last4, api_key_at as "keyAt",
             is_on as "isOn", is_sandbox as "isSandbox", version from slip_services`.execute(db)
    const { rows: counted } = await sql<{ state: string; count: number }>`
      select state, count(*)::int as count from slips
       where id > (select uuidv7(- interval '7 days')) group by state`.execute(db)
    const { rows: asked } = await sql`
      select from approvals where kind = 'slipService' and state = 'pending' limit 1`.execute(db)
    const count = (state: string) => counted.find((each) => each.state === state)?.count ?? 0
    const [row] = rows
    return {
      service: row ? shownService(row) : null,
      isSetupAsked: asked.length > 0,
      counts: {
        verified: count('verified'),
        later: count('later'),
        unknown: count('unknown'),
        failed: count('failed'),
      },
    }
  },

  setSlipService: prepared(assertCallable, async ({ tx, input, services, ask }) => {
    const { reason, apiKey, version, ...words } = input
    const stored = await lockService(tx)
    if ((stored?.version ?? null) !== version)
      throw new ApiError('stale', { details: { version: stored?.version ?? 0 } })
    const baseUrl = words.baseUrl.replace(/\/+$/, '')
    // A stored key never goes where it was not given for: another place asks for it anew.
    if (apiKey === null && (!stored || stored.baseUrl !== baseUrl || stored.adapter !== words.adapter))
      throw new ApiError('requiredField', { field: 'apiKey' })
    const id = stored?.id ?? randomUUIDv7()
    const sealed =
      apiKey === null
        ? { apiKey: stored?.apiKey ?? '', apiKeyLast4: stored?.apiKeyLast4 ?? '' }
        : {
            apiKey: `\\x${services.secrets.seal(keyPlace(id), apiKey).toString('hex')}`,
            apiKeyLast4: apiKey.slice(-4),
          }
    const document: ServiceSetup = {
      ...words,
      ...sealed,
      baseUrl,
      version,
      serviceId: encodeId('slipService', id),
    }
    return ask(slipService, document, {
      reason,
      before: stored ? documentOf(stored) : null,
      ...(version === null ? {} : { version }),
    })
  }),

  switchSlipService: async ({ tx, input, record, announce }) => {
    const stored = await lockService(tx)
    if (!stored) throw new ApiError('notFound')
    if (stored.version !== input.version)
      throw new ApiError('stale', { details: { version: stored.version ?? 0 } })
    const version = input.version + 1
    await sql`update slip_services set is_on = ${input.isOn}, version = ${version}
       where id = ${stored.id}`.execute(tx)
    const entityId = encodeId('slipService', stored.id)
    await record({
      entity: 'slipService',
      entityId,
      action: 'slipServiceSwitched',
      reason: input.reason,
      before: { isOn: stored.isOn },
      after: { isOn: input.isOn },
    })
    await announce('slipService', entityId, version)
    return { version }
  },
}
