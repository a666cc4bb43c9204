-- Chat groups that are told of events, and what was sent to them.

create table chat_groups (
  id uuid primary key default uuidv7(),
  name text not null unique check (length(name) between 1 and 60),
  channel text not null check (channel in ('line', 'telegram', 'discord', 'webhook')),
  -- The group's id at LINE, the chat's at Telegram, the channel's at Discord; of a webhook its address.
  target text not null,
  -- Another address of the channel's API than the usual one; null: the usual one.
  base_url text,
  -- The token of the bot, the secret of the webhook. Sealed; never given out again.
  credential bytea not null,
  events text[] not null,
  language text not null default 'th' check (language in ('th', 'en', 'both')),
  min_amount_minor bigint check (min_amount_minor >= 0),
  banks text[] not null default '{}',
  templates jsonb not null default '{}',
  quiet_from time,
  quiet_until time,
  merge_seconds integer not null default 0 check (merge_seconds between 0 and 3600),
  is_locked boolean not null default false,
  owner_id uuid not null references employees,
  version integer not null default 1,
  last_sent_at timestamptz,
  last_error text,
  last_error_at timestamptz,
  created_at timestamptz not null default now(),
  check ((quiet_from is null) = (quiet_until is null))
);

create table chat_deliveries (
  id uuid primary key default uuidv7(),
  group_id uuid not null references chat_groups,
  event_ids bigint[] not null,
  -- A test asked for by a person: told what came of it at once.
  is_test boolean not null default false,
  state text not null default 'pending' check (state in ('pending', 'sent', 'failed', 'dropped')),
  tries integer not null default 0,
  next_at timestamptz not null default now(),
  error text,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  check ((state = 'pending') = (done_at is null))
);
create index chat_deliveries_due on chat_deliveries (next_at) where state = 'pending';
create index chat_deliveries_group on chat_deliveries (group_id, created_at);

alter table event_progress add column group_event_id bigint not null default 0;

grant select, insert, update on chat_groups, chat_deliveries to khlang_app;
