-- The reconciliation of a business day. The ledger closes a day by itself (day_closings); on it stands what
-- people say of that day: what differs, why, and that two agree.

-- All accounts of a closed day are read by its date: rows come in the order of the days.
create index balance_closings_day on balance_closings using brin (business_on) with (pages_per_range = 8);
-- What a person decided in their shift.
create index statement_lines_set_aside on statement_lines (bank_account_id) include (amount_minor)
  where direction = 'in' and state = 'ignored';
create index withdrawals_decided on withdrawals (decided_by, decided_at) where decided_by is not null;

-- One row for each business date that the ledger has closed.
create table reconcile_days (
  id uuid primary key default uuidv7(),
  business_on date not null unique references day_closings (business_on),
  -- The same as text: by it the log and requests call the day.
  reference text not null,
  state text not null default 'open' check (state in ('open', 'closed', 'reopened')),
  -- How often it was closed.
  round integer not null default 0,
  -- What was counted last, for the list; null before the first time.
  difference_count integer,
  open_count integer,
  difference_minor bigint,
  late_count integer not null default 0,
  checked_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (num_nulls(difference_count, open_count, difference_minor, checked_at) in (0, 4))
);
comment on constraint reconcile_days_business_on_key on reconcile_days is
  'no caller: made by prepare_reconcile_day, which looks first';
comment on constraint reconcile_days_state_check on reconcile_days is 'no caller: written by the server';
comment on constraint reconcile_days_check on reconcile_days is
  'no caller: the server sets these columns together';
grant select, update (state, round, difference_count, open_count, difference_minor, late_count, checked_at,
  version) on reconcile_days to khlang_app;

-- What the ledger moved on a day, by part of the book, kind and the bank's day. Parts are accounts, those of
-- members and other people taken together. In the book's sign.
create table ledger_day_sums (
  business_on date not null references reconcile_days (business_on),
  part text collate "C" not null,
  kind text collate "C" not null,
  value_on date not null,
  entries bigint not null,
  in_minor bigint not null,
  out_minor bigint not null,
  primary key (business_on, part, kind, value_on)
);
create index ledger_day_sums_value on ledger_day_sums (value_on, part);
grant select on ledger_day_sums to khlang_app;

-- What lay in each part at the end of the day, from the balances that the ledger closed with.
create table ledger_day_balances (
  business_on date not null references reconcile_days (business_on),
  part text collate "C" not null,
  balance_minor bigint not null,
  primary key (business_on, part)
);
grant select on ledger_day_balances to khlang_app;

-- Why something differs. Nothing is changed: who says it anew adds a row, and the last one counts while the
-- amount is the same.
create table reconcile_explanations (
  id uuid primary key default uuidv7(),
  business_on date not null references reconcile_days (business_on),
  item_key text not null,
  amount_minor bigint not null,
  reason_code text not null check (reason_code in ('bankToldLate', 'bankFee', 'interest', 'bankError',
    'ownTransfer', 'payoutWaiting', 'notReal', 'enteredLater', 'askedBank', 'other')),
  note text not null,
  employee_id uuid not null references employees (id),
  created_at timestamptz not null default now()
);
create index reconcile_explanations_day on reconcile_explanations (business_on, item_key, id desc);
comment on constraint reconcile_explanations_reason_code_check on reconcile_explanations is
  'no caller: the contract takes no other';
grant select, insert on reconcile_explanations to khlang_app;

-- A day as it was closed. `facts` is all that was known of it, as text, so that it can be hashed and signed.
create table reconcile_closes (
  id uuid primary key default uuidv7(),
  day_id uuid not null references reconcile_days (id),
  business_on date not null,
  round integer not null,
  facts text not null,
  facts_hash text not null,
  ledger_digest bytea not null,
  difference_count integer not null,
  closed_by uuid not null references employees (id),
  approval_id uuid unique references approvals (id),
  closed_at timestamptz not null default now(),
  reopened_at timestamptz,
  reopened_by uuid references employees (id),
  reopen_approval_id uuid unique references approvals (id),
  reopen_reason text,
  -- The pack, made after the close: both files, what they are, and the signature over that.
  pdf bytea,
  xlsx bytea,
  manifest text,
  packed_at timestamptz,
  unique (day_id, round),
  check (facts_hash = encode(sha256(convert_to(facts, 'UTF8')), 'hex')),
  check (num_nulls(reopened_at, reopened_by, reopen_approval_id, reopen_reason) in (0, 4)),
  check (num_nulls(pdf, xlsx, manifest, packed_at) in (0, 4))
);
create index reconcile_closes_unpacked on reconcile_closes (closed_at) where packed_at is null;
create unique index reconcile_closes_standing on reconcile_closes (day_id) where reopened_at is null;
comment on constraint reconcile_closes_approval_id_key on reconcile_closes is
  'no caller: a request is executed once, in the transaction that decides it';
