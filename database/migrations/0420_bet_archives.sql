-- Months of bets that leave the tables of bets, the sums that stay of them, and corrections by their day.

-- What a month that is over its time came to, and where it is.
create table bet_archives (
  id uuid primary key default uuidv7(),
  -- Its first day; bets go by the month that they were placed in.
  month date not null,
  -- waiting: something keeps it where it is. attached: an operator brought it back, until its time is over.
  state text not null default 'waiting',
  -- What it waits for; null where it goes as soon as its tables are free.
  reason text,
  -- Bets of it that run.
  open_bets bigint not null default 0,
  -- What its file holds, and the file's own length and digest.
  bets bigint,
  outcomes bigint,
  stake_minor bigint,
  payout_minor bigint,
  valid_minor bigint,
  counted_minor bigint,
  bytes bigint,
  sha256 text,
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  attached_at timestamptz,
  constraint bet_archives_state check (state in ('waiting', 'archived', 'attached')),
  constraint bet_archives_reason check (reason in ('running', 'figuresBehind', 'figuresDiffer', 'noRoom')),
  constraint bet_archives_file check (state = 'waiting' or num_nulls(bets, outcomes, stake_minor,
    payout_minor, valid_minor, counted_minor, bytes, sha256, archived_at) = 0)
);
comment on constraint bet_archives_state on bet_archives is 'no caller: the work knows no other';
comment on constraint bet_archives_reason on bet_archives is 'no caller: the work knows no other';
comment on constraint bet_archives_file on bet_archives is
  'no caller: the work sets these columns before the month goes';
create unique index bet_archives_one on bet_archives (month) where state <> 'attached';
comment on index bet_archives_one is 'no caller: one process at a time does the work, and looks first';
grant select, insert, update on bet_archives to khlang_app;

-- What stays of what became of the bets of a month that left: the figures of play are made anew with it.
create table archived_play (
  month date not null,
  business_on date not null,
  game_id uuid not null,
  member_id uuid not null,
  bets bigint not null,
  stake_minor bigint not null,
  payout_minor bigint not null,
  valid_minor bigint not null,
  counted_minor bigint not null,
  primary key (month, business_on, game_id, member_id)
);
create index archived_play_of_day on archived_play (business_on, game_id);
grant select on archived_play to khlang_app;

-- What was corrected, by the day that it was told: a hundredth of all that became of bets.
create index bet_outcomes_corrected on bet_outcomes (business_on) where kind <> 'settled';
