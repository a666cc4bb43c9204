-- Work beside the calls that has an owner, an end and a result: files of long lists, messages to chat
-- groups, and what follows. A periodic step makes these rows and gives each to the worker (graphile-worker,
-- in the schema `graphile_worker` of the role `khlang_jobs`); what people see of their work is here alone.
create table background_jobs (
  id uuid primary key default uuidv7(),
  kind text not null check (kind ~ '^[a-z][A-Za-z]+$'),
  -- What the work is about: an asked-for file, a message. One row for each, however often it is tried.
  subject_id uuid not null,
  -- Whose it is, and who may cancel it.
  owner_id uuid not null references employees,
  name text not null,                             -- as its owner knows it: the file's name, the group's
  state text not null default 'queued'
    check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- The worker's own number of it while it has it; without one it waits for the periodic step.
  worker_job_id bigint,
  tries integer not null default 0,
  progress_done bigint not null default 0 check (progress_done >= 0),
  progress_total bigint check (progress_total >= progress_done),   -- null: nobody knows how much it will be
  failure text check (failure in ('rightLost', 'noRoom', 'noAnswer', 'fault')),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  unique (kind, subject_id),
  check ((state in ('queued', 'running')) = (ended_at is null)),
  check (state = 'failed' or failure is null),
  check (state <> 'failed' or failure is not null)
);
create index background_jobs_own on background_jobs (owner_id, id desc);
create index background_jobs_open on background_jobs (kind, subject_id) where state in ('queued', 'running');
create index background_jobs_ended on background_jobs (ended_at) where ended_at is not null;

grant select, insert, update, delete on background_jobs to khlang_app;

-- How often a file was begun is the worker's to count.
alter table export_jobs drop column tries;

-- Messages that wait, by their group and age: the step looks for the oldest of a group that fails.
create index chat_deliveries_waiting on chat_deliveries (group_id, created_at) where state = 'pending';

-- A job is known outside like everything else.
create or replace function id_prefix(p_entity text) returns text
language sql immutable parallel safe strict as $$
  select case p_entity
    when 'employee' then 'emp' when 'session' then 'emp' when 'role' then 'rol' when 'member' then 'mbr'
    when 'deposit' then 'dep' when 'withdrawal' then 'wdr' when 'payout' then 'pay'
    when 'statementLine' then 'stl' when 'bankAccount' then 'oba' when 'memberBankAccount' then 'mba'
    when 'note' then 'nte' when 'approval' then 'apr' when 'message' then 'msg' when 'adjustment' then 'adj'
    when 'alarm' then 'alm' when 'notification' then 'ntf' when 'group' then 'grp'
    when 'delivery' then 'dlv' when 'listView' then 'lvw' when 'backgroundJob' then 'job' end $$;
