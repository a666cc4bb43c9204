import type { betReports } from '@khlang/contract/play/bet-reports.ts'
import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import { sql } from 'kysely'
import type { Database, Reader, Tx } from '../../../platform/db/db.ts'
import { begins, ends, type MonthFile, type Sums } from './month-file.ts'

type Row = HandlerOutput<typeof betReports.archive>['records'][number]

/** How long a month stays that an operator brought back. */
const attachedDays = 30
const shownMax = 240

/** The newest months that left or are to leave. */
export async function archiveRows(db: Reader): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select month, state, reason, open_bets as "openBets", bets, outcomes, stake_minor as "stakeMinor",
           payout_minor as "payoutMinor", valid_minor as "validMinor", counted_minor as "countedMinor",
           bytes, sha256, archived_at as "archivedAt", attached_at as "attachedAt"
      from bet_archives order by month desc, created_at desc limit ${sql.lit(shownMax)}`.execute(db)
  return rows
}

/** Months in the archive whose bets were placed on these days. */
export async function archivedMonths(
  db: Reader,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select month from bet_archives
     where state = 'archived'
       and (${from ?? null}::date is null or month + interval '1 month' > ${from ?? null}::date)
       and (${to ?? null}::date is null or month <= ${to ?? null}::date)
     order by month`.execute(db)
  return rows.map(({ month }) => month)
}

/** A month in the archive with what its file is. */
export async function archivedFile(db: Reader, month: string) {
  const { rows } = await sql<{ id: string; bytes: number; sha256: string; bets: number }>`
    select id, bytes, sha256, bets from bet_archives
     where month = ${month}::date and state = 'archived'`.execute(db)
  return rows[0]
}

/** Months of bets before this one that are still in their tables, the oldest first. */
export async function dueMonths(db: Reader, before: string): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select m.month from (
      select to_date(right(c.relname, 7), 'YYYY_MM') as month from pg_inherits i
        join pg_class c on c.oid = i.inhrelid where i.inhparent = 'bets'::regclass) m
     where m.month < ${before}::date and not exists (
       select from bet_archives a where a.month = m.month and a.state = 'attached'
          and a.attached_at > now() - make_interval(days => ${attachedDays}))
     order by 1`.execute(db)
  return rows.map(({ month }) => month)
}

/** The row of a month that is to leave. */
export async function waitingRow(db: Reader, month: string): Promise<string> {
  await sql`insert into bet_archives (month) values (${month}::date)
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ id: string }>`
    select id from bet_archives where month = ${month}::date and state = 'waiting'`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`the bets of ${month} are in the archive and in their tables`)
  return row.id
}

/** Says what a month waits for. */
export async function noteWaiting(
  db: Reader,
  id: string,
  { reason, openBets }: Pick<Row, 'reason' | 'openBets'>,
): Promise<void> {
  await sql`update bet_archives set reason = ${reason}, open_bets = ${openBets}
    where id = ${id} and state = 'waiting'`.execute(db)
}

interface Seen {
  readonly openBets: number
  /** The newest transaction in which something became of its bets; null: there was none. */
  readonly lastXid: string | null
  /** Whether no transaction older than that can still come. */
  readonly isCertain: boolean
  /** The newest business day on which something became of them. */
  readonly lastOn: string | null
  /** Whether all that was told up to that day is in the figures. */
  readonly isFolded: boolean
}

/** How a month stands that is to leave. */
export async function seeMonth(db: Database, month: string): Promise<Seen> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '10min'`.execute(tx)
    const { rows } = await sql<Seen>`
      with became as (
        select max(o.xid) as last, max(o.business_on) as last_on from bet_outcomes o
         where o.bet_id >= ${begins(month)} and o.bet_id < ${ends(month)})
      select (select count(*) from bets b where b.state = 'running' and b.id >= ${begins(month)}
                and b.id < ${ends(month)}) as "openBets",
             last::text as "lastXid", last_on as "lastOn",
             last is null or last < pg_snapshot_xmin(pg_current_snapshot()) as "isCertain",
             not exists (select from bet_outcomes o, play_progress p
               where o.xid >= p.folded_xid and o.business_on <= last_on) as "isFolded"
        from became`.execute(tx)
    const [seen] = rows
    if (!seen) throw new Error('a month without an answer')
    return seen
  })
}

/**
 * Keeps the sums of what became of the bets of a month, and compares the figures of its days.
 * @returns how many games of days differ, and the sums that are kept
 */
export async function keepSums(
  db: Database,
  month: string,
): Promise<{ readonly differing: number; readonly kept: Sums }> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '30min'`.execute(tx)
    const { rows } = await sql<{ differing: number }>`
      select sum_bet_month(${month}::date) as differing`.execute(tx)
    const { rows: sums } = await sql<Sums>`
      select coalesce(sum(bets), 0)::bigint as bets, coalesce(sum(stake_minor), 0)::bigint as "stakeMinor",
             coalesce(sum(payout_minor), 0)::bigint as "payoutMinor",
             coalesce(sum(valid_minor), 0)::bigint as "validMinor",
             coalesce(sum(counted_minor), 0)::bigint as "countedMinor"
        from archived_play where month = ${month}::date`.execute(tx)
    const [kept] = sums
    if (!kept) throw new Error('sums without an answer')
    return { differing: rows[0]?.differing ?? 0, kept }
  })
}

/** What the file of a month holds. */
export async function noteFile(tx: Tx, id: string, file: MonthFile): Promise<void> {
  const { bets, outcomes, settled, bytes, sha256 } = file
  await sql`update bet_archives set bets = ${bets}, outcomes = ${outcomes},
      stake_minor = ${settled.stakeMinor}, payout_minor = ${settled.payoutMinor},
      valid_minor = ${settled.validMinor}, counted_minor = ${settled.countedMinor}, bytes = ${bytes},
      sha256 = ${sha256}, reason = null, open_bets = 0 where id = ${id}`.execute(tx)
}

/** @returns false where something came after what the file holds */
export async function detachMonth(tx: Tx, id: string, lastXid: string | null): Promise<boolean> {
  const { rows } = await sql<{ isDone: boolean }>`
    select detach_bet_month(${id}, ${lastXid}::xid8) as "isDone"`.execute(tx)
  return rows[0]?.isDone ?? false
}
