-- A new own account: members are shown it to pay in, so two people agree to it before it is there.
alter table bank_accounts add column add_approval_id uuid unique references approvals;
comment on constraint bank_accounts_add_approval_id_key on bank_accounts is
  'no caller: a request is executed once, in the transaction that decides it';

insert into approval_links (kind, table_name, column_name, agrees) values
  ('bankAccountAdd', 'bank_accounts', 'add_approval_id',
    '{"accountId": "oba:id", "bank": "bank", "accountNo": "account_no", "accountName": "account_name",
      "role": "role", "openingMinor": "anchor_balance_minor"}');
insert into approval_needs (kind, requires) values
  ('bankAccountAdd', '{"paymentAuto": {"isCreate": true}}');
