import { encodeId } from '@khlang/contract/values/values.ts'
import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { depositCredited } from '@khlang/ledger/deposits.ts'
import type { Posting } from '@khlang/ledger/posting.ts'
import { creditAdd } from '@khlang/ledger/wallet.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'
import { businessOn, valueOn } from '../../platform/business-day.ts'
import type { Tx } from '../../platform/db/db.ts'
import { postStrict } from '../../platform/posting/ledger-store.ts'
import { announce } from '../../platform/live/live.ts'
import { outsideIdSchema, uuidOf } from '../../platform/db/outside-ids.ts'
import { referenceOf } from '../../platform/db/reference.ts'
import { attachSlip } from '../slips/slip-writes.ts'
import { takeSlip } from '../slips/take-slip.ts'
import { insertAdjustment, insertManualDeposit } from './queries.ts'

/** What a manual deposit is, frozen for its checker; ids as the outside sees them. */
export const ManualDocument = z.strictObject({
  memberId: outsideIdSchema('member'),
  amountMinor: z.int(),
  kind: z.enum(['realDeposit', 'goodwill', 'correction']),
  accountId: outsideIdSchema('bankAccount').nullable(),
  bankTime: z.string().nullable(),
  reasonCode: z.string(),
  remarkMember: z.string().nullable(),
  remarkStaff: z.string(),
  /** The slip that the member showed for it, and its picture. */
  slip: z.strictObject({ slipId: outsideIdSchema('slip'), id: z.guid(), sha256: z.string() }).optional(),
})
export type ManualDocument = z.infer<typeof ManualDocument>

export interface TypedBy {
  readonly makerId: string
  readonly checkerId: string | null
  readonly approvalId: string | null
  readonly settings: BrandSettings
  readonly nowMs: number
}

/** The posting of a manual deposit: goodwill from our own cost, real money from suspense (decisions 33). */
export function manualPosting(document: ManualDocument, sourceId: string, on: string): Posting {
  const { memberId, amountMinor, accountId, bankTime } = document
  if (document.kind !== 'realDeposit') return creditAdd({ sourceId, memberId, amountMinor, businessOn: on })
  if (accountId === null) throw new ApiError('requiredField', { field: 'accountId' })
  const cause = { sourceId, businessOn: on, ...(bankTime === null ? {} : { valueOn: valueOn(bankTime) }) }
  return depositCredited({ ...cause, bankAccountId: accountId, memberId, amountMinor, before: 'line' })
}

async function assertActive(tx: Tx, memberId: string): Promise<void> {
  const { rows } = await sql<{ state: string }>`
    select state from members where id = ${memberId} for share`.execute(tx)
  if (rows[0]?.state !== 'active') throw new ApiError('memberNotActive')
}

/**
 * Credits what a person typed and tells open screens; the money moves last. @returns the deposit, null for
 * goodwill and corrections
 * @throws memberNotActive
 */
export async function creditByHand(
  tx: Tx,
  document: ManualDocument,
  by: TypedBy,
): Promise<{ depositId: string | null; adjustmentId: string | null }> {
  const memberId = uuidOf('member', document.memberId)
  await assertActive(tx, memberId)
  const on = businessOn(by.settings, by.nowMs)
  const { kind } = document
  const { approvalId } = by
  const row = { ...document, memberId, makerId: by.makerId, approvalId, businessOn: on }
  if (kind !== 'realDeposit') {
    const reference = await referenceOf(tx, 'adjustment', on)
    const { checkerId } = by
    const id = await insertAdjustment(tx, { ...row, kind, reference, checkerId })
    await announce(tx, 'transfer', encodeId('adjustment', id))
    await postStrict(tx, [manualPosting(document, encodeId('adjustment', id), on)])
    return { depositId: null, adjustmentId: id }
  }
  if (document.accountId === null) throw new ApiError('requiredField', { field: 'accountId' })
  const accountId = uuidOf('bankAccount', document.accountId)
  const reference = await referenceOf(tx, 'deposit', on)
  const now = new Date(by.nowMs).toISOString()
  const id = await insertManualDeposit(tx, { ...row, accountId, reference, now })
  if (document.slip) {
    const slipId = uuidOf('slip', document.slip.slipId)
    const wanted = { slipId, memberId, amountMinor: document.amountMinor, nowMs: by.nowMs }
    await attachSlip(tx, await takeSlip(tx, wanted), id, by.nowMs)
  }
  const outsideId = encodeId('deposit', id)
  await announce(tx, 'deposit', outsideId)
  await announce(tx, 'transfer', outsideId)
  const [posted] = await postStrict(tx, [manualPosting(document, outsideId, on)])
  const after = posted?.balancesAfter[0]?.balanceMinor ?? 0
  await sql`update deposits set credit_before_minor = ${after - document.amountMinor},
    credit_after_minor = ${after} where id = ${id}`.execute(tx)
  return { depositId: id, adjustmentId: null }
}
