-- People who sign in, their rights and sessions, and the machinery every area leans on.

create table brand_settings (
  only_row boolean primary key default true check (only_row),
  value jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create table roles (
  id uuid primary key default uuidv7(),
  name text not null unique check (length(name) between 1 and 60),
  description text not null default '',
  template text,
  is_admin boolean not null default false,
  permission jsonb not null,
  reveal_pii boolean not null default false,
  export_data boolean not null default false,
  see_own_balances boolean not null default false,
  approval_limit_minor bigint check (approval_limit_minor >= 0),
  adjustment_per_day_minor bigint check (adjustment_per_day_minor >= 0),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table employees (
  id uuid primary key default uuidv7(),
  username text not null unique check (username = lower(username)),
  display_name text not null,
  type text not null default 'staff' check (type in ('staff', 'agent', 'seller')),
  role_id uuid not null references roles,
  state text not null default 'active' check (state in ('active', 'locked', 'left')),
  password_hash text,
  otp_secret bytea,
  otp_confirmed_at timestamptz,
  otp_pending_until timestamptz,
  otp_last_step bigint,
  otp_failures_in_row integer not null default 0,
  otp_locked_at timestamptz,
  last_login_at timestamptz,
  last_login_address text,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create index on employees (role_id);

create table one_time_codes (
  id uuid primary key default uuidv7(),
  employee_id uuid not null references employees,
  purpose text not null check (purpose in ('firstAdmin', 'newEmployee', 'reset')),
  code_hash bytea not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);

create table recovery_codes (
  id uuid primary key default uuidv7(),
  employee_id uuid not null references employees,
  code_hash text not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index on recovery_codes (employee_id) where used_at is null;

create table sessions (
  id uuid primary key default uuidv7(),
  token_hash bytea not null unique,
  kind text not null check (kind in ('preOtp', 'full')),
  employee_id uuid not null references employees,
  address text not null,
  device text not null,
  otp_failures integer not null default 0,
  step_up_until timestamptz,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  idle_ends_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_by text check (ended_by in ('logout', 'replaced', 'otherSession', 'admin', 'passwordChange',
    'otpFailures',
    'tooMany', 'reset')),
  check ((ended_at is null) = (ended_by is null))
);
create index on sessions (employee_id) where ended_at is null;

-- Failures are counted on a connection of their own, so that no rollback and no restart forgets them.
create table login_failures (
  username_key text not null,
  device_key text not null,
  failures integer not null,
  window_started_at timestamptz not null,
  not_before timestamptz,
  locked_until timestamptz,
  primary key (username_key, device_key)
);
create table address_failures (
  address text primary key,
  failures integer not null,
  window_started_at timestamptz not null
);

create table idempotency_keys (
  actor text not null,
  call text not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  -- Sealed: an answer may hold what is shown once, a first password for example.
  answer bytea,
  created_at timestamptz not null default now(),
  primary key (actor, call, key)
);
create index on idempotency_keys using brin (created_at);

-- Keys of machines: bank phones on /auto, the member site on /member. The secret is sealed
-- (platform/secrets.ts).
create table machine_keys (
  id text primary key,
  kind text not null check (kind in ('device', 'memberSite')),
  subject_id text not null,
  name text not null,
  secret bytea not null,
  state text not null default 'active' check (state in ('active', 'revoked')),
  created_at timestamptz not null default now()
);
create table machine_nonces (
  key_id text not null references machine_keys,
  nonce text not null check (length(nonce) between 8 and 64),
  at timestamptz not null default now(),
  primary key (key_id, nonce)
);
create index on machine_nonces using brin (at);

create table activity_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor_kind text not null check (actor_kind in ('employee', 'machine', 'system', 'member', 'stranger')),
  actor_id text,
  actor_name text,
  role_name text,
  role_version integer,
  session_id uuid,
  address text,
  device text,
  entity text not null,
  entity_id text,
  action text not null,
  result text not null default 'done' check (result in ('done', 'refused', 'failed')),
  reason text,
  before jsonb,
  after jsonb,
  detail jsonb,
  approval_id uuid,
  request_id text
);
create index on activity_log (entity, entity_id, id desc);
create index on activity_log (actor_id, id desc);

-- What happened, for the screens that are open; drained by a notifier, never part of the money path.
create table outbox (
  id bigint generated always as identity primary key,
  topic text not null,
  entity_id text not null,
  version bigint not null default 0,
  detail jsonb
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'KL100';
end $$;
create trigger activity_log_append_only before update or delete on activity_log
  for each row execute function refuse_change();
create trigger activity_log_no_truncate before truncate on activity_log
  for each statement execute function refuse_change();

grant select, insert, update on brand_settings, roles, employees, one_time_codes, recovery_codes, sessions,
  machine_keys to khlang_app;
grant select, insert, update, delete on login_failures, address_failures, idempotency_keys, outbox,
  machine_nonces
  to khlang_app;
grant select, insert on activity_log to khlang_app;
