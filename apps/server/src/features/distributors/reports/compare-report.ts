import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/db.ts'
import type { ReportLine } from './read-report.ts'

const linesAtOnce = 5000

/** The report that is compared, and the moments of the business days that it is about. */
export interface Compared {
  readonly reportId: string
  readonly providerId: string
  readonly from: string
  readonly until: string
}

/** Keeps the lines as they were read. */
export async function writeLines(tx: Tx, reportId: string, lines: readonly ReportLine[]): Promise<void> {
  for (let from = 0; from < lines.length; from += linesAtOnce)
    await sql`
      insert into provider_report_lines (report_id, no, round_ref, transaction_ref, player, stake_minor,
        payout_minor, told_at)
      select ${reportId}, l.no, l."roundRef", l."transactionRef", l.player, l."stakeMinor",
             l."payoutMinor", l.at
        from jsonb_to_recordset(${JSON.stringify(lines.slice(from, from + linesAtOnce))}::jsonb)
          as l (no int, "roundRef" text, "transactionRef" text, player text, "stakeMinor" bigint,
            "payoutMinor" bigint, at timestamptz)`.execute(tx)
}

/** Sums of both sides, as they were found. */
interface Found {
  readonly lineCount: number
  readonly roundCount: number
  readonly agreedCount: number
  readonly differenceCount: number
  readonly stakeMinor: number
  readonly payoutMinor: number
  readonly oursCount: number
  readonly oursStakeMinor: number
  readonly oursPayoutMinor: number
}

/**
 * Compares the kept lines with the bets of the provider by round and keeps what differs. A round may stand in
 * several lines: their sums count. A round that we voided is alike where they count as much back as was
 * staked. Of bets that are settled and were placed in these days each must be in the report; of one that
 * still runs nothing is missing.
 */
export async function compareLines(
  tx: Tx,
  { reportId, providerId, from, until }: Compared,
): Promise<Found> {
  const { rows } = await sql<Found>`
    with theirs as materialized (
      select l.round_ref as ref, min(l.player) as player, min(l.told_at) as at, count(*) as lines,
             sum(l.stake_minor)::bigint as stake, sum(l.payout_minor)::bigint as payout
        from provider_report_lines l where l.report_id = ${reportId} group by 1),
    known as materialized (
      select t.*, b.id as bet_id, b.state, b.stake_minor as our_stake, b.payout_minor as our_payout,
             b.id is not null and case when b.state = 'void' then t.stake = t.payout
               else t.stake = b.stake_minor and t.payout = b.payout_minor end as is_alike
        from theirs t
        left join bet_rounds r on r.provider_id = ${providerId} and r.ref = t.ref
        left join bets b on b.id = r.bet_id),
    ours as materialized (
      select b.id, b.ref, b.member_id, b.placed_at, b.stake_minor, b.payout_minor
        from bets b
       where b.provider_id = ${providerId} and b.id >= least_id(${from}::timestamptz)
         and b.id < least_id(${until}::timestamptz) and b.state in ('won', 'lost', 'draw')),
    missing as (
      select o.* from ours o where not exists (select from theirs t where t.ref = o.ref)),
    kept as (
      insert into provider_report_differences (report_id, round_ref, bet_id, kind, player, at,
        ours_stake_minor, ours_payout_minor, theirs_stake_minor, theirs_payout_minor)
      select ${reportId}::uuid, k.ref, k.bet_id,
             case when k.bet_id is null then 'notOurs' else 'otherAmounts' end, k.player, k.at, k.our_stake,
             k.our_payout, k.stake, k.payout
        from known k where not k.is_alike
      union all
      select ${reportId}::uuid, o.ref, o.id, 'notTheirs', m.username, o.placed_at, o.stake_minor,
             o.payout_minor, null, null
        from missing o join members m on m.id = o.member_id
      returning id)
    select (select coalesce(sum(lines), 0)::int from theirs) as "lineCount",
           (select count(*)::int from theirs) as "roundCount",
           (select count(*)::int from known where is_alike) as "agreedCount",
           (select count(*)::int from kept) as "differenceCount",
           (select coalesce(sum(stake), 0)::bigint from theirs) as "stakeMinor",
           (select coalesce(sum(payout), 0)::bigint from theirs) as "payoutMinor",
           n.count as "oursCount", n.stake as "oursStakeMinor", n.payout as "oursPayoutMinor"
      from (select count(*)::int as count, coalesce(sum(stake_minor), 0)::bigint as stake,
                   coalesce(sum(payout_minor), 0)::bigint as payout from (
              select our_stake as stake_minor, our_payout as payout_minor from known
               where bet_id is not null
              union all select stake_minor, payout_minor from missing) both_sides) n`.execute(tx)
  const [found] = rows
  if (!found) throw new Error('a comparison answers one row')
  return found
}
