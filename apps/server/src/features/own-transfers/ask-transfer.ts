import type { transferPurposes } from '@khlang/contract/values/value-lists.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { randomUUIDv7 } from 'node:crypto'
import type { Ask } from '../../platform/approvals/ask-approval.ts'
import type { Tx } from '../../platform/db/db.ts'
import { referenceOf } from '../../platform/db/reference.ts'
import { ownTransfer } from './approval-kinds.ts'
import type { Source } from './queries.ts'

interface Wanted {
  readonly fromId: string
  readonly toId: string
  readonly amountMinor: number
  readonly purpose: (typeof transferPurposes)[number]
  readonly reason: string
}

/** In whose name, and with what, a transfer is asked for. */
interface Asker {
  readonly tx: Tx
  readonly makerId: string
  readonly on: string
  readonly ask: Ask
  readonly announce: (topic: string, entityId: string, version?: number) => Promise<void>
}

/**
 * Asks a second person for a transfer that was judged, its accounts held: the amount is frozen in the
 * request, however it was worked out.
 */
export async function askTransfer(
  { tx, makerId, on, ask, announce }: Asker,
  { fromId, toId, amountMinor, purpose, reason }: Wanted,
  sources: readonly Pick<Source, 'id' | 'label'>[],
) {
  const labelOf = (id: string) => sources.find((source) => source.id === id)?.label ?? ''
  const id = randomUUIDv7()
  const reference = await referenceOf(tx, 'ownTransfer', on)
  await tx
    .insertInto('own_transfers')
    .values({
      id,
      reference,
      from_account_id: fromId,
      to_account_id: toId,
      amount_minor: amountMinor,
      purpose,
      reason,
      maker_id: makerId,
      business_on: on,
    })
    .execute()
  const document = {
    transferId: encodeId('ownTransfer', id),
    reference,
    fromId: encodeId('bankAccount', fromId),
    toId: encodeId('bankAccount', toId),
    from: labelOf(fromId),
    to: labelOf(toId),
    amountMinor,
    purpose,
  }
  const asked = await ask(ownTransfer, document, { reason, version: 1 })
  if (asked.state === 'waiting') await announce('ownTransfer', document.transferId, 1)
  return { ...asked, id }
}
