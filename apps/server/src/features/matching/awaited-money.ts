import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import { isTransferAwaited } from '../bank-lines/intake/intake-queries.ts'
import type { StoredLine } from '../bank-lines/stored-line.ts'

/** A payout of this amount waits for its line: taken for something else, it could not prove it any more. */
async function isPayoutAwaited(db: Reader, line: StoredLine): Promise<boolean> {
  const { rows } = await sql`
    select from withdrawals where bank_account_id = ${line.bank_account_id}
       and amount_minor - fee_minor = ${line.amount_minor} and settled_line_id is null
       and state in ('sending', 'unknown', 'paid') limit 1`.execute(db)
  return rows.length > 0
}

/** Whether other money of this amount is to leave this account and has not yet: the line may be that. */
export const isMoneyAwaited = async (db: Reader, line: StoredLine): Promise<boolean> =>
  (await isTransferAwaited(db, line)) || (await isPayoutAwaited(db, line))
