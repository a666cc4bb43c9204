-- Bets by the month that they were placed in, what became of each with every word that settled or amended it,
-- and the figures of play that follow from that (ADR 0056).

alter table transfers drop constraint transfers_kind;
alter table transfers add constraint transfers_kind check (kind in (
  'bank.opened', 'deposit.received', 'deposit.credited', 'deposit.reversed', 'deposit.refunded',
  'suspense.cleared', 'withdraw.hold', 'withdraw.release', 'withdraw.sent', 'withdraw.settled',
  'withdraw.failed', 'withdraw.fee', 'credit.add', 'credit.cut', 'receivable.repaid', 'bonus.grant',
  'bonus.forfeit', 'cashback.pay', 'affiliate.accrue', 'affiliate.pay', 'bet.place', 'bet.settle',
  'bet.void', 'bet.round', 'bet.amend', 'game.in', 'game.out', 'ggr.close', 'provider.fee',
  'agent.credit.give', 'agent.credit.take', 'own.transfer.out', 'own.transfer.in', 'line.income',
  'line.cost', 'gateway.fee', 'gateway.settled', 'reversal')) not valid;
alter table transfers validate constraint transfers_kind;

-- Another one with more to be told stands in its file.
drop function if exists post_play;

-- Who may bet; wins and returned stakes of a bet that stands come all the same.
alter table members add column can_bet boolean not null default true;

-- What a round is known by at its provider: unique for ever, so beside the bets, which go by months.
create table bet_rounds (
  provider_id uuid not null references game_providers (id) not enforced,
  ref text not null,
  bet_id uuid not null,
  primary key (provider_id, ref)
);
grant select, insert on bet_rounds to khlang_app;

alter table play_words drop constraint play_words_bet_id_fkey;
alter table play_words drop constraint play_words_provider_id_fkey;
alter table play_words drop constraint play_words_member_id_fkey;
alter table play_words add foreign key (provider_id) references game_providers (id) not enforced;
alter table play_words add foreign key (member_id) references members (id) not enforced;
alter table play_words drop constraint play_words_kind_check;
alter table play_words add constraint play_words_kind_check check (kind in
  ('bet', 'settle', 'void', 'round', 'cancel', 'feed'));
comment on constraint play_words_kind_check on play_words is 'no caller: post_play is given no other';

alter table bets rename to bets_before;
alter index bets_newest rename to bets_before_newest;
alter index bets_of_member rename to bets_before_of_member;

-- What a member bet in one round; ids are uuidv7, so that their order is the order of placing. Its sums are
-- those of the words in play_words that were done.
create table bets (
  id uuid primary key,
  -- Nothing of what these name is ever deleted; an enforced key would lock its one hot row for each bet.
  provider_id uuid not null references game_providers (id) not enforced,
  ref text not null,
  game_id uuid not null references games (id) not enforced,
  member_id uuid not null references members (id) not enforced,
  state text not null,
  stake_minor bigint not null,
  payout_minor bigint not null,
  -- What counts as played, and what of it counts towards turnover: both 0 until it is settled.
  valid_minor bigint not null default 0,
  counted_minor bigint not null default 0,
  placed_at timestamptz not null,
  settled_at timestamptz,
  -- Of the first stake, and of the word that settled it first.
  business_on date not null,
  settled_on date,
  -- One for each word that was done.
  version integer not null,
  constraint bets_state check (state in ('running', 'won', 'lost', 'draw', 'void')),
  constraint bets_sums check (stake_minor >= 0 and payout_minor >= 0
    and counted_minor between 0 and valid_minor and valid_minor <= stake_minor),
  constraint bets_settled check (state = 'running'
    or settled_at is not null and settled_on is not null)
) partition by range (id);
comment on constraint bets_state on bets is 'no caller: post_play is given no other';
comment on constraint bets_sums on bets is
  'no caller: a stake goes back once, adapters read no amounts below zero';
comment on constraint bets_settled on bets is 'no caller: a bet that ends gets its moment with it';
create index bets_of_member on bets (member_id, id);
create index bets_of_game on bets (game_id, id);
create index bets_of_provider on bets (provider_id, id);
create index bets_running on bets (id) where state = 'running';
grant select, insert, update on bets to khlang_app;

-- What each word changed of a bet that is settled, on the day that it was told: reports, rollups and the
-- close of a day are sums of these. Of a bet's first settlement these are its sums, afterwards the
-- differences.
create table bet_outcomes (
  bet_id uuid not null,
  -- That of the bet after it.
  version integer not null,
  provider_id uuid not null,
  game_id uuid not null,
  member_id uuid not null,
  business_on date not null,
  kind text not null,
  bets integer not null,
  stake_minor bigint not null,
  payout_minor bigint not null,
  valid_minor bigint not null,
  counted_minor bigint not null,
  -- Why so much of it counts, and what share of the game counts in hundredths of a percent.
  reason text not null,
  contribution_bp integer not null,
  told_at timestamptz not null,
  -- Whose commit it is: what is older than every transaction under way is complete.
  xid xid8 not null default pg_current_xact_id(),
  primary key (bet_id, version),
  constraint bet_outcomes_kind check (kind in ('settled', 'amended', 'voided')),
  constraint bet_outcomes_reason check (reason in
    ('counted', 'partly', 'notCounted', 'draw', 'free', 'void'))
) partition by range (bet_id);
comment on constraint bet_outcomes_kind on bet_outcomes is 'no caller: post_play is given no other';
comment on constraint bet_outcomes_reason on bet_outcomes is 'no caller: post_play is given no other';
create index bet_outcomes_folded on bet_outcomes (xid);
create index bet_outcomes_of_member on bet_outcomes (member_id, business_on);
create index bet_outcomes_of_day on bet_outcomes (business_on, game_id);
grant select, insert on bet_outcomes to khlang_app;

