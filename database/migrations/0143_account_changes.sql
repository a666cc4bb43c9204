-- What may be changed of an own account after it was added, and its end. More may leave it only when two
-- people agreed; a closed account stays closed.
alter table bank_accounts
  add column change_approval_id uuid unique references approvals,
  add column close_approval_id uuid unique references approvals,
  -- Below the one and above the other somebody is told; what lies above goes to another own account, but for
  -- what is left.
  add column low_balance_minor bigint check (low_balance_minor >= 0),
  add column high_balance_minor bigint check (high_balance_minor > 0),
  add column sweep_to_id uuid references bank_accounts,
  add column sweep_keep_minor bigint check (sweep_keep_minor >= 0),
  add constraint bank_accounts_sweep_check check (num_nulls(sweep_to_id, sweep_keep_minor) in (0, 2)),
  add constraint bank_accounts_sweep_other_check check (sweep_to_id <> id),
  add constraint bank_accounts_sweep_above_check check (sweep_to_id is null
    or high_balance_minor is not null and high_balance_minor >= sweep_keep_minor),
  drop constraint bank_accounts_state_check,
  add constraint bank_accounts_state_check check (state in ('active', 'paused', 'frozen', 'closed')),
  add constraint bank_accounts_closed_check check (state <> 'closed' or close_approval_id is not null);
comment on constraint bank_accounts_change_approval_id_key on bank_accounts is
  'no caller: a request is executed once, in the transaction that decides it';
comment on constraint bank_accounts_close_approval_id_key on bank_accounts is
  'no caller: a request is executed once, in the transaction that decides it';
comment on constraint bank_accounts_low_balance_minor_check on bank_accounts is
  'no caller: the contract takes no less';
comment on constraint bank_accounts_high_balance_minor_check on bank_accounts is
  'no caller: the contract takes no less';
comment on constraint bank_accounts_sweep_keep_minor_check on bank_accounts is
  'no caller: the contract takes no less';
comment on constraint bank_accounts_sweep_check on bank_accounts is
  'no caller: the server sets these columns together';
comment on constraint bank_accounts_sweep_other_check on bank_accounts is
  'no caller: a rule refuses it first (invalidValue)';
comment on constraint bank_accounts_sweep_above_check on bank_accounts is
  'no caller: a rule refuses it first (invalidValue)';
comment on constraint bank_accounts_closed_check on bank_accounts is
  'no caller: the approval closes it and is named with that';

insert into approval_links (kind, table_name, column_name, agrees) values
  ('bankAccountChange', 'bank_accounts', 'change_approval_id', '{"accountId": "oba:id"}'),
  ('bankAccountClose', 'bank_accounts', 'close_approval_id', '{"accountId": "oba:id"}');
insert into approval_needs (kind, requires) values
  ('bankAccountChange', '{"paymentAuto": {"isUpdate": true}}'),
  ('bankAccountClose', '{"paymentAuto": {"isUpdate": true}}');
