import { encodeId } from '@khlang/contract/values/values.ts'
import { depositRefunded } from '@khlang/ledger/deposits.ts'
import { sql } from 'kysely'
import { alarmCleared } from '../../../platform/db/alarms.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { writeRow } from '../../../platform/db/write-together.ts'
import { announce } from '../../../platform/live/live.ts'
import { postStrict } from '../../../platform/posting/ledger-store.ts'
import { plainOutcome } from '../../bank-lines/decide-line.ts'
import { updateLine } from '../../bank-lines/intake/intake-queries.ts'
import type { StoredLine } from '../../bank-lines/stored-line.ts'
import type { StandingRefund } from './queries.ts'

interface Closing {
  readonly refund: StandingRefund
  readonly line: StoredLine
  /** The bank's line of what left. */
  readonly out: StoredLine
}

/** A refund is over: both lines are held and open, and what left is no longer money of nobody. */
export async function closeWith(
  tx: Tx,
  { refund, line, out }: Closing,
  { handledBy, on }: { readonly handledBy: string | null; readonly on: string },
): Promise<void> {
  await sql`update line_refunds set state = 'done', out_line_id = ${out.id}, ended_at = now(),
    ended_by = ${handledBy} where id = ${refund.id}`.execute(tx)
  const lineId = encodeId('statementLine', line.id)
  await writeRow(tx, updateLine(line, { ...plainOutcome(line, 'refunded', null), handledBy }))
  await writeRow(tx, updateLine(out, { ...plainOutcome(out, 'settled', 'refund'), handledBy }))
  await announce(tx, 'statementLine', lineId, line.version + 1)
  await announce(tx, 'statementLine', encodeId('statementLine', out.id), out.version + 1)
  await alarmCleared('bank.outgoingUnknown', encodeId('statementLine', out.id)).execute(tx)
  const posting = depositRefunded({
    sourceId: lineId,
    bankAccountId: encodeId('bankAccount', line.bank_account_id),
    amountMinor: line.amount_minor,
    businessOn: on,
    valueOn: out.value_on,
  })
  await postStrict(tx, [posting])
}