comment on constraint reconcile_closes_reopen_approval_id_key on reconcile_closes is
  'no caller: a request is executed once, in the transaction that decides it';
comment on constraint reconcile_closes_day_id_round_key on reconcile_closes is
  'no caller: the day is held while it is closed';
comment on index reconcile_closes_standing is 'no caller: the day is held while it is closed';
comment on constraint reconcile_closes_check on reconcile_closes is 'no caller: written by the server';
comment on constraint reconcile_closes_check1 on reconcile_closes is
  'no caller: the server sets these columns together';
comment on constraint reconcile_closes_check2 on reconcile_closes is
  'no caller: the server sets these columns together';
grant select, insert, update (reopened_at, reopened_by, reopen_approval_id, reopen_reason, pdf, xlsx,
  manifest, packed_at) on reconcile_closes to khlang_app;

-- A shift that somebody has ended: what they did in it, and who takes over.
create table shifts (
  id uuid primary key default uuidv7(),
  employee_id uuid not null references employees (id),
  started_at timestamptz not null,
  ended_at timestamptz not null,
  business_on date not null,
  figures jsonb not null,
  note text not null,
  acknowledged_by uuid references employees (id),
  acknowledged_at timestamptz,
  created_at timestamptz not null default now(),
  check (started_at < ended_at),
  check (acknowledged_by is null or acknowledged_by <> employee_id),
  check ((acknowledged_by is null) = (acknowledged_at is null))
);
create index shifts_by_day on shifts (business_on, id);
create index shifts_of_person on shifts (employee_id, ended_at desc);
comment on constraint shifts_check on shifts is 'no caller: a rule refuses it first (stateRefused)';
comment on constraint shifts_check1 on shifts is 'no caller: a rule refuses it first (fourEyes)';
comment on constraint shifts_check2 on shifts is 'no caller: the server sets these columns together';
grant select, insert, update (acknowledged_by, acknowledged_at) on shifts to khlang_app;

insert into approval_links (kind, table_name, column_name, agrees, guards) values
  ('dayClose', 'reconcile_closes', 'approval_id',
    '{"dayId": "rcd:day_id", "factsHash": "facts_hash", "round": "round"}', '[]'),
  ('dayReopen', 'reconcile_closes', 'reopen_approval_id', '{"dayId": "rcd:day_id", "round": "round"}', '[]');
insert into approval_needs (kind, requires) values
  ('dayClose', '{"reconcile": {"isRead": true, "isUpdate": true}}'),
  ('dayReopen', '{"reconcile": {"isRead": true, "isUpdate": true}}');

-- A day and a shift are known outside like everything else.
create or replace function id_prefix(p_entity text)
  returns text language sql immutable parallel safe strict as $$
  select case p_entity
    when 'employee' then 'emp' when 'session' then 'emp' when 'role' then 'rol' when 'member' then 'mbr'
    when 'deposit' then 'dep' when 'withdrawal' then 'wdr' when 'payout' then 'pay'
    when 'statementLine' then 'stl' when 'bankAccount' then 'oba' when 'memberBankAccount' then 'mba'
    when 'note' then 'nte' when 'approval' then 'apr' when 'message' then 'msg' when 'adjustment' then 'adj'
    when 'alarm' then 'alm' when 'notification' then 'ntf' when 'group' then 'grp'
    when 'delivery' then 'dlv' when 'listView' then 'lvw' when 'backgroundJob' then 'job'
    when 'device' then 'dev' when 'ownTransfer' then 'otr'
    when 'reconcileDay' then 'rcd' when 'shift' then 'shf' end $$;
