-- A line that was taken for the proof of a payout and is not: two agree, and both are open again.
create table payout_unlinks (
  id uuid primary key default uuidv7(),
  line_id uuid not null references statement_lines (id),
  withdrawal_id uuid not null references withdrawals (id),
  amount_minor bigint not null check (amount_minor > 0),
  approval_id uuid not null unique references approvals (id),
  reason text not null,
  created_at timestamptz not null default now()
);
create index payout_unlinks_of_withdrawal on payout_unlinks (withdrawal_id, id);
create index payout_unlinks_of_line on payout_unlinks (line_id, id);
comment on constraint payout_unlinks_amount_minor_check on payout_unlinks is
  'no caller: a line has an amount';
comment on constraint payout_unlinks_approval_id_key on payout_unlinks is
  'no caller: a request is executed once, in the transaction that decides it';
grant select, insert on payout_unlinks to khlang_app;

insert into approval_links (kind, table_name, column_name, agrees, guards) values
  ('lineUnpay', 'payout_unlinks', 'approval_id',
    '{"lineId": "stl:line_id", "withdrawalId": "wdr:withdrawal_id", "amountMinor": "amount_minor"}', '[]');
insert into approval_needs (kind, requires) values
  ('lineUnpay', '{"pretransactionNotMatch": {"isRead": true, "isUpdate": true}}');
