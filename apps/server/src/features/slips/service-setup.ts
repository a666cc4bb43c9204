import { paymentGateways } from '@khlang/contract/payments/payment-gateways.ts'
import { slipAdapters } from '@khlang/contract/values/slips/values.ts'
import { z } from 'zod'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import { defineApproval } from '../../platform/approvals/approval-kinds.ts'
import { outsideIdSchema, uuidOf } from '../../platform/db/outside-ids.ts'
import type { Tx } from '../../platform/db/db.ts'

/** The whole of a slip service, as two people agree to it; its key sealed to the row. */
const ServiceSetup = z.strictObject({
  serviceId: outsideIdSchema('slipService'),
  /** Null: it is a new one. */
  version: z.int().nullable(),
  adapter: z.enum(slipAdapters),
  baseUrl: z.string(),
  branch: z.string().nullable(),
  apiKey: z.string().regex(/^\\x[0-9a-f]+$/),
  apiKeyLast4: z.string(),
})
export type ServiceSetup = z.output<typeof ServiceSetup>

const shown = ['adapter', 'baseUrl', 'branch', 'apiKeyLast4'] as const

function differences(document: ServiceSetup, before: ServiceSetup | null) {
  return shown
    .map((field) => ({ field, before: before?.[field] ?? null, after: document[field] }))
    .filter((each) => each.before !== each.after)
}

/** @returns the version that it has now; null where somebody was faster */
async function write(tx: Tx, document: ServiceSetup, approvalId: string): Promise<number | null> {
  const { adapter, baseUrl, branch, apiKey, apiKeyLast4, version } = document
  const id = uuidOf('slipService', document.serviceId)
  const key = sql`${apiKey}::text::bytea`
  const { rows } =
    version === null
      ? await sql<{ version: number }>`
          insert into slip_services (id, adapter, base_url, branch, api_key, api_key_last4, setup_approval_id)
          values (${id}, ${adapter}, ${baseUrl}, ${branch}, ${key}, ${apiKeyLast4}, ${approvalId})
          on conflict do nothing returning version`.execute(tx)
      : await sql<{ version: number }>`
          update slip_services set adapter = ${adapter}, base_url = ${baseUrl}, branch = ${branch},
            api_key_at = case when api_key = ${key} then api_key_at else now() end, api_key = ${key},
            api_key_last4 = ${apiKeyLast4}, is_sandbox = false, setup_approval_id = ${approvalId},
            version = version + 1
           where id = ${id} and version = ${version} returning version`.execute(tx)
  return rows[0]?.version ?? null
}

/** Who is asked whether a slip is a bank's: people credit on what it says. */
export const slipService = defineApproval({
  kind: 'slipService',
  requires: paymentGateways.setSlipService.requires,
  document: ServiceSetup,
  before: ServiceSetup.nullable(),
  subject: ({ serviceId }) => ({ entity: 'slipService', id: serviceId }),
  differences: async (_db, { document, before }) => differences(document, before),
  execute: async ({ tx, record, announce }, { document, before, ...request }) => {
    const version = await write(tx, document, request.id)
    if (version === null) throw new ApiError('conflict', { details: { reason: 'documentChanged' } })
    const changed = differences(document, before)
    const words = (of: 'before' | 'after') =>
      Object.fromEntries(changed.map((each) => [each.field, each[of]]))
    await record({
      entity: 'slipService',
      entityId: document.serviceId,
      action: 'slipServiceSet',
      reason: request.comment ?? request.reason,
      ...(before === null ? {} : { before: words('before') }),
      after: words('after'),
    })
    await announce('slipService', document.serviceId, version)
  },
})
