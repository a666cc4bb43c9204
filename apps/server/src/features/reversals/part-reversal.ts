import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { clearAlarm, raiseAlarm } from '../../platform/db/alarms.ts'
import type { ExecutionContext } from '../../platform/approvals/approval-kinds.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { StoredLine } from '../bank-lines/stored-line.ts'
import { reopenLine, type LinkedDeposit, type TakenBack } from './link-reversal.ts'

export interface Part extends LinkedDeposit {
  readonly amountMinor: number
  /** Whether other parts of the line stand. */
  readonly hasOthers: boolean
}

/** A credited part of a split line, held; undefined where this deposit is none. */
export async function lockPart(tx: Tx, lineId: string, depositId: string): Promise<Part | undefined> {
  const { rows } = await sql<Part>`
    select d.id, d.reference, d.member_id, m.username, d.credits, l.handled_by, l.handled_at,
           d.amount_minor as "amountMinor", exists (select from deposits o where o.statement_line_id = l.id
             and o.state = 'credited' and o.id <> d.id) as "hasOthers"
      from deposits d join statement_lines l on l.id = d.statement_line_id
      join members m on m.id = d.member_id
     where d.id = ${depositId} and l.id = ${lineId} and d.state = 'credited' and d.split_id is not null
       for update of d`.execute(tx)
  return rows[0]
}

/**
 * A part is taken back: with the last one the line is open again, else the other parts stay and an alarm
 * says that there is money of it which nobody has. The money is moved by the caller, last.
 */
export async function reopenPart(
  context: Pick<ExecutionContext, 'tx' | 'record' | 'announce'>,
  { line, part }: { readonly line: StoredLine; readonly part: Part },
  taken: TakenBack,
): Promise<void> {
  const { tx, record, announce } = context
  const lineId = encodeId('statementLine', line.id)
  if (!part.hasOthers) {
    await clearAlarm(tx, 'bank.splitOpen', lineId)
    await reopenLine(context, { line: { ...line, amount_minor: part.amountMinor }, deposit: part }, taken)
    return
  }
  const depositId = encodeId('deposit', part.id)
  const memberId = encodeId('member', part.member_id)
  await sql`update deposits set state = 'reversed', version = version + 1,
    reversal_approval_id = ${taken.approvalId} where id = ${part.id}`.execute(tx)
  await sql`update statement_lines set version = version + 1 where id = ${line.id}`.execute(tx)
  const detail = { amountMinor: part.amountMinor }
  await raiseAlarm(tx, { code: 'bank.splitOpen', entity: 'statementLine', entityId: lineId, detail })
  await record({
    entity: 'statementLine',
    entityId: lineId,
    action: 'partTakenBack',
    reason: taken.reason,
    detail: { depositId, memberId, amountMinor: part.amountMinor, ...taken.detail },
  })
  await announce('statementLine', lineId, line.version + 1)
  await announce('deposit', depositId)
  await announce('member', memberId)
  await announce('transfer', depositId)
}
