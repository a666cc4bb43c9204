import type { Part } from '../office-seed.ts'
import { betDays } from './bets.ts'

// The figures of play as fold_play would have made them of the outcomes, and of the days before the bets,
// whose bets have left the database: what of them the reports still read.

/** Days before those of the bets; reports compare a year with the one before it. */
const daysBefore = 2 * 366
const monthsBefore = 12
const sums = `sum(bets)::bigint, sum(stake_minor)::bigint, sum(payout_minor)::bigint,
  sum(valid_minor)::bigint, sum(counted_minor)::bigint`
const columns = 'bets, stake_minor, payout_minor, valid_minor, counted_minor'
const named = columns.replaceAll(/\w+/g, 'sum($&) as $&')

const ofMemberGames = `
  insert into play_member_games (business_on, game_id, member_id, ${columns})
    select business_on, game_id, member_id, ${sums} from bet_outcomes group by 1, 2, 3 order by 1, 2, 3;
  analyze play_member_games`

const ofMembers = `
  insert into play_members (span, starts_on, member_id, ${columns})
    select s.span, date_trunc(s.span, business_on)::date, member_id, ${sums}
      from play_member_games cross join (values ('day'), ('month')) s (span)
     group by 1, 2, 3 order by 1, 2, 3`

const ofGames = `
  insert into play_games (business_on, game_id, members, ${columns})
    select business_on, game_id, count(*), ${sums} from play_member_games group by 1, 2 order by 1, 2;
  insert into play_days (business_on, members, pairs, ${columns})
    select business_on, d.members, pairs, ${columns}
      from (select business_on, sum(members) as pairs, ${named} from play_games group by 1) g
      join (select starts_on as business_on, count(*) as members from play_members where span = 'day'
             group by 1) d using (business_on)`

/** Each day before is one of these again, and each month before the fullest of them. */
const before: Part = `
  insert into play_games (business_on, game_id, members, ${columns})
    select first - n, p.game_id, members, ${columns}
      from (select min(business_on) as first from play_days) f, generate_series(1, ${daysBefore}) n
      join play_games p on p.business_on = (select max(business_on) from play_days) - n % ${betDays}
     order by 1, 2;
  insert into play_days (business_on, members, pairs, ${columns})
    select (select min(business_on) from play_days) - n, members, pairs, ${columns}
      from generate_series(1, ${daysBefore}) n
      join play_days d on d.business_on = (select max(business_on) from play_days) - n % ${betDays};
  insert into play_game_months (starts_on, game_id, members, ${columns})
    select date_trunc('month', business_on)::date, game_id, sum(members), ${sums}
      from play_games group by 1, 2 order by 1, 2;
  insert into play_members (span, starts_on, member_id, ${columns})
    select 'month', (f.first - n * interval '1 month')::date, member_id, ${columns}
      from (select min(starts_on) as first from play_members where span = 'month') f,
           generate_series(1, ${monthsBefore}) n
      join play_members p on p.span = 'month' and p.starts_on = (select starts_on from play_members
        where span = 'month' group by 1 order by count(*) desc limit 1)
     order by 1, 2, 3`

/** Days that are over have their win taken out of the providers' books, as the close of a day would have. */
const closed: Part = `
  insert into ggr_days (business_on)
    select business_on from play_days where business_on < (now() at time zone 'Asia/Bangkok')::date
  on conflict do nothing;
  insert into ggr_closings (business_on, provider_id, game_type, bets, stake_minor, payout_minor)
    select p.business_on, g.provider_id, g.type, sum(p.bets), sum(p.stake_minor), sum(p.payout_minor)
      from play_games p join games g on g.id = p.game_id join ggr_days using (business_on) group by 1, 2, 3;
  update play_progress set folded_xid = pg_snapshot_xmin(pg_current_snapshot());
  drop table if exists bench_games, bench_deposits, bench_withdrawals`

export const figureParts = { ofMemberGames, ofMembers, ofGames, before, closed }

/** What the figures must be: no row where they are sums of the outcomes, and those of the bets. */
export const wrongFigures = `
  with o as (select business_on, sum(bets)::bigint as bets, sum(stake_minor)::bigint as stake,
                    sum(payout_minor)::bigint as payout, sum(valid_minor)::bigint as valid
               from bet_outcomes where xid < (select folded_xid from play_progress) group by 1),
  g as (select business_on, sum(bets)::bigint, sum(stake_minor)::bigint, sum(payout_minor)::bigint,
               sum(valid_minor)::bigint from play_games
         where business_on >= (select min(business_on) from o) group by 1),
  m as (select starts_on, sum(bets)::bigint, sum(stake_minor)::bigint, sum(payout_minor)::bigint,
               sum(valid_minor)::bigint from play_members where span = 'day' group by 1),
  whole as (select count(*)::bigint as bets, sum(stake_minor)::bigint, sum(payout_minor)::bigint,
                   sum(valid_minor)::bigint from bets where state in ('won', 'lost', 'draw'))
  select * from ((table o except table g) union all (table o except table m)
    union all select null, * from (select sum(bets)::bigint, sum(stake_minor)::bigint,
      sum(payout_minor)::bigint, sum(valid_minor)::bigint from bet_outcomes except table whole) w) wrong`
