-- Lines that are the company's own: a bank's fee, interest, what the owner brings or takes, a cost, by hand
-- or by a rule that two agreed to.
create table booking_rules (
  id uuid primary key,
  name text not null,
  -- One account, or all of a bank; nothing: all.
  bank_account_id uuid references bank_accounts (id),
  bank text,
  direction text not null check (direction in ('in', 'out')),
  category text not null,
  -- Each stands in the bank's own words.
  texts text[] not null,
  channel text,
  amount_minor bigint check (amount_minor > 0),
  max_minor bigint not null check (max_minor > 0),
  state text not null default 'active' check (state in ('active', 'off')),
  maker_id uuid not null references employees (id),
  approval_id uuid not null unique references approvals (id),
  approved_at timestamptz not null default now(),
  off_at timestamptz,
  off_by uuid references employees (id),
  off_reason text,
  version integer not null default 1,
  check (cardinality(texts) > 0 or channel is not null or amount_minor is not null),
  check ((state = 'off') = (off_at is not null))
);
create index booking_rules_newest on booking_rules (approved_at desc, id desc);
create unique index booking_rules_name on booking_rules (name) where state = 'active';
comment on constraint booking_rules_direction_check on booking_rules is
  'no caller: the contract takes no other';
comment on constraint booking_rules_amount_minor_check on booking_rules is
  'no caller: the contract takes no more and no less';
comment on constraint booking_rules_max_minor_check on booking_rules is
  'no caller: the contract takes no more and no less';
comment on constraint booking_rules_state_check on booking_rules is 'no caller: written by the server';
comment on constraint booking_rules_approval_id_key on booking_rules is
  'no caller: a request is executed once, in the transaction that decides it';
comment on constraint booking_rules_check on booking_rules is
  'no caller: a rule refuses it first (ruleTooWide)';
comment on constraint booking_rules_check1 on booking_rules is
  'no caller: the server sets these columns together';
comment on index booking_rules_name is 'no caller: a rule refuses it first (ruleNameInUse)';
grant select, insert, update on booking_rules to khlang_app;

create table line_bookings (
  id uuid primary key default uuidv7(),
  line_id uuid not null references statement_lines (id),
  category text not null,
  amount_minor bigint not null check (amount_minor > 0),
  rule_id uuid references booking_rules (id),
  maker_id uuid references employees (id),
  approval_id uuid unique references approvals (id),
  reason text,
  booked_at timestamptz not null default now(),
  reversed_at timestamptz,
  reversal_approval_id uuid unique references approvals (id),
  check (num_nonnulls(rule_id, maker_id) = 1),
  check ((reversed_at is null) = (reversal_approval_id is null))
);
create unique index line_bookings_standing on line_bookings (line_id) where reversed_at is null;
create index line_bookings_of_line on line_bookings (line_id, id);
create index line_bookings_of_rule on line_bookings (rule_id, booked_at) where rule_id is not null;
comment on constraint line_bookings_amount_minor_check on line_bookings is 'no caller: a line has an amount';
comment on constraint line_bookings_approval_id_key on line_bookings is
  'no caller: a request is executed once, in the transaction that decides it';
comment on constraint line_bookings_reversal_approval_id_key on line_bookings is
  'no caller: a request is executed once, in the transaction that decides it';
comment on constraint line_bookings_check on line_bookings is
  'no caller: the server sets these columns together';
comment on constraint line_bookings_check1 on line_bookings is
  'no caller: the server sets these columns together';
comment on index line_bookings_standing is
  'no caller: the line is held, and its state says that it is booked';
grant select, insert, update on line_bookings to khlang_app;

insert into approval_links (kind, table_name, column_name, agrees, guards) values
  ('bookingRule', 'booking_rules', 'approval_id',
    '{"ruleId": "bkr:id", "name": "name", "direction": "direction", "category": "category", "texts": "texts",
      "maxMinor": "max_minor", "@makerId": "maker_id"}', '[]'),
  ('lineBooking', 'line_bookings', 'approval_id',
    '{"lineId": "stl:line_id", "category": "category", "amountMinor": "amount_minor",
      "@makerId": "maker_id"}',
    '[]'),
  ('lineUnbook', 'line_bookings', 'reversal_approval_id',
    '{"lineId": "stl:line_id", "amountMinor": "amount_minor"}', '[]');
insert into approval_needs (kind, requires) values
  ('bookingRule', '{"pretransactionNotMatch": {"isRead": true, "isUpdate": true}}'),
  ('lineBooking', '{"pretransactionNotMatch": {"isRead": true, "isUpdate": true}}'),
  ('lineUnbook', '{"pretransactionNotMatch": {"isRead": true, "isUpdate": true}}');


-- Rules and entries of the blacklist are known outside like everything else.
create or replace function id_prefix(p_entity text)
  returns text language sql immutable parallel safe strict as $$
  select case p_entity
    when 'employee' then 'emp' when 'session' then 'emp' when 'role' then 'rol' when 'member' then 'mbr'
    when 'deposit' then 'dep' when 'withdrawal' then 'wdr' when 'payout' then 'pay'
    when 'statementLine' then 'stl' when 'bankAccount' then 'oba' when 'memberBankAccount' then 'mba'
    when 'note' then 'nte' when 'approval' then 'apr' when 'message' then 'msg' when 'adjustment' then 'adj'
    when 'alarm' then 'alm' when 'notification' then 'ntf' when 'group' then 'grp'
    when 'delivery' then 'dlv' when 'listView' then 'lvw' when 'backgroundJob' then 'job'
    when 'device' then 'dev' when 'ownTransfer' then 'otr' when 'bookingRule' then 'bkr'
    when 'blacklistEntry' then 'ble' end $$;