-- What months of bets want, from the oldest on (afterwards open_bet_months makes them).
do $$
declare
  v_month date := date_trunc('month', least((select min(placed_at) from bets_before), now())::date - 31);
  v_of text;
  v_bounds uuid[];
begin
  while v_month <= now() + interval '3 months' loop
    -- The least id that a row of a moment can have: uuidv7 begins with its milliseconds.
    select array_agg((lpad(to_hex((extract(epoch from (v_month + n * interval '1 month')
             at time zone 'Asia/Bangkok') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid order by n)
      into v_bounds from generate_series(0, 1) n;
    foreach v_of in array array['bets', 'bet_outcomes'] loop
      execute format('create table public.%I partition of public.%I for values from (%L) to (%L)',
        v_of || to_char(v_month, '_YYYY_MM'), v_of, v_bounds[1], v_bounds[2]);
    end loop;
    v_month := v_month + interval '1 month';
  end loop;
end $$;

insert into bet_rounds (provider_id, ref, bet_id) select provider_id, ref, id from bets_before;
insert into bets (id, provider_id, ref, game_id, member_id, state, stake_minor, payout_minor, valid_minor,
    counted_minor, placed_at, settled_at, business_on, settled_on, version)
select id, provider_id, ref, game_id, member_id, state, stake_minor, payout_minor,
       case when state in ('won', 'lost', 'draw') then stake_minor else 0 end,
       case when state in ('won', 'lost', 'draw') then stake_minor else 0 end, placed_at, settled_at,
       business_on, case when state <> 'running' then business_on end, version from bets_before;
insert into bet_outcomes (bet_id, version, provider_id, game_id, member_id, business_on, kind, bets,
    stake_minor, payout_minor, valid_minor, counted_minor, reason, contribution_bp, told_at)
select id, version, provider_id, game_id, member_id, settled_on, 'settled', 1, stake_minor, payout_minor,
       valid_minor, counted_minor, case when stake_minor = 0 then 'free' else 'counted' end, 10000,
       settled_at
  from bets where state in ('won', 'lost', 'draw');
drop table bets_before;

-- What one member played of one game on a business day.
create table play_member_games (
  business_on date not null,
  game_id uuid not null,
  member_id uuid not null,
  bets bigint not null,
  stake_minor bigint not null,
  payout_minor bigint not null,
  valid_minor bigint not null,
  counted_minor bigint not null,
  primary key (business_on, game_id, member_id)
) with (fillfactor = 80);
create index play_member_games_of_member on play_member_games (member_id, business_on);
grant select on play_member_games to khlang_app;

-- What one member played in a day or a calendar month.
create table play_members (
  span text not null,
  starts_on date not null,
  member_id uuid not null,
  bets bigint not null,
  stake_minor bigint not null,
  payout_minor bigint not null,
  valid_minor bigint not null,
  counted_minor bigint not null,
  win_minor bigint not null generated always as (payout_minor - stake_minor) stored,
  primary key (span, starts_on, member_id),
  constraint play_members_span check (span in ('day', 'month'))
) with (fillfactor = 80);
comment on constraint play_members_span on play_members is 'no caller: fold_play writes no other';
create index play_members_by_win on play_members (span, starts_on, win_minor, member_id);
create index play_members_by_stake on play_members (span, starts_on, stake_minor, member_id);
create index play_members_of_member on play_members (member_id, span, starts_on);
grant select on play_members to khlang_app;

-- What all members played of one game on a business day, and how many they were.
create table play_games (
  business_on date not null,
  game_id uuid not null,
  members bigint not null,
  bets bigint not null,
  stake_minor bigint not null,
  payout_minor bigint not null,
  valid_minor bigint not null,
  counted_minor bigint not null,
  primary key (business_on, game_id)
) with (fillfactor = 80);
grant select on play_games to khlang_app;

-- How many members played on a business day, whatever they played.
create table play_days (
  business_on date primary key,
  members bigint not null
);
grant select on play_days to khlang_app;

-- Outcomes of transactions below this one are in the figures.
create table play_progress (
  folded_xid xid8 not null
);
create unique index play_progress_one on play_progress ((true));
insert into play_progress values ('0');
grant select on play_progress to khlang_app;
comment on index play_progress_one is 'no caller: there is one row from the start';
