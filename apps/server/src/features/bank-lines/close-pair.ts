import { encodeId } from '@khlang/contract/values/values.ts'
import type { Posting } from '@khlang/ledger/posting.ts'
import { reversalOf } from '@khlang/ledger/wallet.ts'
import { ownTransferIn, ownTransferOut } from '@khlang/ledger/withdrawals.ts'
import { sql } from 'kysely'
import { alarmCleared } from '../../platform/db/alarms.ts'
import type { Tx } from '../../platform/db/db.ts'
import { writeRow } from '../../platform/db/write-together.ts'
import { announce } from '../../platform/live/live.ts'
import { postStrict } from '../../platform/posting/ledger-store.ts'
import { receivedPosting } from './credit-deposit.ts'
import { plainOutcome } from './decide-line.ts'
import { updateLine } from './intake/intake-queries.ts'
import type { StoredLine } from './stored-line.ts'

/** The transfer that booked a line as received, if it was booked. */
async function receivedTransfer(tx: Tx, lineId: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from transfers where key = ${`deposit.received:${lineId}:1`}`.execute(tx)
  return rows[0]?.id ?? null
}

interface Pair {
  readonly into: StoredLine
  readonly outOf: StoredLine
}

/**
 * Closes two held, open lines of two own accounts as one transfer between them: what came in is no longer
 * money of nobody. @param handledBy null where the machine found that they belong together
 */
export async function closePair(
  tx: Tx,
  { into, outOf }: Pair,
  { handledBy, on }: { readonly handledBy: string | null; readonly on: string },
): Promise<void> {
  const intoId = encodeId('statementLine', into.id)
  for (const line of [into, outOf]) {
    await writeRow(tx, updateLine(line, { ...plainOutcome(line, 'internalTransfer', null), handledBy }))
    await announce(tx, 'statementLine', encodeId('statementLine', line.id), line.version + 1)
  }
  await alarmCleared('bank.outgoingUnknown', encodeId('statementLine', outOf.id)).execute(tx)
  const moved = {
    sourceId: intoId,
    fromBankAccountId: encodeId('bankAccount', outOf.bank_account_id),
    toBankAccountId: encodeId('bankAccount', into.bank_account_id),
    amountMinor: into.amount_minor,
    businessOn: on,
  }
  const postings: Posting[] = []
  const receivedId = await receivedTransfer(tx, intoId)
  if (receivedId !== null) {
    const { legs } = receivedPosting(into, on)
    const cause = { sourceId: intoId, businessOn: on, valueOn: into.value_on }
    postings.push(reversalOf({ ...cause, original: { legs, transferIds: [receivedId] } }))
  }
  postings.push(
    ownTransferOut({ ...moved, valueOn: outOf.value_on }),
    ownTransferIn({ ...moved, valueOn: into.value_on }),
  )
  await postStrict(tx, postings)
}
