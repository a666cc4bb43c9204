import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { raiseAlarm } from '../../platform/db/alarms.ts'
import type { Tx } from '../../platform/db/db.ts'
import { announce } from '../../platform/live/live.ts'
import type { StoredLine } from '../bank-lines/stored-line.ts'

/** Where a line stands that two people opened again. */
export const openedState = ({ direction }: Pick<StoredLine, 'direction'>) =>
  direction === 'in' ? ('unlinked' as const) : ('unmatched' as const)

/**
 * A held line that stood for something is nobody's again: what came in is as one that was somebody's, so that
 * two people link it; of what left it is told as before.
 */
export async function openAgain(tx: Tx, line: StoredLine): Promise<void> {
  const lineId = encodeId('statementLine', line.id)
  await sql`update statement_lines set state = ${openedState(line)}, reason = 'undone', handled_by = null,
    handled_at = null, version = version + 1 where id = ${line.id}`.execute(tx)
  await announce(tx, 'statementLine', lineId, line.version + 1)
  if (line.direction === 'in') return
  const detail = { amountMinor: line.amount_minor }
  await raiseAlarm(tx, { code: 'bank.outgoingUnknown', entity: 'statementLine', entityId: lineId, detail })
}
