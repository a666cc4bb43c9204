import { preTransactionBlacklist } from '@khlang/contract/pre-transactions/blacklist.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { ApiError } from '../../../platform/api-error.ts'
import { defineApproval } from '../../../platform/approvals/approval-kinds.ts'
import { outsideIdSchema, uuidOf } from '../../../platform/db/outside-ids.ts'
import { entryLabel, maskedValue } from './values.ts'

/** An entry is taken off the blacklist. */
export const blacklistRemoval = defineApproval({
  kind: 'blacklistRemoval',
  requires: preTransactionBlacklist.askUnlist.requires,
  document: z.strictObject({
    entryId: outsideIdSchema('blacklistEntry'),
    kind: z.string(),
    value: z.string(),
    reasonCode: z.string(),
    listedFor: z.string(),
    /** What the list of requests calls it. */
    label: z.string(),
  }),
  former: (stored) => ({ label: entryLabel(String(stored['kind']), String(stored['value'])), ...stored }),
  before: z.null(),
  subject: ({ entryId }) => ({ entity: 'blacklistEntry', id: entryId }),
  differences: async (_db, { document: { kind, value, reasonCode, listedFor } }) => [
    { field: 'blacklistKind', before: null, after: kind },
    { field: 'listedValue', before: maskedValue(kind, value), after: null },
    { field: 'listedFor', before: null, after: `${reasonCode}: ${listedFor}` },
  ],
  execute: async ({ tx, record }, { document, ...request }) => {
    const { rows } = await sql`update blacklist set removed_at = now(), removed_by = ${request.makerId},
      removed_reason = ${request.reason}, removal_approval_id = ${request.id}
      where id = ${uuidOf('blacklistEntry', document.entryId)} and removed_at is null returning id`.execute(
      tx,
    )
    if (rows.length === 0) throw new ApiError('stateRefused')
    await record({
      entity: 'blacklistEntry',
      entityId: document.entryId,
      action: 'entryRemoved',
      reason: request.reason,
      before: { kind: document.kind, value: maskedValue(document.kind, document.value) },
    })
  },
})
