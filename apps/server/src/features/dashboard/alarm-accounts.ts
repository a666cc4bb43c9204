import { decodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import { maskOwnAccountNo } from '../../platform/people/masks.ts'
import type { OpenAlarm } from './alarm-queries.ts'

interface AlarmAccount {
  readonly id: string
  readonly bank: string
  readonly label: string
  readonly accountNoMasked: string
}

const kinds = ['bankAccount', 'statementLine', 'message', 'withdrawal'] as const

/** The account of ours each alarm is about, by the alarm's id: its own, its line's, message's or payout's. */
export async function accountsOfAlarms(
  db: Reader,
  alarms: readonly OpenAlarm[],
): Promise<ReadonlyMap<string, AlarmAccount>> {
  const about = alarms.flatMap(({ id, entity, entityId }) => {
    const kind = kinds.find((each) => each === entity)
    const of = kind && decodeId(kind, entityId)
    return of ? [{ id, kind, of }] : []
  })
  const list = (pick: (row: (typeof about)[number]) => string) => about.map(pick)
  const { rows } = await sql<AlarmAccount & { readonly alarmId: string; readonly accountNo: string }>`
    select x.id as "alarmId", a.id, a.bank, a.label, a.account_no as "accountNo"
      from unnest(${list((row) => row.id)}::text[], ${list((row) => row.kind)}::text[],
                  ${list((row) => row.of)}::uuid[]) as x (id, kind, entity)
      left join statement_lines l on x.kind = 'statementLine' and l.id = x.entity
      left join bank_messages m on x.kind = 'message' and m.id = x.entity
      left join withdrawals w on x.kind = 'withdrawal' and w.id = x.entity
      join bank_accounts a on a.id = case x.kind when 'bankAccount' then x.entity
        else coalesce(l.bank_account_id, m.bank_account_id, w.bank_account_id) end`.execute(db)
  return new Map(
    rows.map(({ alarmId, accountNo, id, bank, label }) => [
      alarmId,
      { id, bank, label, accountNoMasked: maskOwnAccountNo(accountNo) },
    ]),
  )
}
