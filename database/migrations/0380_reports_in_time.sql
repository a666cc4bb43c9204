-- What reports on play over a month of 20 million bets and years of figures want.

-- Bets in states that few are in, or stay in; those that run are counted by it, too.
create index bets_seldom on bets (state, id) where state in ('running', 'draw', 'void');
drop index bets_running;

-- What all members played of one game in a calendar month: the sums of its days in play_games. A year is read
-- from months, and from days at its ends.
create table play_game_months (
  starts_on date not null,
  game_id uuid not null,
  members bigint not null,
  bets bigint not null,
  stake_minor bigint not null,
  payout_minor bigint not null,
  valid_minor bigint not null,
  counted_minor bigint not null,
  primary key (starts_on, game_id)
) with (fillfactor = 80);
grant select on play_game_months to khlang_app;
insert into play_game_months
  select date_trunc('month', business_on)::date, game_id, sum(members), sum(bets), sum(stake_minor),
         sum(payout_minor), sum(valid_minor), sum(counted_minor)
    from play_games group by 1, 2 order by 1, 2;

-- And of all games on a day; pairs are the members of each game, summed.
alter table play_days
  add column pairs bigint not null default 0,
  add column bets bigint not null default 0,
  add column stake_minor bigint not null default 0,
  add column payout_minor bigint not null default 0,
  add column valid_minor bigint not null default 0,
  add column counted_minor bigint not null default 0;
update play_days d set pairs = g.pairs, bets = g.bets, stake_minor = g.stake, payout_minor = g.payout,
    valid_minor = g.valid, counted_minor = g.counted
  from (select business_on, sum(members) as pairs, sum(bets) as bets, sum(stake_minor) as stake,
               sum(payout_minor) as payout, sum(valid_minor) as valid, sum(counted_minor) as counted
          from play_games group by 1) g
 where g.business_on = d.business_on;
