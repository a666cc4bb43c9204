import { gameCatalogue } from '@khlang/contract/play/game-catalogue.ts'
import { ApiError } from '../../platform/api-error.ts'
import { defineApproval } from '../../platform/approvals/approval-kinds.ts'
import { ProviderSetup, changeOf, setupDifferences } from './provider-setup.ts'
import { writeSetup } from './provider-writes.ts'

/** A new game provider, other terms of one, or one that was closed is used again. */
export const gameProviderSetup = defineApproval({
  kind: 'gameProviderSetup',
  requires: gameCatalogue.updateProvider.requires,
  document: ProviderSetup,
  before: ProviderSetup.nullable(),
  subject: ({ providerId }) => ({ entity: 'gameProvider', id: providerId }),
  differences: async (_db, { document, before }) => setupDifferences(document, before),
  execute: async ({ tx, record, announce }, { document, before, ...request }) => {
    const version = await writeSetup(tx, document, request.id)
    if (version === null) throw new ApiError('conflict', { details: { reason: 'documentChanged' } })
    await record({
      entity: 'gameProvider',
      entityId: document.providerId,
      action: before === null ? 'gameProviderAdded' : 'gameProviderSet',
      reason: request.comment ?? request.reason,
      ...changeOf(document, before),
    })
    await announce('gameProvider', document.providerId, version)
  },
})
