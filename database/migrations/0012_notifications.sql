-- What happened, for people: derived beside the money path from what the outbox, the activity log and the
-- alarms already say.

-- What open screens were told of and events may follow from; written by the notifier when it empties the
-- outbox.
create table event_hints (
  topic text not null,
  entity_id text not null,
  primary key (topic, entity_id)
);

create table events (
  id bigint generated always as identity primary key,
  code text not null,                            -- deposit.credited; the list is in the contract
  entity text not null,
  entity_id text not null,                       -- as the outside knows it
  occurrence text not null default '',           -- tells a second time from a repeat
  -- What texts are filled with: no whole phone, no whole account.
  detail jsonb not null default '{}',
  amount_minor bigint,
  at timestamptz not null default now(),
  unique (code, entity_id, occurrence)
);
create index events_at on events (at);

create index alarms_raised on alarms (raised_at);

-- How far the activity log and the alarms were read for events.
create table event_progress (
  only_row boolean primary key default true check (only_row),
  activity_seq bigint not null default 0,
  alarms_at timestamptz not null default '-infinity'
);
insert into event_progress default values;

create table notifications (
  id uuid primary key default uuidv7(),
  event_id bigint unique references events,      -- null: written by a person
  code text not null,
  severity text not null check (severity in ('info', 'warn', 'critical')),
  title jsonb not null,                          -- {th, en}
  body jsonb not null,
  entity text,
  entity_id text,
  -- Who sees it: everybody of the staff, holders of roles, persons; of those only who holds the flags.
  audience text not null check (audience in ('all', 'roles', 'employees')),
  role_ids uuid[] not null default '{}',
  employee_ids uuid[] not null default '{}',
  requires jsonb not null default '{}',
  author_id uuid references employees,
  created_at timestamptz not null default now(),
  check ((event_id is null) = (author_id is not null))
);
create index notifications_created on notifications (created_at, id);

create table notification_reads (
  employee_id uuid not null references employees,
  notification_id uuid not null references notifications,
  at timestamptz not null default now(),
  primary key (employee_id, notification_id)
);
create table notification_mutes (
  employee_id uuid not null references employees,
  code text not null,
  at timestamptz not null default now(),
  primary key (employee_id, code)
);

-- Rows are locked before they are taken, which asks for the right to update.
grant select, insert, update, delete on event_hints to khlang_app;
grant select, insert, delete on notification_mutes to khlang_app;
grant select, insert on events, notifications, notification_reads to khlang_app;
grant select, update on event_progress to khlang_app;

-- The flags of the maker's call, so that who may check a request is found without knowing its kind.
alter table approvals add column requires jsonb;
