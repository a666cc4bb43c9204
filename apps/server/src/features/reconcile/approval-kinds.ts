import { reconcile } from '@khlang/contract/reconcile.ts'
import { differenceKinds, differenceReasons } from '@khlang/contract/values/reconcile-values.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'
import { defineApproval } from '../../platform/approvals/approval-kinds.ts'
import { outsideIdSchema } from '../../platform/db/outside-ids.ts'
import { freezeDay, lockDay, standingOf } from './close-day.ts'

/** A thing that differs, and why. */
const Explained = z.strictObject({
  kind: z.enum(differenceKinds),
  /** The account or gateway, and the reference of it where there is one. */
  label: z.string(),
  amountMinor: z.int(),
  reasonCode: z.enum(differenceReasons),
  note: z.string(),
  by: z.string(),
})

/** A day on which something differs is closed: one says why, another agrees to all of it. */
export const dayClose = defineApproval({
  kind: 'dayClose',
  requires: reconcile.close.requires,
  document: z.strictObject({
    dayId: outsideIdSchema('reconcileDay'),
    businessOn: z.string(),
    round: z.int(),
    /** Of all that was known: another figure, line or explanation is another request. */
    factsHash: z.string(),
    differenceCount: z.int(),
    /** Added up without their signs; below it with them. */
    differenceMinor: z.int(),
    netMinor: z.int().nullable(),
    /** Each thing that differs and why, as the second person reads it; in former requests a sentence. */
    explained: z.union([z.array(Explained), z.array(z.string())]),
  }),
  former: (stored) => ({ netMinor: null, ...stored }),
  before: z.null(),
  subject: ({ dayId }) => ({ entity: 'reconcileDay', id: dayId }),
  differences: async (_db, { document }) => {
    const { businessOn, differenceCount, differenceMinor, netMinor, explained } = document
    const net = netMinor === null ? {} : { netMinor }
    const facts = { businessOn, differenceCount, differenceMinor, ...net, explained }
    return Object.entries(facts).map(([field, after]) => ({ field, before: null, after }))
  },
  execute: async ({ tx, actor, record, announce }, { document, makerId, id, comment, reason }) => {
    const day = await lockDay(tx, document.businessOn)
    if (day.state === 'closed') throw new ApiError('stateRefused', { details: { state: day.state } })
    const standing = await standingOf(tx, day)
    if (standing.hash !== document.factsHash)
      throw new ApiError('conflict', { details: { reason: 'documentChanged' } })
    const closing = { tx, actor, record, announce, closedById: makerId, approvalId: id }
    await freezeDay({ ...closing, reason: comment ?? (reason === '' ? null : reason) }, standing)
  },
})

/** A closed day is opened again, so that its sheets are explained anew. The ledger stays closed. */
export const dayReopen = defineApproval({
  kind: 'dayReopen',
  requires: reconcile.reopen.requires,
  document: z.strictObject({
    dayId: outsideIdSchema('reconcileDay'),
    businessOn: z.string(),
    round: z.int(),
  }),
  before: z.null(),
  subject: ({ dayId }) => ({ entity: 'reconcileDay', id: dayId }),
  differences: async (_db, { document: { businessOn } }) => [
    { field: 'businessOn', before: null, after: businessOn },
    { field: 'state', before: 'closed', after: 'reopened' },
  ],
  execute: async ({ tx, record, announce }, { document, makerId, id, reason, comment }) => {
    const day = await lockDay(tx, document.businessOn)
    if (day.state !== 'closed' || day.round !== document.round)
      throw new ApiError('stateRefused', { details: { state: day.state } })
    await tx
      .updateTable('reconcile_closes')
      .set({
        reopened_at: sql`now()`,
        reopened_by: makerId,
        reopen_approval_id: id,
        reopen_reason: reason,
      })
      .where('day_id', '=', day.id)
      .where('round', '=', day.round)
      .execute()
    await sql`update reconcile_days set state = 'reopened', version = version + 1
      where id = ${day.id}`.execute(tx)
    const entityId = encodeId('reconcileDay', day.id)
    await record({
      entity: 'reconcileDay',
      entityId,
      action: 'dayReopened',
      reason: comment ?? reason,
      before: { state: 'closed' },
      after: { state: 'reopened' },
      detail: { round: day.round },
    })
    await announce('reconcileDay', entityId, day.version + 1)
  },
})
