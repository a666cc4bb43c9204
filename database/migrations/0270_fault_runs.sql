-- What `npm run prove` found: the real server under kills, strangers and an outage, on a data folder of its
-- own. Written by whoever runs it, as the owner; the server reads it, and nobody changes it.
create table fault_runs (
  id uuid primary key default uuidv7(),
  name text not null check (name in ('kills', 'strangers', 'outage')),
  -- Of the program that was tried: `0.1.0 5256df00a1b2`.
  version text not null check (length(version) between 1 and 80),
  began_at timestamptz not null,
  ended_at timestamptz not null check (ended_at >= began_at),
  rounds integer not null check (rounds >= 0),
  broken integer not null check (broken >= 0),
  -- The first of what was broken, in words.
  example text,
  check ((broken = 0) = (example is null))
);
create index fault_runs_newest on fault_runs (name, ended_at desc);
grant select on fault_runs to khlang_app;
comment on constraint fault_runs_name_check on fault_runs is 'no caller: only `npm run prove` writes here';
comment on constraint fault_runs_version_check on fault_runs is 'no caller: only `npm run prove` writes here';
comment on constraint fault_runs_check on fault_runs is 'no caller: only `npm run prove` writes here';
comment on constraint fault_runs_rounds_check on fault_runs is 'no caller: only `npm run prove` writes here';
comment on constraint fault_runs_broken_check on fault_runs is 'no caller: only `npm run prove` writes here';
comment on constraint fault_runs_check1 on fault_runs is 'no caller: only `npm run prove` writes here';
