-- Saved forms of transfers between own accounts, and when some of them are asked for by themselves. They move
-- no money: what is asked for by time waits for a second person like all else.
create table transfer_templates (
  id uuid primary key default uuidv7(),
  name text not null check (length(name) between 1 and 60),
  from_account_id uuid not null references bank_accounts (id),
  to_account_id uuid not null references bank_accounts (id),
  amount_minor bigint check (amount_minor > 0),
  -- In place of an amount: all above this.
  keep_minor bigint check (keep_minor >= 0),
  purpose text not null check (purpose in ('topUp', 'collect', 'hold', 'other')),
  reason text not null,
  created_by uuid not null references employees (id),
  created_at timestamptz not null default now(),
  -- A time of Bangkok, on days of the week of which Monday is 1; who set it asks for what comes of it.
  schedule_at time,
  schedule_days smallint[] check (schedule_days <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]
    and cardinality(schedule_days) between 1 and 7),
  scheduled_by uuid references employees (id),
  scheduled_at timestamptz,
  removed_at timestamptz,
  removed_by uuid references employees (id),
  version integer not null default 1,
  constraint transfer_templates_ends check (from_account_id <> to_account_id),
  constraint transfer_templates_amount check (num_nulls(amount_minor, keep_minor) = 1),
  constraint transfer_templates_schedule
    check (num_nulls(schedule_at, schedule_days, scheduled_by, scheduled_at) in (0, 4)),
  constraint transfer_templates_removed
    check ((removed_at is null) = (removed_by is null) and (removed_at is null or schedule_at is null))
);
create unique index transfer_templates_name on transfer_templates (lower(name)) where removed_at is null;
comment on constraint transfer_templates_name_check on transfer_templates is
  'no caller: the contract takes no other';
comment on constraint transfer_templates_amount_minor_check on transfer_templates is
  'no caller: the contract takes no other';
comment on constraint transfer_templates_keep_minor_check on transfer_templates is
  'no caller: the contract takes no other';
comment on constraint transfer_templates_purpose_check on transfer_templates is
  'no caller: the contract takes no other';
comment on constraint transfer_templates_schedule_days_check on transfer_templates is
  'no caller: the contract takes no other';
comment on constraint transfer_templates_ends on transfer_templates is
  'no caller: the server refuses it before';
comment on constraint transfer_templates_amount on transfer_templates is
  'no caller: the server refuses it before';
comment on constraint transfer_templates_schedule on transfer_templates is
  'no caller: the server sets these columns together';
comment on constraint transfer_templates_removed on transfer_templates is
  'no caller: the server sets these columns together';
grant select, insert, update on transfer_templates to khlang_app;

-- What became of a day on which a template was due: once, whatever runs beside or is started anew.
create table transfer_template_runs (
  template_id uuid not null references transfer_templates (id),
  due_on date not null,
  own_transfer_id uuid unique references own_transfers (id),
  skipped text check (skipped in ('missed', 'makerGone', 'nobodyElse', 'closed', 'frozen', 'paused',
    'paysNothing', 'open', 'balance', 'transferLimit', 'dayLimit')),
  created_at timestamptz not null default now(),
  primary key (template_id, due_on),
  constraint transfer_template_runs_told check (num_nulls(own_transfer_id, skipped) = 1)
);
comment on constraint transfer_template_runs_own_transfer_id_key on transfer_template_runs is
  'no caller: each transfer is made together with its one run';
comment on constraint transfer_template_runs_skipped_check on transfer_template_runs is
  'no caller: written by the server';
comment on constraint transfer_template_runs_told on transfer_template_runs is
  'no caller: the server sets one of the two';
grant select, insert on transfer_template_runs to khlang_app;

-- What usually goes between two accounts, and what is open between them.
create index own_transfers_pair on own_transfers (from_account_id, to_account_id, business_on)
  where state in ('asked', 'approved', 'done');
