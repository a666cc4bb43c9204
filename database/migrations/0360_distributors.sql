-- Distributors of games: what they are paid by contract, what they invoice, and how what they report differs
-- from what we have.
create table distributors (
  id uuid primary key,
  code text not null unique check (code ~ '^[a-z][a-z0-9-]{1,30}$'),
  name text not null,
  -- Whom to call, and how.
  contact text not null default '',
  -- Of the month after: when its invoice is due.
  billing_day integer not null check (billing_day between 1 and 28),
  -- Of a month in which it has a contract.
  minimum_fee_minor bigint not null default 0 check (minimum_fee_minor >= 0),
  state text not null default 'active' check (state in ('active', 'closed')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  setup_approval_id uuid not null unique references approvals (id)
);
comment on constraint distributors_code_key on distributors is
  'no caller: the server looks first, and a second one at the same moment is refused when it is agreed to';
comment on constraint distributors_code_check on distributors is 'no caller: the contract takes no other';
comment on constraint distributors_billing_day_check on distributors is
  'no caller: the contract takes no other';
comment on constraint distributors_minimum_fee_minor_check on distributors is
  'no caller: the contract takes no less';
comment on constraint distributors_state_check on distributors is 'no caller: the contract takes no other';
comment on constraint distributors_setup_approval_id_key on distributors is
  'no caller: a request is executed once, in the transaction that decides it';
grant select, insert, update on distributors to khlang_app;

-- What is paid for the games of a provider: a share of what the house won by them in a month.
create table distributor_contracts (
  id uuid primary key,
  distributor_id uuid not null references distributors (id),
  provider_id uuid not null references game_providers (id),
  -- all: those of its types that have no contract of their own.
  game_type text not null check (game_type in
    ('all', 'slot', 'fishing', 'casino', 'sport', 'esport', 'horse', 'lotto', 'card', 'other')),
  fee_bps integer not null check (fee_bps between 0 and 10000),
  valid_from date not null,
  -- Its last day; the year 9999: nobody has ended it.
  valid_until date not null default '9999-12-31',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  approval_id uuid not null unique references approvals (id),
  constraint distributor_contracts_days check (valid_until >= valid_from)
);
comment on constraint distributor_contracts_game_type_check on distributor_contracts is
  'no caller: the contract takes no other';
comment on constraint distributor_contracts_fee_bps_check on distributor_contracts is
  'no caller: the contract takes no other';
comment on constraint distributor_contracts_approval_id_key on distributor_contracts is
  'no caller: a request is executed once, in the transaction that decides it';
comment on constraint distributor_contracts_days on distributor_contracts is
  'no caller: the server looks first';
create index distributor_contracts_of_provider on distributor_contracts (provider_id, game_type, valid_from);
create index distributor_contracts_of_distributor on distributor_contracts (distributor_id);
grant select, insert, update on distributor_contracts to khlang_app;

-- What a distributor is owed for a month, as it was reckoned when that was over, and what became of it.
create table provider_invoices (
  id uuid primary key,
  distributor_id uuid not null references distributors (id),
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  state text not null default 'draft' check (state in ('draft', 'issued', 'paid', 'disputed')),
  -- What each contract comes to.
  lines jsonb not null,
  ggr_minor bigint not null,
  fee_minor bigint not null check (fee_minor >= 0),
  -- By their own invoice.
  told_minor bigint check (told_minor >= 0),
  reason text,
  -- What is booked as owed, when two agreed to it.
  settled_minor bigint check (settled_minor >= 0),
  settled_at timestamptz,
  approval_id uuid unique references approvals (id),
  paid_reference text,
  paid_at timestamptz,
  paid_by uuid references employees (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (distributor_id, month),
  constraint provider_invoices_settled check (
    num_nulls(settled_minor, settled_at, approval_id) in (0, 3)),
  constraint provider_invoices_paid check (num_nulls(paid_reference, paid_at, paid_by) in (0, 3)
    and (state = 'paid') = (paid_at is not null) and (paid_at is null or settled_at is not null)),
  constraint provider_invoices_told check (state not in ('issued', 'disputed') or told_minor is not null)
);
comment on constraint provider_invoices_month_check on provider_invoices is
  'no caller: the contract takes months';
comment on constraint provider_invoices_state_check on provider_invoices is
  'no caller: the server knows no other';
comment on constraint provider_invoices_fee_minor_check on provider_invoices is
  'no caller: a month that was lost costs nothing';
comment on constraint provider_invoices_told_minor_check on provider_invoices is
  'no caller: the contract takes no less';
comment on constraint provider_invoices_settled_minor_check on provider_invoices is
  'no caller: it is one of the two above';
comment on constraint provider_invoices_approval_id_key on provider_invoices is
  'no caller: a request is executed once, in the transaction that decides it';
comment on constraint provider_invoices_distributor_id_month_key on provider_invoices is
  'no caller: whoever reckons one holds its distributor and looks first';
comment on constraint provider_invoices_settled on provider_invoices is
  'no caller: the server sets these columns together';
comment on constraint provider_invoices_paid on provider_invoices is
  'no caller: the server sets these columns together, and looks first';
comment on constraint provider_invoices_told on provider_invoices is
  'no caller: the server sets these columns together';
grant select, insert, update on provider_invoices to khlang_app;

-- A file in which a provider tells what was played with it.
create table provider_reports (
  id uuid primary key,
  provider_id uuid not null references game_providers (id),
  private_file_id uuid not null unique references private_files (id),
  sha256 text not null,
  state text not null default 'uploaded' check (state in ('uploaded', 'compared')),
  name text,
  -- The business days that it is about.
  from_on date,
  to_on date,
  line_count integer,
  round_count integer,
  agreed_count integer,
  stake_minor bigint,
  payout_minor bigint,
  -- What we have of these days.
  ours_count integer,
  ours_stake_minor bigint,
  ours_payout_minor bigint,
  uploaded_by uuid not null references employees (id),
  uploaded_at timestamptz not null default now(),
  compared_by uuid references employees (id),
  compared_at timestamptz,
  unique (provider_id, sha256),
  constraint provider_reports_compared check (num_nulls(name, from_on, to_on, line_count, round_count,
    agreed_count, stake_minor, payout_minor, ours_count, ours_stake_minor, ours_payout_minor, compared_by,
    compared_at) in (0, 13) and (state = 'compared') = (compared_at is not null) and to_on >= from_on)
);
comment on constraint provider_reports_private_file_id_key on provider_reports is
  'no caller: a file is kept in the transaction that names it';
comment on constraint provider_reports_state_check on provider_reports is
  'no caller: the server knows no other';
comment on constraint provider_reports_provider_id_sha256_key on provider_reports is
  'no caller: whoever brings a file holds its provider and looks first';
comment on constraint provider_reports_compared on provider_reports is
  'no caller: the server sets these columns together';
create index provider_reports_of_days on provider_reports (provider_id, to_on) where state = 'compared';
grant select, insert, update on provider_reports to khlang_app;

create table provider_report_lines (
  report_id uuid not null references provider_reports (id),
  -- Of the row in the file.
  no integer not null,
  round_ref text not null,
  transaction_ref text not null,
  player text not null,
  stake_minor bigint not null,
  payout_minor bigint not null,
  told_at timestamptz,
  primary key (report_id, no)
);
grant select, insert on provider_report_lines to khlang_app;

create table provider_report_differences (
  id uuid primary key default uuidv7(),
  report_id uuid not null references provider_reports (id),
  round_ref text not null,
  -- Null: we have no such round.
  bet_id uuid,
  kind text not null check (kind in ('notOurs', 'notTheirs', 'otherAmounts')),
  player text not null,
  at timestamptz,
  -- Null on the side that does not have it.
  ours_stake_minor bigint,
  ours_payout_minor bigint,
  theirs_stake_minor bigint,
  theirs_payout_minor bigint,
  state text not null default 'open' check (state in ('open', 'disputed', 'accepted')),
  reason text,
  decided_by uuid references employees (id),
  decided_at timestamptz,
  unique (report_id, round_ref),
  constraint provider_report_differences_decided check (
    num_nulls(reason, decided_by, decided_at) in (0, 3) and (state = 'open') = (decided_at is null))
);
comment on constraint provider_report_differences_kind_check on provider_report_differences is
  'no caller: the comparison finds no other';
comment on constraint provider_report_differences_state_check on provider_report_differences is
  'no caller: the server knows no other';
comment on constraint provider_report_differences_report_id_round_ref_key on provider_report_differences is
  'no caller: rounds are compared once, each as one row';
comment on constraint provider_report_differences_decided on provider_report_differences is
  'no caller: the server sets these columns together';
create index provider_report_differences_listed on provider_report_differences (report_id, id);
grant select, insert, update on provider_report_differences to khlang_app;

alter table private_files drop constraint private_files_entity_check;
alter table private_files add constraint private_files_entity_check
  check (entity in ('approval', 'slip', 'cataloguePicture', 'providerReport'));

insert into approval_links (kind, table_name, column_name, agrees, guards) values
  ('distributorSetup', 'distributors', 'setup_approval_id',
    '{"distributorId": "dtb:id", "code": "code", "name": "name", "contact": "contact",
      "billingDay": "billing_day", "minimumFeeMinor": "minimum_fee_minor", "state": "state"}',
    '[{"code": "code"}, {"name": "name"}, {"contact": "contact"}, {"billingDay": "billing_day"},
      {"minimumFeeMinor": "minimum_fee_minor"}, {"state": "state"}]'),
  ('distributorContract', 'distributor_contracts', 'approval_id',
    '{"contractId": "dtc:id", "distributorId": "dtb:distributor_id", "providerId": "gpr:provider_id",
      "gameType": "game_type", "feeBps": "fee_bps", "validFrom": "valid_from", "validUntil": "valid_until"}',
    '[{"distributorId": "dtb:distributor_id"}, {"providerId": "gpr:provider_id"}, {"gameType": "game_type"},
      {"feeBps": "fee_bps"}, {"validFrom": "valid_from"}, {"validUntil": "valid_until"}]'),
  ('distributorInvoice', 'provider_invoices', 'approval_id',
    '{"invoiceId": "pin:id", "distributorId": "dtb:distributor_id", "month": "month",
      "settledMinor": "settled_minor"}',
    '[{"settledMinor": "settled_minor"}]');
