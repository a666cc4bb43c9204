import { ApiError } from '../../platform/api-error.ts'
import type { Tx } from '../../platform/db/db.ts'
import { judged, type SlipRow } from './slip-rows.ts'
import { lockSlip } from './slip-writes.ts'

interface Wanted {
  readonly slipId: string
  readonly memberId: string
  readonly amountMinor: number
  readonly nowMs: number
}

const refused = (reason: 'used' | 'amountOther' | 'receiverOther' | 'senderOther') =>
  new ApiError('slipRefused', { field: 'slipId', details: { reason } })

/**
 * The slip that a member shows for a deposit, held until the transaction ends. One that nobody could verify
 * is taken: a person looked at it. One that tells of other money is not.
 * @throws invalidValue for one that is not there or another member's, alike; slipRefused
 */
export async function takeSlip(tx: Tx, { slipId, memberId, amountMinor, nowMs }: Wanted): Promise<SlipRow> {
  const slip = await lockSlip(tx, slipId)
  if (slip?.memberId !== memberId) throw new ApiError('invalidValue', { field: 'slipId' })
  if (slip.depositId !== null) throw refused('used')
  const { faults } = await judged(tx, slip, { amountMinor, nowMs })
  for (const fault of ['used', 'amountOther', 'receiverOther', 'senderOther'] as const)
    if (faults.includes(fault)) throw refused(fault)
  return slip
}
