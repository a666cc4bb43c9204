import { sql } from 'kysely'
import type { Database, Reader } from '../../../platform/db/db.ts'
import { prizesCode } from '../../play/adapters/adapter.ts'
import { keepDifferences, type DaySum, type RoundDifference } from './kept-comparison.ts'

/** The report that is compared, and the moments of the business days that it is about. */
export interface Compared {
  readonly reportId: string
  readonly providerId: string
  readonly source: 'file' | 'log'
  readonly fromOn: string
  readonly toOn: string
  readonly from: string
  readonly until: string
  readonly dayCutOffMinutes: number
}

const roundsAtOnce = 5000

/** Sums of both sides, as they were found. */
interface Sums {
  readonly lineCount: number
  readonly roundCount: number
  readonly agreedCount: number
  readonly stakeMinor: number
  readonly payoutMinor: number
  readonly oursCount: number
  readonly oursStakeMinor: number
  readonly oursPayoutMinor: number
}
export interface Found {
  readonly sums: Sums
  readonly days: readonly DaySum[]
  readonly differenceCount: number
}

/**
 * The kept lines by round beside the bets of the provider. In a file a round may stand in several lines, and
 * their sums count; a log tells of a round again where that changed, and its last line counts. A round that
 * we voided is alike where they count as much back as was staked. Of bets that are settled and were placed
 * in these days each must be in the report, but for prizes, which are of no round; of one that still runs
 * nothing is missing. A log begins before
 * its days: what we placed on others is not looked at. Each bet is found by its own name: a plan that reads
 * all bets of all months is no plan.
 */
const sides = (of: Compared) => sql`
  lines as (
    select l.round_ref as ref, min(l.player) as player, min(l.told_at) as at, count(*) as lines,
           sum(l.stake_minor)::bigint as stake, sum(l.payout_minor)::bigint as payout
      from provider_report_lines l where l.report_id = ${of.reportId} and ${of.source} = 'file' group by 1
    union all
    select * from (
      select distinct on (l.round_ref) l.round_ref, l.player, l.told_at, 1, l.stake_minor, l.payout_minor
        from provider_report_lines l where l.report_id = ${of.reportId} and ${of.source} = 'log'
       order by l.round_ref, l.no desc) x),
  theirs as materialized (
    select l.ref, l.player, l.at, l.lines, l.stake, l.payout, b.id as bet_id, b.our_stake, b.our_payout,
           least(greatest(coalesce(b.business_on, ((l.at at time zone 'Asia/Bangkok')
             - make_interval(mins => ${of.dayCutOffMinutes}::int))::date, ${of.fromOn}::date),
             ${of.fromOn}::date), ${of.toOn}::date) as business_on,
           b.id is not null and case when b.state = 'void' then l.stake = l.payout
             else l.stake = b.our_stake and l.payout = b.our_payout end as is_alike
      from lines l
      left join lateral (
        select r.bet_id from bet_rounds r where r.provider_id = ${of.providerId} and r.ref = l.ref
        offset 0) r on true
      left join lateral (
        select b.id, b.state, b.stake_minor as our_stake, b.payout_minor as our_payout, b.business_on
          from bets b where b.id = r.bet_id offset 0) b on true
     where ${of.source} = 'file'
        or coalesce(b.business_on between ${of.fromOn}::date and ${of.toOn}::date,
             l.at >= ${of.from}::timestamptz and l.at < ${of.until}::timestamptz, true)),
  missing as (
    select o.id, o.ref, o.member_id, o.placed_at, o.stake_minor, o.payout_minor, o.business_on
      from bets o
     where o.provider_id = ${of.providerId} and o.id >= least_id(${of.from}::timestamptz)
       and o.id < least_id(${of.until}::timestamptz) and o.state in ('won', 'lost', 'draw')
       and o.game_id is distinct from (select g.id from games g
         where g.provider_id = ${of.providerId} and g.code = ${prizesCode})
       and not exists (select from theirs t where t.ref = o.ref)),
  both_sides as (
    select business_on, lines, 1 as theirs, stake, payout, (bet_id is not null)::int as ours,
           coalesce(our_stake, 0) as our_stake, coalesce(our_payout, 0) as our_payout, is_alike
      from theirs
    union all
    select least(greatest(business_on, ${of.fromOn}::date), ${of.toOn}::date), 0, 0, 0, 0, 1, stake_minor,
           payout_minor, false
      from missing)`

