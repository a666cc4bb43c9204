-- What a phone is asked for in the answer to its heartbeat: to send again what it has, a test entry, its last
-- log lines. Of each kind the last one; who asked for the others stands in the activity log.
create table device_asks (
  device_id uuid not null references devices (id),
  kind text not null check (kind in ('sweep', 'test', 'log')),
  asked_at timestamptz not null,
  -- Null: the system, for the chain of an account shows a gap.
  asked_by uuid references employees (id),
  since timestamptz check ((since is not null) = (kind = 'sweep')),
  told_at timestamptz,
  answered_at timestamptz,
  found integer check (found >= 0),
  lines text[] check (cardinality(lines) <= 100),
  primary key (device_id, kind)
);
comment on constraint device_asks_kind_check on device_asks is 'no caller: one of what the contract names';
comment on constraint device_asks_check on device_asks is 'no caller: the server sets it with the kind';
comment on constraint device_asks_found_check on device_asks is 'no caller: the contract takes no less';
comment on constraint device_asks_lines_check on device_asks is 'no caller: the contract takes no more';
grant select, insert, update on device_asks to khlang_app;

-- A test entry goes the whole way of a message and ends as what it is: no line is ever made of one.
alter table bank_messages drop constraint bank_messages_state_check;
alter table bank_messages add constraint bank_messages_state_check check (state in
  ('read', 'joined', 'duplicate', 'notMoney', 'parseFailed', 'senderUnknown', 'test'));
alter table bank_messages add constraint bank_messages_test_is_no_money
  check (state <> 'test' or num_nonnulls(statement_line_id, bank_account_id, parsed) = 0);
comment on constraint bank_messages_test_is_no_money on bank_messages is
  'no caller: the server makes no line of a test';
