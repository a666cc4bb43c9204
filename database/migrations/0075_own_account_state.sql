-- Why an own account is paused or frozen, and by whom. A frozen one comes back under an approval.
alter table bank_accounts
  add column state_reason text,
  add column state_by uuid references employees,
  add column state_at timestamptz,
  add column thaw_approval_id uuid unique references approvals;
comment on constraint bank_accounts_thaw_approval_id_key on bank_accounts is
  'no caller: a request is executed once, in the transaction that decides it';

insert into approval_links (kind, table_name, column_name, agrees) values
  ('bankAccountThaw', 'bank_accounts', 'thaw_approval_id', '{"accountId": "oba:id"}');

-- Until the function comes, which judges it, nothing thaws at all.
create trigger guard_thaw_changed before update of state on bank_accounts for each row
  when (old.state = 'frozen' and new.state <> 'frozen')
  execute function refuse_change();
