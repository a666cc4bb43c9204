import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { addDays, valueOn } from '../../platform/business-day.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { StoredLine } from '../bank-lines/stored-line.ts'
import type { FileRow } from './reading/statement-rows.ts'

const rowsAtOnce = 2000

/** Keys that lines of these days have already. */
export async function usedKeys(tx: Tx, accountId: string, rows: readonly FileRow[]): Promise<string[]> {
  const times = rows.map(({ at }) => at).toSorted()
  const [from, to] = [times[0], times.at(-1)]
  if (from === undefined || to === undefined) return []
  const { rows: used } = await sql<{ key: string }>`
    select dedupe_key as key from statement_lines
     where bank_account_id = ${accountId} and value_on between ${addDays(valueOn(from), -2)}::date
       and ${addDays(valueOn(to), 2)}::date`.execute(tx)
  return used.map(({ key }) => key)
}

/** Amounts of outgoing rows that a payout, an agreed transfer or refund waits for, or had within a day. */
export async function amountsToSettle(
  tx: Tx,
  accountId: string,
  rows: readonly FileRow[],
): Promise<ReadonlySet<number>> {
  const out = [...new Set(rows.flatMap((row) => (row.direction === 'out' ? [row.amountMinor] : [])))]
  if (out.length === 0) return new Set()
  const { rows: found } = await sql<{ amount: number }>`
    select w.amount_minor - w.fee_minor as amount from withdrawals w
     where w.bank_account_id = ${accountId} and w.amount_minor - w.fee_minor = any(${out}::bigint[])
       and (w.settled_line_id is null and w.state in ('sending', 'unknown', 'paid')
         or w.settled_line_id is not null and w.paid_at > now() - interval '24 hours')
    union select amount_minor from own_transfers
     where state = 'approved' and from_account_id = ${accountId}
       and amount_minor = any(${out}::bigint[])
    union select amount_minor from line_refunds
     where state = 'approved' and bank_account_id = ${accountId}
       and amount_minor = any(${out}::bigint[])`.execute(tx)
  return new Set(found.map(({ amount }) => amount))
}

/** Stores lines at once; outgoing ones that no payout waits for raise their alarm, as one by one. */
export async function insertLines(tx: Tx, lines: readonly StoredLine[]): Promise<void> {
  for (let from = 0; from < lines.length; from += rowsAtOnce) {
    const part = lines.slice(from, from + rowsAtOnce).map((line) => ({
      ...line,
      reason: line.direction === 'out' ? 'outgoing' : null,
      outside_id: encodeId('statementLine', line.id),
    }))
    await sql`
      with given as (
        select * from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as r (id uuid, bank_account_id uuid,
          direction text, amount_minor bigint, bank_time timestamptz, bank_time_precision text,
          received_at timestamptz, balance_after_minor bigint, payer_bank text, payer_mask text,
          payer_name text, channel text, ref text, source text, dedupe_key text, chain text, state text,
          reason text, business_on date, value_on date, possible_double_of uuid, outside_id text)),
      put as (
        insert into statement_lines (id, bank_account_id, direction, amount_minor, bank_time,
          bank_time_precision, received_at, balance_after_minor, payer_bank, payer_mask, payer_name, channel,
          ref, source, dedupe_key, chain, state, reason, business_on, value_on, possible_double_of)
        select id, bank_account_id, direction, amount_minor, bank_time, bank_time_precision, received_at,
               balance_after_minor, payer_bank, payer_mask, payer_name, channel, ref, source, dedupe_key,
               chain, state, reason, business_on, value_on, possible_double_of
          from given)
      insert into alarms (code, entity, entity_id, detail)
      select 'bank.outgoingUnknown', 'statementLine', outside_id,
             jsonb_build_object('amountMinor', amount_minor)
        from given where direction = 'out'
      on conflict (code, entity_id) where cleared_at is null do nothing`.execute(tx)
  }
}

/** From now on each row of the file names the line that it is. */
export async function nameLines(
  tx: Tx,
  fileId: string,
  lineIds: ReadonlyMap<number, string>,
): Promise<void> {
  await sql`
    update statement_file_rows r set line_id = u.line_id
      from unnest(${[...lineIds.keys()]}::int[], ${[...lineIds.values()]}::uuid[]) u (no, line_id)
     where r.file_id = ${fileId} and r.no = u.no`.execute(tx)
}
