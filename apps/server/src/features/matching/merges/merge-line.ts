import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { alarmCleared } from '../../../platform/db/alarms.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { announce } from '../../../platform/live/live.ts'
import { postStrict } from '../../../platform/posting/ledger-store.ts'
import { receiptAnew, receiptBack } from '../../bank-lines/receipts.ts'
import type { StoredLine } from '../../bank-lines/stored-line.ts'
import { openAgain } from '../open-again.ts'

interface Merge {
  readonly line: StoredLine
  readonly into: StoredLine
  readonly makerId: string
  readonly approvalId: string
  readonly reason: string
  readonly on: string
}

const tell = async (tx: Tx, ...lines: readonly StoredLine[]): Promise<void> => {
  for (const { id, version } of lines)
    await announce(tx, 'statementLine', encodeId('statementLine', id), version + 1)
}

/** What stays is another line than it was: nobody acts on what they read before. */
const touch = (tx: Tx, { id }: StoredLine) =>
  sql`update statement_lines set version = version + 1 where id = ${id}`.execute(tx)

/** A held, open line ends as a double of a held other one; the database judges whether it may. */
export async function merge(tx: Tx, { line, into, on, ...of }: Merge): Promise<void> {
  const lineId = encodeId('statementLine', line.id)
  const back = await receiptBack(tx, line, on)
  await tx
    .insertInto('line_merges')
    .values({
      line_id: line.id,
      into_id: into.id,
      amount_minor: line.amount_minor,
      was_received: back !== null,
      maker_id: of.makerId,
      approval_id: of.approvalId,
      reason: of.reason,
    })
    .execute()
  await sql`update statement_lines set state = 'duplicate', reason = 'merged', handled_by = ${of.makerId},
    handled_at = now(), hint_until = null, version = version + 1 where id = ${line.id}`.execute(tx)
  await touch(tx, into)
  await tell(tx, line, into)
  await alarmCleared('bank.outgoingUnknown', lineId).execute(tx)
  await alarmCleared('bank.chainContradiction', lineId).execute(tx)
  if (back !== null) await postStrict(tx, [back])
}

interface Unmerge {
  readonly line: StoredLine
  readonly into: StoredLine
  readonly approvalId: string
  readonly on: string
}

/** A double is a line of its own again: open, as one that was somebody's, and its money received anew. */
export async function unmerge(tx: Tx, { line, into, approvalId, on }: Unmerge): Promise<void> {
  const { rows } = await sql<{ wasReceived: boolean }>`
    update line_merges set reversed_at = now(), reversal_approval_id = ${approvalId}
     where line_id = ${line.id} and reversed_at is null returning was_received as "wasReceived"`.execute(tx)
  await openAgain(tx, line)
  await touch(tx, into)
  await tell(tx, into)
  if (rows[0]?.wasReceived === true) await postStrict(tx, [await receiptAnew(tx, line, on)])
}
