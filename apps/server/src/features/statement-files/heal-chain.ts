import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { clearAlarm } from '../../platform/db/alarms.ts'
import type { Tx } from '../../platform/db/db.ts'
import { placeAll } from '../bank-lines/intake/receive-line.ts'
import type { LineWork } from '../bank-lines/line-work.ts'
import type { FeedRow } from '../bank-lines/stored-line.ts'
import type { ImportPlan } from './joining/plan-import.ts'
import { linesBehind } from './queries.ts'

/** Holes that the file fills are gone, or become what it leaves of them. */
export async function closeGaps(tx: Tx, accountId: string, { placement }: ImportPlan): Promise<void> {
  for (const { id, left } of placement.gaps) {
    for (const part of left)
      await sql`insert into chain_gaps (bank_account_id, from_minor, to_minor, from_at, to_at, since)
        select bank_account_id, ${part.fromMinor}, ${part.toMinor}, ${part.fromAt}, ${part.toAt}, since
          from chain_gaps where id = ${id}`.execute(tx)
    await sql`delete from chain_gaps where id = ${id}`.execute(tx)
  }
  const { opens } = placement
  if (opens === null) return
  await sql`insert into chain_gaps (bank_account_id, from_minor, to_minor, from_at, to_at)
    values (${accountId}, ${opens.fromMinor}, ${opens.toMinor}, ${opens.fromAt}, ${opens.toAt})`.execute(tx)
}

/** The end of the chain goes on to the end of the file, and what waits behind it is placed anew. */
export async function moveChain(
  work: LineWork,
  feed: FeedRow,
  { tip: fileEnd }: ImportPlan,
  lastLineId: string | null,
): Promise<void> {
  const { tx, account } = work.intake
  const tip: FeedRow = fileEnd
    ? {
        ...feed,
        last_balance_minor: fileEnd.balanceMinor,
        last_line_id: lastLineId,
        last_line_at: fileEnd.at,
      }
    : feed
  const rest = await linesBehind(tx, account.id)
  if (rest.length > 0) return placeAll(work, tip, rest, null)
  // The phones said nothing: when they last did stays as it is.
  await sql`update bank_account_feeds set last_balance_minor = ${tip.last_balance_minor},
    last_line_id = ${tip.last_line_id}, last_line_at = ${tip.last_line_at}, is_broken = false
     where bank_account_id = ${account.id}`.execute(tx)
  if (feed.is_broken) await clearAlarm(tx, 'bank.chainGap', encodeId('bankAccount', account.id))
}
