import { ownTransfers } from '@khlang/contract/payments/own-transfers.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'
import { defineApproval } from '../../platform/approvals/approval-kinds.ts'
import { businessOn } from '../../platform/business-day.ts'
import { outsideIdSchema, uuidOf } from '../../platform/db/outside-ids.ts'
import { lockAccounts } from '../withdrawals/queries.ts'
import { endTransfer, lockTransfer, numbersOf, sourcesOf } from './queries.ts'
import { whyNot } from './rules.ts'

/** Money goes from one own account to another, by hand in the bank's app; the statements prove it. */
export const ownTransfer = defineApproval({
  kind: 'ownTransfer',
  requires: { paymentAutoTransfer: ['isUpdate'] },
  makerNeeds: ownTransfers.create.requires,
  document: z.strictObject({
    transferId: outsideIdSchema('ownTransfer'),
    reference: z.string(),
    fromId: outsideIdSchema('bankAccount'),
    toId: outsideIdSchema('bankAccount'),
    /** What the accounts are called, as they were when this was asked for. */
    from: z.string(),
    to: z.string(),
    amountMinor: z.int(),
    purpose: z.string(),
  }),
  before: z.null(),
  amountMinor: ({ amountMinor }) => amountMinor,
  waitsInNewsOf: 'thing',
  subject: ({ transferId }) => ({ entity: 'ownTransfer', id: transferId }),
  differences: async (db, { document: { reference, fromId, toId, amountMinor, purpose, ...names } }) => {
    const numbers = await numbersOf(db, [fromId, toId])
    const from = `${names.from} · ${numbers.get(fromId)}`
    const to = `${names.to} · ${numbers.get(toId)}`
    return Object.entries({ reference, from, to, amountMinor, purpose }).map(([field, after]) => ({
      field,
      before: null,
      after,
    }))
  },
  execute: async ({ tx, services, settings, record, announce }, { document, ...request }) => {
    const { transferId } = document
    const transfer = await lockTransfer(tx, uuidOf('ownTransfer', transferId))
    if (transfer.state !== 'asked')
      throw new ApiError('stateRefused', { details: { state: transfer.state } })
    await lockAccounts(tx, [transfer.fromId, transfer.toId])
    const sources = await sourcesOf(tx, businessOn(settings, services.now()))
    const why = whyNot(sources, transfer)
    if (why !== null) throw new ApiError('stateRefused', { details: { reason: 'sourceCannotPay' } })
    await tx
      .updateTable('own_transfers')
      .set({
        state: 'approved',
        approval_id: request.id,
        approved_at: sql`now()`,
        business_on: businessOn(settings, services.now()),
        version: transfer.version + 1,
      })
      .where('id', '=', transfer.id)
      .execute()
    const { reference, from, to, amountMinor, purpose } = document
    await record({
      entity: 'ownTransfer',
      entityId: transferId,
      action: 'ownTransferAgreed',
      reason: request.comment ?? request.reason,
      after: { reference, from, to, amountMinor, purpose },
    })
    await announce('ownTransfer', transferId, transfer.version + 1)
  },
  lapse: async ({ tx, actor, announce }, { document: { transferId }, makerId }) => {
    const transfer = await lockTransfer(tx, uuidOf('ownTransfer', transferId))
    if (transfer.state !== 'asked') return
    const state = actor.id === makerId ? 'cancelled' : 'refused'
    await announce('ownTransfer', transferId, await endTransfer(tx, transfer, state, actor.id))
  },
})
