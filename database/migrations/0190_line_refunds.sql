-- Money that nobody could be found for goes back to who paid it: two agree, somebody pays it in the bank's
-- app, and the bank's own line of it ends it.
create table line_refunds (
  id uuid primary key default uuidv7(),
  line_id uuid not null references statement_lines (id),
  bank_account_id uuid not null references bank_accounts (id),
  amount_minor bigint not null check (amount_minor > 0),
  to_bank text not null,
  to_account_no text not null,
  to_name text not null,
  reason text not null,
  state text not null default 'approved' check (state in ('approved', 'done', 'cancelled')),
  maker_id uuid not null references employees (id),
  approval_id uuid not null unique references approvals (id),
  approved_at timestamptz not null default now(),
  business_on date not null,
  -- The bank's line of what left.
  out_line_id uuid unique references statement_lines (id),
  ended_at timestamptz,
  ended_by uuid references employees (id),
  check ((state = 'done') = (out_line_id is not null)),
  check ((state = 'approved') = (ended_at is null))
);
-- Never twice.
create unique index line_refunds_standing on line_refunds (line_id) where state in ('approved', 'done');
create index line_refunds_of_line on line_refunds (line_id, id);
create index line_refunds_open on line_refunds (bank_account_id, amount_minor) where state = 'approved';
create index line_refunds_by_day on line_refunds (bank_account_id, business_on);
create index line_refunds_ended on line_refunds (ended_at) where ended_at is not null;
comment on constraint line_refunds_amount_minor_check on line_refunds is 'no caller: a line has an amount';
comment on constraint line_refunds_state_check on line_refunds is 'no caller: written by the server';
comment on constraint line_refunds_approval_id_key on line_refunds is
  'no caller: a request is executed once, in the transaction that decides it';
comment on constraint line_refunds_out_line_id_key on line_refunds is
  'no caller: the line is held while a refund takes it';
comment on constraint line_refunds_check on line_refunds is
  'no caller: the server sets these columns together';
comment on constraint line_refunds_check1 on line_refunds is
  'no caller: the server sets these columns together';
comment on index line_refunds_standing is 'no caller: the line is held, and its state says that it goes back';
grant select, insert, update on line_refunds to khlang_app;

insert into approval_links (kind, table_name, column_name, agrees, guards) values
  ('lineRefund', 'line_refunds', 'approval_id',
    '{"lineId": "stl:line_id", "accountId": "oba:bank_account_id", "amountMinor": "amount_minor",
      "toBank": "to_bank", "toAccountNo": "to_account_no", "toName": "to_name", "@makerId": "maker_id"}',
    '[]');
insert into approval_needs (kind, requires) values
  ('lineRefund', '{"pretransactionNotMatch": {"isRead": true, "isUpdate": true}}');

-- A line that was to go back and does not is as doubtful as one that was set aside.
create or replace trigger keep_line_doubts before update of state on statement_lines for each row
  when (new.state <> old.state and (new.state = 'unlinked'
    or old.state in ('quarantined', 'ignored', 'rejected', 'autoMatched', 'manualMatched', 'waiting')
    or old.state = 'refundPending' and new.state <> 'refunded'))
  execute function keep_line_doubts();