type CountedDay = DaySum & { readonly lines: number; readonly agreed: number }

/** What both sides have of each day, also of one without a round. */
async function daysOf(db: Reader, of: Compared) {
  const { rows } = await sql<CountedDay>`
    with ${sides(of)}
    select d.day::date as "businessOn", coalesce(sum(b.lines), 0)::int as lines,
           count(*) filter (where b.is_alike)::int as agreed,
           coalesce(sum(b.ours), 0)::int as "oursCount",
           coalesce(sum(b.our_stake), 0)::bigint as "oursStakeMinor",
           coalesce(sum(b.our_payout), 0)::bigint as "oursPayoutMinor",
           coalesce(sum(b.theirs), 0)::int as "theirsCount",
           coalesce(sum(b.stake), 0)::bigint as "theirsStakeMinor",
           coalesce(sum(b.payout), 0)::bigint as "theirsPayoutMinor"
      from generate_series(${of.fromOn}::date, ${of.toOn}::date, interval '1 day') d (day)
      left join both_sides b on b.business_on = d.day::date
     group by 1 order by 1`.execute(db)
  return rows
}

const differing = (of: Compared) => sql<RoundDifference>`
  declare differing no scroll cursor for
  with ${sides(of)}
  select t.ref as "roundRef", t.bet_id as "betId",
         case when t.bet_id is null then 'notOurs' else 'otherAmounts' end as kind, t.player, t.at,
         t.business_on as "businessOn", t.our_stake as "oursStakeMinor", t.our_payout as "oursPayoutMinor",
         t.stake as "theirsStakeMinor", t.payout as "theirsPayoutMinor"
    from theirs t where not t.is_alike
  union all
  select o.ref, o.id, 'notTheirs', m.username, o.placed_at,
         least(greatest(o.business_on, ${of.fromOn}::date), ${of.toOn}::date), o.stake_minor, o.payout_minor,
         null, null
    from missing o join members m on m.id = o.member_id`

const sumOf = <K extends string>(rows: readonly Readonly<Record<K, number>>[], of: K): number =>
  rows.reduce((sum, row) => sum + row[of], 0)

const sumsOf = (days: readonly CountedDay[]): Sums => ({
  lineCount: sumOf(days, 'lines'),
  roundCount: sumOf(days, 'theirsCount'),
  agreedCount: sumOf(days, 'agreed'),
  stakeMinor: sumOf(days, 'theirsStakeMinor'),
  payoutMinor: sumOf(days, 'theirsPayoutMinor'),
  oursCount: sumOf(days, 'oursCount'),
  oursStakeMinor: sumOf(days, 'oursStakeMinor'),
  oursPayoutMinor: sumOf(days, 'oursPayoutMinor'),
})

/**
 * Compares the kept lines with the bets of the provider by round, and keeps what differs. All of it is read
 * as it was at one moment, by a transaction that writes nothing; what is found is written beside it in short
 * ones, for figures of play wait for every transaction that writes.
 * @param goesOn told how many differences were kept
 * @returns null when it is to go no further
 */
export async function compareLines(
  db: Database,
  of: Compared,
  goesOn: (differenceCount: number) => Promise<boolean>,
): Promise<Found | null> {
  const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  const found = await reading.execute(async (tx) => {
    await sql`set local statement_timeout = '10min'`.execute(tx)
    const days = await daysOf(tx, of)
    await differing(of).execute(tx)
    let differenceCount = 0
    for (;;) {
      const { rows } = await sql<RoundDifference>`
        fetch forward ${sql.lit(roundsAtOnce)} from differing`.execute(tx)
      if (rows.length > 0) await keepDifferences(db, of.reportId, rows)
      differenceCount += rows.length
      if (!(await goesOn(differenceCount))) return null
      if (rows.length < roundsAtOnce) return { days, differenceCount }
    }
  })
  return found && { sums: sumsOf(found.days), ...found }
}
