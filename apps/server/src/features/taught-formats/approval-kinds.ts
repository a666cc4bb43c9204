import { taughtFormats } from '@khlang/contract/pre-transactions/taught-formats.ts'
import { TaughtShape } from '@khlang/contract/values/taught-shape.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'
import { defineApproval } from '../../platform/approvals/approval-kinds.ts'
import { outsideIdSchema, uuidOf } from '../../platform/db/outside-ids.ts'
import { lockFamily, moveFormat } from './queries.ts'
import { wordingOf } from './rules.ts'
import { conflictsSince } from './trial.ts'

/** A wording that somebody taught reads messages from now on. */
export const taughtFormat = defineApproval({
  kind: 'taughtFormat',
  requires: taughtFormats.ask.requires,
  document: z.strictObject({
    formatId: outsideIdSchema('taughtFormat'),
    name: z.string(),
    number: z.int(),
    bank: z.string(),
    source: z.string(),
    senders: z.array(z.string()),
    shape: TaughtShape,
    /** Of what the trial found: it is agreed to together with the shape. */
    trialDigest: z.string(),
    newlyRead: z.int(),
  }),
  before: z.null(),
  subject: ({ formatId }) => ({ entity: 'taughtFormat', id: formatId }),
  differences: async (_db, { document: { shape, name, number, bank, senders, newlyRead } }) => {
    const said = { formatName: `${name} (${number})`, bank, senders, direction: shape.direction }
    return Object.entries({ ...said, wording: wordingOf(shape), newlyRead }).map(([field, after]) => ({
      field,
      before: null,
      after,
    }))
  },
  execute: async ({ tx, record, announce }, { document, ...request }) => {
    const { formatId } = document
    const [format, ...others] = await lockFamily(tx, uuidOf('taughtFormat', formatId))
    if (format.state !== 'asked' && format.state !== 'tried')
      throw new ApiError('stateRefused', { details: { state: format.state } })
    if (await conflictsSince(tx, format))
      throw new ApiError('stateRefused', { details: { reason: 'formatConflicts' } })
    for (const other of others.filter(({ state }) => state === 'active'))
      await moveFormat(tx, other, 'replaced')
    await tx
      .updateTable('taught_formats')
      .set({
        state: 'active',
        approval_id: request.id,
        activated_at: sql<string>`now()`,
        reread_state: 'queued',
        version: format.version + 1,
      })
      .where('id', '=', format.id)
      .execute()
    await record({
      entity: 'taughtFormat',
      entityId: formatId,
      action: 'formatActivated',
      reason: request.comment ?? request.reason,
      before: { state: format.state },
      after: { state: 'active' },
    })
    await announce('taughtFormat', formatId, format.version + 1)
  },
  lapse: async ({ tx, actor, announce }, { document: { formatId }, makerId }) => {
    const [format] = await lockFamily(tx, uuidOf('taughtFormat', formatId))
    if (format.state !== 'asked') return
    // Who takes the request back may ask again; a no is a no.
    const state = actor.id === makerId ? 'tried' : 'refused'
    await announce('taughtFormat', formatId, await moveFormat(tx, format, state, actor.id))
  },
})
