import { mergeSigns } from '@khlang/contract/pre-transactions/merge-words.ts'
import { preTransactionMerges } from '@khlang/contract/pre-transactions/merges.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { z } from 'zod'
import { ApiError } from '../../../platform/api-error.ts'
import { defineApproval } from '../../../platform/approvals/approval-kinds.ts'
import { businessOn } from '../../../platform/business-day.ts'
import { outsideIdSchema, uuidOf } from '../../../platform/db/outside-ids.ts'
import { lockLineFor } from '../../bank-lines/line-locks.ts'
import { freeStates } from '../free-line.ts'
import { lockInto } from './lock-pair.ts'
import { openedState } from '../open-again.ts'
import { merge, unmerge } from './merge-line.ts'
import { judgeMerge, standingMerge } from './queries.ts'

const OfPair = {
  lineId: outsideIdSchema('statementLine'),
  /** Both lines as they were asked about: whatever changes one of them voids the request. */
  lineVersion: z.int(),
  intoId: outsideIdSchema('statementLine'),
  intoVersion: z.int(),
  /** When each came, so that people tell them apart. */
  lineAt: z.string(),
  intoAt: z.string(),
  state: z.string(),
  amountMinor: z.int(),
}

/** A line ends as a double of another one. */
export const lineMerge = defineApproval({
  kind: 'lineMerge',
  requires: preTransactionMerges.askMerge.requires,
  document: z.strictObject({
    ...OfPair,
    intoState: z.string(),
    signs: z.array(z.enum(mergeSigns)),
    payer: z.string(),
  }),
  before: z.null(),
  subject: ({ lineId }) => ({ entity: 'statementLine', id: lineId }),
  amountMinor: ({ amountMinor }) => amountMinor,
  differences: async (_db, { document }) => [
    { field: 'lineState', before: document.state, after: 'duplicate' },
    { field: 'amountMinor', before: null, after: document.amountMinor },
    { field: 'lineAt', before: null, after: document.lineAt },
    { field: 'intoAt', before: null, after: document.intoAt },
    { field: 'intoState', before: null, after: document.intoState },
    { field: 'mergeSigns', before: null, after: document.signs.join(',') },
    { field: 'printedPayer', before: null, after: document.payer },
  ],
  execute: async (context, { document, ...request }) => {
    const { tx, settings, services, record } = context
    const asked = { id: uuidOf('statementLine', document.lineId), version: document.lineVersion }
    const { line } = await lockLineFor(tx, asked, freeStates)
    const into = await lockInto(tx, uuidOf('statementLine', document.intoId), document.intoVersion)
    const now = await judgeMerge(tx, line.id, into.id)
    if (now?.refusal !== null) throw new ApiError('stateRefused', { details: { state: into.state } })
    const on = businessOn(settings, services.now())
    await record({
      entity: 'statementLine',
      entityId: document.lineId,
      action: 'merged',
      reason: request.reason,
      before: { state: line.state },
      after: { state: 'duplicate' },
      detail: {
        amountMinor: line.amount_minor,
        intoId: document.intoId,
        approvalId: encodeId('approval', request.id),
        askedBy: request.askedBy,
      },
    })
    const { makerId, id: approvalId, reason } = request
    await merge(tx, { line, into, makerId, approvalId, reason, on })
  },
})

/** A double is a line of its own again. */
export const lineUnmerge = defineApproval({
  kind: 'lineUnmerge',
  requires: preTransactionMerges.askUnmerge.requires,
  document: z.strictObject(OfPair),
  before: z.null(),
  subject: ({ lineId }) => ({ entity: 'statementLine', id: lineId }),
  amountMinor: ({ amountMinor }) => amountMinor,
  differences: async (_db, { document: { state, lineAt, intoAt, amountMinor } }) => [
    { field: 'lineState', before: state, after: 'unmatched' },
    { field: 'amountMinor', before: null, after: amountMinor },
    { field: 'lineAt', before: null, after: lineAt },
    { field: 'intoAt', before: null, after: intoAt },
  ],
  execute: async (context, { document, ...request }) => {
    const { tx, settings, services, record } = context
    const asked = { id: uuidOf('statementLine', document.lineId), version: document.lineVersion }
    const { line } = await lockLineFor(tx, asked, ['duplicate'])
    const standing = await standingMerge(tx, line.id)
    if (standing === undefined) throw new ApiError('stateRefused')
    const into = await lockInto(tx, standing.intoId, document.intoVersion)
    const on = businessOn(settings, services.now())
    await record({
      entity: 'statementLine',
      entityId: document.lineId,
      action: 'mergeTakenBack',
      reason: request.reason,
      before: { state: line.state },
      after: { state: openedState(line) },
      detail: {
        amountMinor: line.amount_minor,
        intoId: document.intoId,
        approvalId: encodeId('approval', request.id),
        askedBy: request.askedBy,
      },
    })
    await unmerge(tx, { line, into, approvalId: request.id, on })
  },
})
