import { paymentGateways } from '@khlang/contract/payments/payment-gateways.ts'
import { ApiError } from '../../platform/api-error.ts'
import { defineApproval } from '../../platform/approvals/approval-kinds.ts'
import { GatewaySetup } from './gateway-setup.ts'
import { writeSetup } from './gateway-writes.ts'

const plain = (value: unknown) => (Array.isArray(value) ? value.join(', ') : value)
const isSecret = (field: string) => field === 'apiSecret' || field === 'webhookSecret'

/** What the second person looks at: each word that differs, of a secret its end. */
export function setupDifferences(document: GatewaySetup, before: GatewaySetup | null) {
  const { gatewayId: _id, version: _version, ...words } = document
  return Object.entries(words).flatMap(([field, after]) => {
    if (isSecret(field)) return []
    const was = before?.[field as keyof GatewaySetup] ?? null
    return plain(was) === plain(after) || (before === null && (after === null || plain(after) === ''))
      ? []
      : [{ field, before: plain(was), after: plain(after) }]
  })
}

/** A new gateway, or another place, key or fee of one: where members' money goes. */
export const gatewaySetup = defineApproval({
  kind: 'gatewaySetup',
  requires: paymentGateways.update.requires,
  document: GatewaySetup,
  before: GatewaySetup.nullable(),
  subject: ({ gatewayId }) => ({ entity: 'gateway', id: gatewayId }),
  differences: async (_db, { document, before }) => setupDifferences(document, before),
  execute: async ({ tx, record, announce }, { document, before, ...request }) => {
    const version = await writeSetup(tx, document, request.id)
    if (version === null) throw new ApiError('conflict', { details: { reason: 'documentChanged' } })
    const changed = setupDifferences(document, before)
    const words = (of: 'before' | 'after') =>
      Object.fromEntries(changed.map((each) => [each.field, each[of]]))
    await record({
      entity: 'gateway',
      entityId: document.gatewayId,
      action: before === null ? 'gatewayAdded' : 'gatewaySet',
      reason: request.comment ?? request.reason,
      ...(before === null ? {} : { before: words('before') }),
      after: words('after'),
    })
    await announce('gateway', document.gatewayId, version)
  },
})
