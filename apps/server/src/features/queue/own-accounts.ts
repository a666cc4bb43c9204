import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import { readRollup } from '../../platform/work/rollups.ts'

/** What we call our own accounts. */
export const accountLabels = (db: Reader) =>
  db.selectFrom('bank_accounts').select(['id', 'bank', 'label']).execute()

interface AccountRow {
  readonly id: string
  readonly bank: string
  readonly label: string
  readonly account_no: string
  readonly role: 'deposit' | 'withdrawal' | 'holding'
  readonly state: 'active' | 'paused' | 'frozen' | 'closed'
  /** Null where the bank's messages tell no balance. */
  readonly last_balance_minor: number | null
  readonly last_message_at: string | null
  readonly is_broken: boolean
  readonly in_today: number
  readonly out_today: number
}

/** Our own accounts and what their statements say moved on a business day. */
export async function accountRows(db: Reader, on: string): Promise<AccountRow[]> {
  const counted = await readRollup(db, 'account', { from: on, to: on })
  const { rows } = await sql<Omit<AccountRow, 'in_today' | 'out_today'>>`
    select a.id, a.bank, a.label, a.account_no, a.role, a.state, f.last_message_at, f.is_broken,
      case when a.has_balances then f.last_balance_minor end as last_balance_minor
      from bank_accounts a join bank_account_feeds f on f.bank_account_id = a.id
     where a.state <> 'closed'
     order by a.priority, a.label, a.id`.execute(db)
  const moved = (id: string, direction: 'in' | 'out'): number =>
    counted.find(({ parts }) => parts[0] === id && parts[1] === direction)?.amountMinor ?? 0
  return rows.map((row) => ({ ...row, in_today: moved(row.id, 'in'), out_today: moved(row.id, 'out') }))
}
