import { fitMask } from '@khlang/bank-messages/mask.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { raiseAlarm } from '../../platform/db/alarms.ts'
import type { Reader } from '../../platform/db/db.ts'
import { sinceAgreed } from './queries.ts'

/**
 * A line that may stand for money: not a message that is still waited on, one that may be said twice, or one
 * of a format that people taught and that is still learnt.
 */
export const isProof = sql`l.chain <> 'hint' and l.possible_double_of is null and taught_may_credit(l)
  and l.state in ('unmatched', 'suggested')`

interface Left {
  readonly id: string
  readonly accountId: string
  readonly amountMinor: number
  readonly mask: string | null
  readonly bank: string | null
  /** Where it may have gone by the transfers that still wait, one entry for each. */
  readonly awaited: readonly { readonly bank: string; readonly accountNo: string }[]
}

/** Lines that left without an alarm because a transfer was awaited, and that no transfer explains. Pure. */
function unexplained(lines: readonly Left[]): Left[] {
  const groups = Map.groupBy(lines, (line) => `${line.accountId} ${line.amountMinor}`)
  return [...groups.values()].flatMap((group) => {
    const may = group.filter(({ mask, bank, awaited }) =>
      awaited.some(
        (end) =>
          (bank === null || bank === end.bank) && (mask === null || fitMask(mask, end.accountNo).fits),
      ),
    )
    const explained = may.slice(0, group[0]?.awaited.length ?? 0)
    return group.filter((line) => !explained.includes(line))
  })
}

/**
 * Money that left an account while a transfer of the same amount was awaited raised no alarm: it does now,
 * where it names another account, where more left than was agreed to, or where the transfer is over.
 */
export async function tellUnawaited(db: Reader): Promise<void> {
  const { rows } = await sql<Left>`
    select distinct on (l.id) l.id, l.bank_account_id as "accountId", l.amount_minor as "amountMinor",
           l.payer_mask as mask, l.payer_bank as bank,
           coalesce((select json_agg(json_build_object('bank', g.bank, 'accountNo', g.account_no))
             from own_transfers w join bank_accounts g on g.id = w.to_account_id
            where w.state = 'approved' and w.from_account_id = l.bank_account_id
              and w.amount_minor = l.amount_minor), '[]') as awaited
      from own_transfers t join statement_lines l on l.bank_account_id = t.from_account_id
       and l.direction = 'out' and l.amount_minor = t.amount_minor and l.id > ${sinceAgreed}
     where (t.state = 'approved' or t.approved_at is not null and t.ended_at > now() - interval '1 day')
       and l.chain <> 'hint' and l.state = 'unmatched'
       and not exists (select from alarms a where a.code = 'bank.outgoingUnknown'
         and a.entity_id = (select outside_id('stl', l.id)))
     order by l.id`.execute(db)
  for (const { id, amountMinor } of unexplained(rows)) {
    const entityId = encodeId('statementLine', id)
    const detail = { amountMinor }
    await raiseAlarm(db, { code: 'bank.outgoingUnknown', entity: 'statementLine', entityId, detail })
  }
}
