import { encodeId } from '@khlang/contract/values/values.ts'
import type { Posting } from '@khlang/ledger/posting.ts'
import { ownTransferIn, ownTransferOut } from '@khlang/ledger/withdrawals.ts'
import { sql } from 'kysely'
import { alarmCleared } from '../../platform/db/alarms.ts'
import type { Tx } from '../../platform/db/db.ts'
import { writeRow } from '../../platform/db/write-together.ts'
import { announce } from '../../platform/live/live.ts'
import { postStrict } from '../../platform/posting/ledger-store.ts'
import { plainOutcome } from './decide-line.ts'
import { updateLine } from './intake/intake-queries.ts'
import { receiptBack } from './receipts.ts'
import type { StoredLine } from './stored-line.ts'

/**
 * The agreed transfer that these two lines would be, held: asked for before the lines are held themselves, in
 * the order in which the machine holds them. Null where nobody agreed to one.
 */
export async function lockTransferOf(tx: Tx, lineIds: readonly string[]): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select t.id from own_transfers t
     where t.state = 'approved' and exists (
       select from statement_lines o join statement_lines i on i.amount_minor = o.amount_minor
        where o.id = any(${[...lineIds]}::uuid[]) and i.id = any(${[...lineIds]}::uuid[])
          and o.direction = 'out' and i.direction = 'in' and o.amount_minor = t.amount_minor
          and o.bank_account_id = t.from_account_id and i.bank_account_id = t.to_account_id
          and least(o.id, i.id) > uuidv7(t.approved_at - now()))
     order by t.approved_at, t.id limit 1 for update`.execute(tx)
  return rows[0]?.id ?? null
}

interface Pair {
  readonly into: StoredLine
  readonly outOf: StoredLine
}

interface Closing {
  /** Null where the machine found that they belong together. */
  readonly handledBy: string | null
  readonly on: string
  /** The held transfer that is over with it; null where nobody had agreed to one. */
  readonly transferId: string | null
}

async function endTransfer(tx: Tx, transferId: string, { into, outOf }: Pair): Promise<void> {
  const { version } = await tx
    .updateTable('own_transfers')
    .set({
      state: 'done',
      out_line_id: outOf.id,
      in_line_id: into.id,
      ended_at: sql`now()`,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', transferId)
    .returning('version')
    .executeTakeFirstOrThrow()
  await announce(tx, 'ownTransfer', encodeId('ownTransfer', transferId), version)
}

/**
 * Closes two held, open lines of two own accounts as one transfer between them: what came in is no longer
 * money of nobody, and the transfer that was agreed to is over.
 */
export async function closePair(
  tx: Tx,
  { into, outOf }: Pair,
  { handledBy, on, transferId }: Closing,
): Promise<void> {
  if (transferId !== null) await endTransfer(tx, transferId, { into, outOf })
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
  const back = await receiptBack(tx, into, on)
  if (back !== null) postings.push(back)
  postings.push(
    ownTransferOut({ ...moved, valueOn: outOf.value_on }),
    ownTransferIn({ ...moved, valueOn: into.value_on }),
  )
  await postStrict(tx, postings)
}
