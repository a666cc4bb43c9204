-- What providers told comes as columns, no more as documents.
drop function if exists post_play;
drop function if exists begin_paid_bets;

-- Providers that tell everything twice, at servers that are killed meanwhile.
alter table fault_runs drop constraint fault_runs_name_check;
alter table fault_runs add constraint fault_runs_name_check
  check (name in ('kills', 'strangers', 'outage', 'providers'));
comment on constraint fault_runs_name_check on fault_runs is 'no caller: only `npm run prove` writes here';
