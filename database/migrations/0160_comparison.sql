-- The comparison of a day's statement with our records: what two people signed as explained, what people
-- noted, and payments that may have been made twice.
create table reconcile_forces (
  id uuid primary key default uuidv7(),
  bank_account_id uuid not null references bank_accounts (id),
  day_on date not null,
  side text not null check (side in ('deposit', 'withdraw')),
  -- The row as the outside spells it: its line, else its record.
  row_id text not null,
  class text not null,
  theirs_minor bigint not null,
  ours_minor bigint not null,
  reason text not null,
  maker_id uuid not null references employees (id),
  -- Each side has flags of its own, so that each is a kind of request of its own.
  deposit_approval_id uuid unique references approvals (id),
  withdraw_approval_id uuid unique references approvals (id),
  created_at timestamptz not null default now(),
  check ((side = 'deposit') = (deposit_approval_id is not null)),
  check ((side = 'withdraw') = (withdraw_approval_id is not null))
);
create index reconcile_forces_of_day on reconcile_forces (bank_account_id, day_on, side);
comment on constraint reconcile_forces_side_check on reconcile_forces is 'no caller: written by the server';
comment on constraint reconcile_forces_deposit_approval_id_key on reconcile_forces is
  'no caller: a request is executed once, in the transaction that decides it';
comment on constraint reconcile_forces_withdraw_approval_id_key on reconcile_forces is
  'no caller: a request is executed once, in the transaction that decides it';
comment on constraint reconcile_forces_check on reconcile_forces is 'no caller: written by the server';
comment on constraint reconcile_forces_check1 on reconcile_forces is 'no caller: written by the server';
grant select, insert on reconcile_forces to khlang_app;

create table reconcile_notes (
  id uuid primary key default uuidv7(),
  bank_account_id uuid not null references bank_accounts (id),
  day_on date not null,
  row_id text not null,
  -- `fee`: the line is the bank's fee of a payment.
  kind text not null default 'note' check (kind in ('note', 'fee')),
  body text not null,
  by_id uuid not null references employees (id),
  created_at timestamptz not null default now()
);
comment on constraint reconcile_notes_kind_check on reconcile_notes is 'no caller: written by the server';
create index reconcile_notes_of_row on reconcile_notes (row_id, id);
create index reconcile_notes_of_day on reconcile_notes (bank_account_id, day_on);
grant select, insert on reconcile_notes to khlang_app;

-- One row for each payment or line that seems to pay again what was paid before.
create table double_payments (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('sameMember', 'twoLines')),
  -- The later payment, or the line that repeats one.
  subject_id uuid not null unique,
  other_id uuid not null references withdrawals (id),
  bank_account_id uuid not null references bank_accounts (id),
  day_on date not null,
  amount_minor bigint not null check (amount_minor > 0),
  found_at timestamptz not null default now(),
  explained_by uuid references reconcile_forces (id),
  check (kind = 'sameMember' or subject_id <> other_id)
);
create index double_payments_of_day on double_payments (bank_account_id, day_on);
comment on constraint double_payments_kind_check on double_payments is 'no caller: written by the server';
comment on constraint double_payments_amount_minor_check on double_payments is
  'no caller: written by the server';
comment on constraint double_payments_check on double_payments is 'no caller: written by the server';
comment on constraint double_payments_subject_id_key on double_payments is
  'no caller: the detector leaves out what it found before';
grant select, insert, update (explained_by) on double_payments to khlang_app;

-- How far the detector has looked.
create table double_payment_progress (
  one boolean primary key default true check (one),
  payout_id uuid not null,
  alarms_at timestamptz not null
);
comment on constraint double_payment_progress_one_check on double_payment_progress is
  'no caller: written by the server';
insert into double_payment_progress (payout_id, alarms_at)
  values (uuidv7(interval '-2 days'), now() - interval '2 days');
grant select, update on double_payment_progress to khlang_app;

-- One day of one account from either side, and what waits for its other side, whatever there ever was.
create index deposits_of_account_day on deposits (bank_account_id, business_on);
create index own_transfers_into_day on own_transfers (to_account_id, business_on);
create index statement_lines_open_of_account on statement_lines (bank_account_id, value_on)
  where state in ('waiting', 'suggested', 'unmatched', 'quarantined', 'unlinked', 'refundPending');

insert into approval_links (kind, table_name, column_name, agrees, guards)
  select 'reconcileForce' || initcap(side), 'reconcile_forces', side || '_approval_id',
    '{"accountId": "oba:bank_account_id", "on": "day_on", "side": "side", "rowId": "row_id",
      "class": "class", "theirsMinor": "theirs_minor", "oursMinor": "ours_minor"}', '[]'
    from unnest(array['deposit', 'withdraw']) s (side);
insert into approval_needs (kind, requires) values
  ('reconcileForceDeposit', '{"pretransactionReconcileDeposit": {"isRead": true, "isUpdate": true}}'),
  ('reconcileForceWithdraw', '{"pretransactionReconcileWithdraw": {"isRead": true, "isUpdate": true}}');
