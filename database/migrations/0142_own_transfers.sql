-- Money between our own accounts: asked for by one person, agreed to by another, and over when the
-- statements of both banks show it.
create sequence own_transfer_reference;
grant usage on sequence own_transfer_reference to khlang_app;

create table own_transfers (
  id uuid primary key default uuidv7(),
  reference text not null unique,
  from_account_id uuid not null references bank_accounts (id),
  to_account_id uuid not null references bank_accounts (id),
  amount_minor bigint not null check (amount_minor > 0),
  purpose text not null check (purpose in ('topUp', 'collect', 'hold', 'other')),
  reason text not null,
  state text not null default 'asked'
    check (state in ('asked', 'approved', 'done', 'refused', 'cancelled', 'expired')),
  maker_id uuid not null references employees (id),
  approval_id uuid unique references approvals (id),
  approved_at timestamptz,
  -- The two halves as the banks told of them.
  out_line_id uuid unique references statement_lines (id),
  in_line_id uuid unique references statement_lines (id),
  ended_at timestamptz,
  ended_by uuid references employees (id),
  business_on date not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (from_account_id <> to_account_id),
  check (num_nulls(out_line_id, in_line_id) in (0, 2)),
  check ((state = 'done') = (out_line_id is not null)),
  check (state in ('asked', 'approved') = (ended_at is null)),
  check (state in ('asked', 'refused', 'cancelled', 'expired') or approval_id is not null)
);
create index own_transfers_by_day on own_transfers (from_account_id, business_on);
create index own_transfers_newest on own_transfers (created_at desc, id desc);
create index own_transfers_open on own_transfers (state, from_account_id, to_account_id)
  where state in ('asked', 'approved');
comment on constraint own_transfers_reference_key on own_transfers is 'no caller: drawn by the server';
comment on constraint own_transfers_amount_minor_check on own_transfers is
  'no caller: the contract takes no more and no less';
comment on constraint own_transfers_purpose_check on own_transfers is
  'no caller: the contract takes no other';
comment on constraint own_transfers_state_check on own_transfers is 'no caller: written by the server';
comment on constraint own_transfers_approval_id_key on own_transfers is
  'no caller: a request is executed once, in the transaction that decides it';
comment on constraint own_transfers_out_line_id_key on own_transfers is
  'no caller: the lines are held while a transfer takes them';
comment on constraint own_transfers_in_line_id_key on own_transfers is
  'no caller: the lines are held while a transfer takes them';
comment on constraint own_transfers_check on own_transfers is
  'no caller: a rule refuses it first (sameAccount)';
comment on constraint own_transfers_check1 on own_transfers is
  'no caller: the server sets these columns together';
comment on constraint own_transfers_check2 on own_transfers is
  'no caller: the server sets these columns together';
comment on constraint own_transfers_check3 on own_transfers is
  'no caller: the server sets these columns together';
comment on constraint own_transfers_check4 on own_transfers is
  'no caller: a request is executed once, in the transaction that decides it';
grant select, insert, update on own_transfers to khlang_app;

insert into approval_links (kind, table_name, column_name, agrees, guards) values
  ('ownTransfer', 'own_transfers', 'approval_id',
    '{"transferId": "otr:id", "fromId": "oba:from_account_id", "toId": "oba:to_account_id",
      "amountMinor": "amount_minor"}', '[]');
insert into approval_needs (kind, requires) values
  ('ownTransfer', '{"paymentAutoTransfer": {"isUpdate": true}}');

-- A transfer is known outside like everything else.
create or replace function id_prefix(p_entity text)
  returns text language sql immutable parallel safe strict as $$
  select case p_entity
    when 'employee' then 'emp' when 'session' then 'emp' when 'role' then 'rol' when 'member' then 'mbr'
    when 'deposit' then 'dep' when 'withdrawal' then 'wdr' when 'payout' then 'pay'
    when 'statementLine' then 'stl' when 'bankAccount' then 'oba' when 'memberBankAccount' then 'mba'
    when 'note' then 'nte' when 'approval' then 'apr' when 'message' then 'msg' when 'adjustment' then 'adj'
    when 'alarm' then 'alm' when 'notification' then 'ntf' when 'group' then 'grp'
    when 'delivery' then 'dlv' when 'listView' then 'lvw' when 'backgroundJob' then 'job'
    when 'device' then 'dev' when 'ownTransfer' then 'otr' end $$;
