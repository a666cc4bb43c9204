-- Reports of providers are compared in the background, day by day, and a provider's own log is read like one.
alter table provider_reports drop constraint provider_reports_state_check;
alter table provider_reports drop constraint provider_reports_compared;
alter table provider_reports
  -- file: somebody brought it. log: the server reads it at the provider; ended, where nothing came of that.
  add column source text not null default 'file',
  alter column private_file_id drop not null,
  alter column sha256 drop not null,
  -- Which column of the file is what, as somebody said who asked for the comparison.
  add column mapping jsonb,
  -- How many lines the file has, or so far the log.
  add column row_count integer,
  -- Who wants it compared, and since when; null: nobody does, or nothing came of it.
  add column asked_by uuid references employees (id),
  add column asked_at timestamptz,
  -- Of a log: what its provider says that it holds for members, and what we say, at that moment.
  add column told_held_minor bigint,
  add column ours_held_minor bigint,
  add constraint provider_reports_state_check check (state in ('uploaded', 'comparing', 'compared', 'ended')),
  add constraint provider_reports_source check (source in ('file', 'log')
    and (source = 'file') = (private_file_id is not null and sha256 is not null)),
  add constraint provider_reports_held check (
    num_nulls(told_held_minor, ours_held_minor) in (0, 2) and (source = 'log' or told_held_minor is null)),
  add constraint provider_reports_asked check (state = 'uploaded'
    or name is not null and from_on is not null and to_on >= from_on),
  add constraint provider_reports_comparing check (
    (state = 'comparing') = (asked_by is not null) and num_nulls(asked_by, asked_at) in (0, 2)),
  add constraint provider_reports_compared check (num_nulls(line_count, round_count, agreed_count,
    stake_minor, payout_minor, ours_count, ours_stake_minor, ours_payout_minor, compared_by, compared_at)
    in (0, 10) and (state = 'compared') = (compared_at is not null));
comment on constraint provider_reports_state_check on provider_reports is
  'no caller: the server knows no other';
comment on constraint provider_reports_source on provider_reports is
  'no caller: the server sets these columns together';
comment on constraint provider_reports_held on provider_reports is
  'no caller: the server sets these columns together';
comment on constraint provider_reports_asked on provider_reports is
  'no caller: the server sets these columns together, and looks at the days first';
comment on constraint provider_reports_comparing on provider_reports is
  'no caller: the server sets these columns together';
comment on constraint provider_reports_compared on provider_reports is
  'no caller: the server sets these columns together';
create index provider_reports_comparing on provider_reports (id) where state = 'comparing';

-- A log tells of a bet again where that changed: its last line counts. Of a file all lines of a round do.
alter table provider_report_differences add column business_on date;
create index provider_report_differences_of_bet on provider_report_differences (bet_id)
  where bet_id is not null;

-- What both sides have of each business day that a report is about: a round belongs to the day on which we
-- took its first stake, and one that we do not have to that of its time in the report.
create table provider_report_days (
  report_id uuid not null references provider_reports (id),
  business_on date not null,
  ours_count integer not null,
  ours_stake_minor bigint not null,
  ours_payout_minor bigint not null,
  theirs_count integer not null,
  theirs_stake_minor bigint not null,
  theirs_payout_minor bigint not null,
  primary key (report_id, business_on)
);
create index provider_report_days_of_day on provider_report_days (business_on);
grant select, insert on provider_report_days to khlang_app;

-- The rounds of a day that differ, by kind. The first sum is what they count as won by the house beyond what
-- we do; the second adds up by how much stakes and payouts differ, so that no two differences cancel.
create table provider_report_causes (
  report_id uuid not null references provider_reports (id),
  business_on date not null,
  kind text not null,
  rounds integer not null,
  beyond_minor bigint not null,
  apart_minor bigint not null,
  primary key (report_id, business_on, kind),
  constraint provider_report_causes_kind check (kind in ('notOurs', 'notTheirs', 'otherAmounts'))
);
comment on constraint provider_report_causes_kind on provider_report_causes is
  'no caller: the comparison finds no other';
grant select, insert on provider_report_causes to khlang_app;

-- Why something differs on a day, as people say it.
alter table reconcile_explanations drop constraint reconcile_explanations_reason_code_check;
alter table reconcile_explanations add constraint reconcile_explanations_reason_code_check check (
  reason_code in ('bankToldLate', 'bankFee', 'interest', 'bankError', 'ownTransfer', 'payoutWaiting',
    'paidTwice', 'notReal', 'enteredLater', 'askedBank', 'askedProvider', 'other'));
comment on constraint reconcile_explanations_reason_code_check on reconcile_explanations is
  'no caller: the contract takes no other';

-- Reports that were compared before: their rounds by day.
update provider_report_differences f set business_on = least(greatest(coalesce(
    (select b.business_on from bets b where b.id = f.bet_id), r.from_on), r.from_on), r.to_on)
  from provider_reports r where r.id = f.report_id and r.state = 'compared';
insert into provider_report_days (report_id, business_on, ours_count, ours_stake_minor, ours_payout_minor,
    theirs_count, theirs_stake_minor, theirs_payout_minor)
select id, from_on, ours_count, ours_stake_minor, ours_payout_minor, round_count, stake_minor, payout_minor
  from provider_reports where state = 'compared' and from_on = to_on;
insert into provider_report_causes (report_id, business_on, kind, rounds, beyond_minor, apart_minor)
select f.report_id, f.business_on, f.kind, count(*),
       sum(coalesce(f.theirs_stake_minor - f.theirs_payout_minor, 0)
         - coalesce(f.ours_stake_minor - f.ours_payout_minor, 0)),
       sum(abs(coalesce(f.theirs_stake_minor, 0) - coalesce(f.ours_stake_minor, 0))
         + abs(coalesce(f.theirs_payout_minor, 0) - coalesce(f.ours_payout_minor, 0)))
  from provider_report_differences f join provider_report_days d
    on d.report_id = f.report_id and d.business_on = f.business_on
 group by 1, 2, 3;

-- Places of a provider's bet log, in its own words, and when it was read up to there: a window of it is read
-- again from the last place before it.
create table game_feed_places (
  provider_id uuid not null references game_providers (id),
  read_at timestamptz not null,
  cursor text not null,
  primary key (provider_id, read_at)
);
grant select, insert on game_feed_places to khlang_app;
