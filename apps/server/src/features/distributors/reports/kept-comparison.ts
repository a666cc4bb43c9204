import type { reportDifferenceKinds } from '@khlang/contract/play/distributor-values.ts'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../../platform/db/db.ts'
import type { ReportLine } from './read-report.ts'

/** A round that both sides do not have alike; null on the side that does not have it. */
export interface RoundDifference {
  readonly roundRef: string
  readonly betId: string | null
  readonly kind: (typeof reportDifferenceKinds)[number]
  readonly player: string
  readonly at: string | null
  readonly businessOn: string
  readonly oursStakeMinor: number | null
  readonly oursPayoutMinor: number | null
  readonly theirsStakeMinor: number | null
  readonly theirsPayoutMinor: number | null
}

/** What both sides have of a business day. */
export interface DaySum {
  readonly businessOn: string
  readonly oursCount: number
  readonly oursStakeMinor: number
  readonly oursPayoutMinor: number
  readonly theirsCount: number
  readonly theirsStakeMinor: number
  readonly theirsPayoutMinor: number
}

/** Keeps lines as they were read. */
export async function keepLines(db: Reader, reportId: string, lines: readonly ReportLine[]): Promise<void> {
  await sql`
    insert into provider_report_lines (report_id, no, round_ref, transaction_ref, player, stake_minor,
      payout_minor, told_at)
    select ${reportId}, l.no, l."roundRef", l."transactionRef", l.player, l."stakeMinor",
           l."payoutMinor", l.at
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as l (no int, "roundRef" text, "transactionRef" text, player text, "stakeMinor" bigint,
          "payoutMinor" bigint, at timestamptz)`.execute(db)
}

export async function keepDifferences(
  db: Reader,
  reportId: string,
  differences: readonly RoundDifference[],
): Promise<void> {
  await sql`
    insert into provider_report_differences (report_id, round_ref, bet_id, kind, player, at, business_on,
      ours_stake_minor, ours_payout_minor, theirs_stake_minor, theirs_payout_minor)
    select ${reportId}, d."roundRef", d."betId", d.kind, d.player, d.at, d."businessOn", d."oursStakeMinor",
           d."oursPayoutMinor", d."theirsStakeMinor", d."theirsPayoutMinor"
      from jsonb_to_recordset(${JSON.stringify(differences)}::jsonb)
        as d ("roundRef" text, "betId" uuid, kind text, player text, at timestamptz, "businessOn" date,
          "oursStakeMinor" bigint, "oursPayoutMinor" bigint, "theirsStakeMinor" bigint,
          "theirsPayoutMinor" bigint)`.execute(db)
}

/** Keeps the sums of days, and what of each differs by kind, as the kept differences have it. */
export async function keepDays(tx: Tx, reportId: string, days: readonly DaySum[]): Promise<void> {
  await sql`
    insert into provider_report_days (report_id, business_on, ours_count, ours_stake_minor,
      ours_payout_minor, theirs_count, theirs_stake_minor, theirs_payout_minor)
    select ${reportId}, d."businessOn", d."oursCount", d."oursStakeMinor", d."oursPayoutMinor",
           d."theirsCount", d."theirsStakeMinor", d."theirsPayoutMinor"
      from jsonb_to_recordset(${JSON.stringify(days)}::jsonb)
        as d ("businessOn" date, "oursCount" int, "oursStakeMinor" bigint, "oursPayoutMinor" bigint,
          "theirsCount" int, "theirsStakeMinor" bigint, "theirsPayoutMinor" bigint)`.execute(tx)
  await sql`
    insert into provider_report_causes (report_id, business_on, kind, rounds, beyond_minor, apart_minor)
    select ${reportId}, f.business_on, f.kind, count(*),
           sum(coalesce(f.theirs_stake_minor - f.theirs_payout_minor, 0)
             - coalesce(f.ours_stake_minor - f.ours_payout_minor, 0)),
           sum(abs(coalesce(f.theirs_stake_minor, 0) - coalesce(f.ours_stake_minor, 0))
             + abs(coalesce(f.theirs_payout_minor, 0) - coalesce(f.ours_payout_minor, 0)))
      from provider_report_differences f where f.report_id = ${reportId} group by 2, 3`.execute(tx)
}