insert into approval_needs (kind, requires) values
  ('distributorSetup', '{"gameManagement": {"isUpdate": true}}'),
  ('distributorContract', '{"gameManagement": {"isUpdate": true}}'),
  ('distributorInvoice', '{"gameManagement": {"isUpdate": true}}');

-- A distributor, its contracts, invoices and reports are known outside like everything else.
create or replace function id_prefix(p_entity text)
  returns text language sql immutable parallel safe strict as $$
  select case p_entity
    when 'employee' then 'emp' when 'session' then 'emp' when 'role' then 'rol' when 'member' then 'mbr'
    when 'deposit' then 'dep' when 'withdrawal' then 'wdr' when 'payout' then 'pay'
    when 'statementLine' then 'stl' when 'bankAccount' then 'oba' when 'memberBankAccount' then 'mba'
    when 'note' then 'nte' when 'approval' then 'apr' when 'message' then 'msg' when 'adjustment' then 'adj'
    when 'alarm' then 'alm' when 'notification' then 'ntf' when 'group' then 'grp'
    when 'delivery' then 'dlv' when 'listView' then 'lvw' when 'backgroundJob' then 'job'
    when 'device' then 'dev' when 'ownTransfer' then 'otr' when 'reconcileDay' then 'rcd'
    when 'shift' then 'shf' when 'settingsVersion' then 'stv' when 'taughtFormat' then 'tft'
    when 'bookingRule' then 'bkr' when 'blacklistEntry' then 'ble' when 'gateway' then 'gwy'
    when 'gatewayOrder' then 'gwo' when 'slip' then 'slp' when 'slipService' then 'sls'
    when 'gameProvider' then 'gpr' when 'game' then 'gam' when 'distributor' then 'dtb'
    when 'distributorContract' then 'dtc' when 'providerInvoice' then 'pin'
    when 'providerReport' then 'prp' end $$;
