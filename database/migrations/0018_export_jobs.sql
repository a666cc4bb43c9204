-- Files of lists with more rows than one answer may hold: made in the background, fetched once they are
-- ready. The bytes lie beside the database, in a folder of the program's data; here is only what they are.
create table export_jobs (
  id uuid primary key default uuidv7(),
  employee_id uuid not null references employees,
  -- The call whose file it is: who lost its rights gets neither the file nor the making of it.
  call text not null,
  list text not null,                            -- as the activity log names it
  filter jsonb not null,                         -- frozen when it was asked for
  columns text[] not null,
  language text not null check (language in ('th', 'en')),
  is_xlsx_asked boolean not null,
  -- Where it was asked for: the log's row of the finished file says so too.
  session_id uuid not null,
  address text not null,
  device text not null,
  request_id text not null,
  file_name text not null,
  state text not null default 'queued'
    check (state in ('queued', 'running', 'done', 'failed', 'cancelled', 'expired')),
  tries integer not null default 0,
  row_count integer not null default 0,
  is_cut boolean not null default false,
  bytes bigint,
  sha256 text,
  failure text check (failure in ('rightLost', 'noRoom', 'fault')),
  created_at timestamptz not null default now(),
  done_at timestamptz,
  expires_at timestamptz,
  check ((state in ('queued', 'running')) = (done_at is null)),
  check (state <> 'done' or (sha256 is not null and bytes is not null and expires_at is not null)),
  check ((state = 'failed') = (failure is not null))
);
create index export_jobs_own on export_jobs (employee_id, id desc);
create index export_jobs_open on export_jobs (id) where state in ('queued', 'running');
create index export_jobs_kept on export_jobs (expires_at) where state = 'done';

grant select, insert, update on export_jobs to khlang_app;
