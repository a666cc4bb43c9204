import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { alarmCleared } from '../../platform/db/alarms.ts'
import type { Tx } from '../../platform/db/db.ts'
import { movedMeanwhile } from '../../platform/db/write-together.ts'
import { lockLine } from '../bank-lines/intake/intake-queries.ts'
import type { LineWork } from '../bank-lines/line-work.ts'
import type { ImportPlan } from './joining/plan-import.ts'

/**
 * What the file says beyond the message, of lines that are open and that the balance makes out for sure: what
 * is known already stays.
 */
export async function fillKnown(tx: Tx, fileId: string): Promise<void> {
  await sql`
    update statement_lines l set payer_bank = coalesce(l.payer_bank, r.payer_bank),
           payer_mask = coalesce(l.payer_mask, r.payer_mask),
           payer_name = coalesce(l.payer_name, r.payer_name),
           channel = coalesce(l.channel, r.channel), ref = coalesce(l.ref, r.ref), version = l.version + 1
      from statement_file_rows r
     where r.file_id = ${fileId} and l.id = r.line_id and l.source <> 'file'
       and l.state in ('waiting', 'quarantined', 'suggested', 'unmatched')
       and l.balance_after_minor = r.balance_after_minor
       and (l.payer_bank is null and r.payer_bank is not null
         or l.payer_mask is null and r.payer_mask is not null
         or l.payer_name is null and r.payer_name is not null or l.channel is null and r.channel is not null
         or l.ref is null and r.ref is not null)`.execute(tx)
}

/**
 * Lines that waited behind a hole go on as if the missing messages had come; those that were held back as
 * contradictions are no longer, and a person says whose they are.
 */
export async function healLines(work: LineWork, { healed }: ImportPlan): Promise<void> {
  for (const { id } of healed) {
    const line = await lockLine(work.intake.tx, id)
    if (!line) throw movedMeanwhile()
    const wasHeld = line.chain === 'contradiction'
    const cleared = { part: alarmCleared('bank.chainContradiction', encodeId('statementLine', id)) }
    await work.place(
      { ...line, chain: 'linked' },
      { isNew: false, mayCredit: !wasHeld, with: wasHeld ? [cleared] : [] },
    )
  }
}
