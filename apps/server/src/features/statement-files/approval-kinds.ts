import { statementFiles } from '@khlang/contract/payments/statement-files.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'
import { defineApproval } from '../../platform/approvals/approval-kinds.ts'
import { outsideIdSchema, uuidOf } from '../../platform/db/outside-ids.ts'
import { importFile } from './import-file.ts'
import { endFile } from './file-writes.ts'
import { lockFile } from './queries.ts'

/** A bank's statement becomes lines of its account: what the phones missed, as the bank has it. */
export const statementFile = defineApproval({
  kind: 'statementFile',
  requires: statementFiles.ask.requires,
  document: z.strictObject({
    fileId: outsideIdSchema('statementFile'),
    accountId: outsideIdSchema('bankAccount'),
    /** What the account and the file are called, as they were when this was asked for. */
    account: z.string(),
    name: z.string(),
    evidence: z.strictObject({ id: z.guid(), sha256: z.string() }),
    rowsSha256: z.string(),
    rowCount: z.int(),
    newCount: z.int(),
    healedCount: z.int(),
    fromOn: z.string(),
    toOn: z.string(),
    inMinor: z.int(),
    outMinor: z.int(),
  }),
  before: z.null(),
  subject: ({ accountId }) => ({ entity: 'bankAccount', id: accountId }),
  differences: async (_db, { document }) => {
    const { account, name, fromOn, toOn, rowCount, newCount, healedCount, inMinor, outMinor } = document
    const { sha256 } = document.evidence
    return Object.entries({
      account,
      name,
      fromOn,
      toOn,
      rowCount,
      newCount,
      healedCount,
      inMinor,
      outMinor,
      sha256,
    }).map(([field, after]) => ({ field, before: null, after }))
  },
  execute: async (context, { document, ...request }) => {
    const file = await lockFile(context.tx, uuidOf('statementFile', document.fileId))
    if (file.state !== 'asked') throw new ApiError('stateRefused', { details: { state: file.state } })
    await importFile(context, file, {
      approvalId: request.id,
      reason: request.comment ?? request.reason,
      newMax: document.newCount,
    })
  },
  lapse: async ({ tx, actor, announce }, { document }) => {
    const file = await lockFile(tx, uuidOf('statementFile', document.fileId))
    if (file.state !== 'asked') return
    await endFile(tx, file.id, { state: 'refused', approvalId: null, by: actor.id })
    await announce('bankAccount', encodeId('bankAccount', file.accountId))
  },
})
